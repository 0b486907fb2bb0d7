import { Duration } from 'cdk8s';
import { Dependency, Guarantee, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { ready, startsAfter, Story } from '../../runner/story';

const story: Story = {
  about: "POST_START, the hook is the dependency's own blocking command: no wait agent to install",
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      terminationGracePeriod: Duration.seconds(1),
      containers: [
        {
          name: 'app',
          image: 'shop/app:7',
          dependsOn: [Dependency.on('dependency', { mechanism: Mechanism.POST_START, guarantee: Guarantee.START_ORDER })],
        },
        { name: 'dependency', image: 'istio/proxyv2:1.24.0', readyWhen: ReadyCheck.blockingCommand(['pilot-agent', 'wait']) },
      ],
    });
  },
  containers: ({ delay }) => ({
    app: { needs: 'http:http://127.0.0.1:15021/healthz/ready' },
    dependency: { http: `15021/healthz/ready@${delay}` },
  }),
  expect: [startsAfter('app', ready('dependency'))],
  bench: { dependency: 'dependency', dependent: 'app' },
};
export default story;
