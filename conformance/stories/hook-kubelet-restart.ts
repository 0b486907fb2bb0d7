import { Dependency, Guarantee, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { crashesFirst, restartKubelet, start, startsBefore, ready, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER: a restart of the kubelet while a hook waits opens POST_START.',
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
  containers: { app: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@10s' } },
  faults: [restartKubelet({ at: start('cache'), afterMs: 1000 })],
  expect: [crashesFirst('app'), startsBefore('app', ready('cache'))],
};
export default story;
