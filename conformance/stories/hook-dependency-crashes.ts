import { Dependency, Guarantee, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { crashesFirst, exit, follows, start, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER: a dependency that crashes before it is ready opens POST_START. That is why it promises START_ORDER only.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        {
          name: 'app',
          image: 'shop/app:7',
          dependsOn: [Dependency.on('cache', { mechanism: Mechanism.POST_START, guarantee: Guarantee.START_ORDER })],
        },
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    });
  },
  containers: { app: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@4s', crashAt: '1s', crashTimes: 1 } },
  expect: [follows(start('app'), exit('cache'), { withinMs: 5000 }), crashesFirst('app')],
};
export default story;
