import { Dependency, Guarantee, Mechanism, OrderedPod, ReadyCheck, StartCondition } from 'cdk8s-startup-order';
import { ready, start, startsAfter, startsBefore, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER: a container that waits by list order until an app is RUNNING starts while the gate of the app still waits. The plan contains a warning.',
  app: (chart, { kubernetesVersion }) => {
    const { startupOrder } = new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        { name: 'metrics', image: 'shop/metrics:1', dependsOn: [Dependency.on('app', { condition: StartCondition.RUNNING, guarantee: Guarantee.BEST_EFFORT })] },
        { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('cache', { mechanism: Mechanism.ENTRYPOINT_GATE })] },
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    });
    const { warnings } = startupOrder.plan();
    if (!warnings.some(w => w.startsWith("'metrics' starts when the gate of 'app' runs"))) { throw new Error('the plan contains no warning about the gate'); }
  },
  containers: { metrics: {}, app: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@4s' } },
  expect: [startsBefore('metrics', start('app'), { atLeastMs: 500 }), startsAfter('app', ready('cache'))],
};
export default story;
