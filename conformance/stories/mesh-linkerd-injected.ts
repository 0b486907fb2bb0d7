import { injectedPod, LINKERD_PROXY } from './apps/injected';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'In a pod with a proxy that Linkerd injected as the last container, one call starts the app after the proxy.',
  app: injectedPod({ proxy: LINKERD_PROXY, annotations: { 'linkerd.io/inject': 'enabled' } }),
  containers: ({ delay }) => ({ 'linkerd-proxy': { http: `4191/ready@${delay}` }, 'app': { needs: 'http:http://127.0.0.1:4191/ready' } }),
  expect: [startsAfter('app', ready('linkerd-proxy'), { withinMs: 4000 })],
};
export default story;
