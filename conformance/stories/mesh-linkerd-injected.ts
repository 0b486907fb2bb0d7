import { injectedPod, LINKERD_PROXY } from './apps/injected';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A pod as Linkerd injects it, its proxy last: one call has the app start behind the proxy.',
  app: injectedPod({ proxy: LINKERD_PROXY, annotations: { 'linkerd.io/inject': 'enabled' } }),
  containers: ({ delay }) => ({ 'linkerd-proxy': { http: `4191/ready@${delay}` }, 'app': { needs: 'http:http://127.0.0.1:4191/ready' } }),
  expect: [startsAfter('app', ready('linkerd-proxy'), { withinMs: 4000 })],
};
export default story;
