import { Duration } from 'cdk8s';
import { Dependency, Guarantee, Mechanism, OnTimeout, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { crashesFirst, follows, start, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER, as asked for: with OnTimeout.CONTINUE the app starts at the timeout although its dependency is not ready.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        {
          name: 'app',
          image: 'shop/app:7',
          dependsOn: [Dependency.on('cache', {
            timeout: Duration.seconds(3),
            onTimeout: OnTimeout.CONTINUE,
            mechanism: Mechanism.POST_START,
            guarantee: Guarantee.START_ORDER,
          })],
        },
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    });
  },
  containers: { app: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@600s' } },
  expect: [follows(start('app'), start('cache'), { atLeastMs: 3000, withinMs: 7000 }), crashesFirst('app')],
};
export default story;
