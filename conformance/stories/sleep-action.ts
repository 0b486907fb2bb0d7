import { Duration } from 'cdk8s';
import { Dependency, Guarantee, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { before, follows, start, Story } from '../runner/story';

const story: Story = {
  about: 'The sleep action of the kubelet delays the app for a fixed time, without an injected container.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT })] },
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.delay(Duration.seconds(3)) },
      ],
    });
  },
  containers: { app: {}, cache: {} },
  expect: [follows(start('app'), start('cache'), { atLeastMs: 3000, withinMs: 4500 })],
  doesNotApply: before(30, 'no sleep action'),
};
export default story;
