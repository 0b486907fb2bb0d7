import { injectedPod, ISTIO_PROXY } from './apps/injected';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'A pod as Istio injects it, its proxy last: one call has the app start behind the proxy.',
  app: injectedPod({ proxy: ISTIO_PROXY }),
  containers: ({ delay }) => ({ 'istio-proxy': { http: `15021/healthz/ready@${delay}` }, 'app': { needs: 'http:http://127.0.0.1:15021/healthz/ready' } }),
  expect: [startsAfter('app', ready('istio-proxy'), { withinMs: 4000 })],
};
export default story;
