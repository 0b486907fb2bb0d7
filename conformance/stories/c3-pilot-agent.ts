import { Dependency, Guarantee, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'The hook is the blocking command of the proxy, without an injected container.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        { name: 'application', image: 'shop/app:7', dependsOn: [Dependency.on('istio-proxy', { guarantee: Guarantee.BEST_EFFORT })] },
        { name: 'istio-proxy', image: 'istio/proxyv2:1.24.0', readyWhen: ReadyCheck.blockingCommand(['pilot-agent', 'wait']) },
      ],
    });
  },
  containers: ({ delay }) => ({
    'istio-proxy': { http: `15021/healthz/ready@${delay}` },
    'application': { needs: 'http:http://127.0.0.1:15021/healthz/ready' },
  }),
  expect: [startsAfter('application', ready('istio-proxy'), { withinMs: 2000 })],
};
export default story;
