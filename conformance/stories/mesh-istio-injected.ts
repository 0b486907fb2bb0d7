import { injectedPod, ISTIO_PROXY } from './apps/injected';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'In a pod with a proxy that Istio injected as the last container, one call starts the app after the proxy.',
  app: injectedPod({ proxy: ISTIO_PROXY }),
  containers: ({ delay }) => ({ 'istio-proxy': { http: `15021/healthz/ready@${delay}` }, 'app': { needs: 'http:http://127.0.0.1:15021/healthz/ready' } }),
  expect: [startsAfter('app', ready('istio-proxy'), { withinMs: 4000 })],
};
export default story;
