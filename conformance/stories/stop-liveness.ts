import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, Guarantee, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { exit, follows, never, start, Story, term } from '../runner/story';

const story: Story = {
  about: 'LIFE_LOCK: a running dependent does not delay the restart of its dependency by a liveness probe for the whole grace period.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, orderedShutdown: true, guarantee: Guarantee.BEST_EFFORT },
      terminationGracePeriod: Duration.seconds(30),
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('proxy')] },
        {
          name: 'proxy',
          image: 'shop/proxy:1',
          role: ContainerRole.APP,
          readyWhen: ReadyCheck.tcpSocket(8080),
          // The file never exists, so the probe always fails.
          liveness: Probe.fromCommand(['test-app', 'check', 'file:/well'], { periodSeconds: Duration.seconds(1), failureThreshold: 5 }),
        },
      ],
    });
  },
  containers: { app: {}, proxy: { tcp: '8080@0s' } },
  expect: [
    follows(term('proxy'), start('app'), { withinMs: 12_000 }),
    follows(start('proxy', 2), start('proxy'), { withinMs: 15_000 }),
    never(exit('app'), { after: start('proxy', 2), forMs: 1000 }),
  ],
};
export default story;
