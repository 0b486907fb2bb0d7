import { Duration } from 'cdk8s';
import { Dependency, Guarantee, Mechanism, OnTimeout, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { deletePod, follows, injected, podGone, start, Story } from '../runner/story';

const story: Story = {
  about: 'The price of POST_START: a deletion takes effect only when the hook has ended, here at its timeout.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      terminationGracePeriod: Duration.seconds(1),
      containers: [
        {
          name: 'app',
          image: 'shop/app:7',
          dependsOn: [Dependency.on('cache', {
            timeout: Duration.seconds(6),
            onTimeout: OnTimeout.CONTINUE,
            mechanism: Mechanism.POST_START,
            guarantee: Guarantee.START_ORDER,
          })],
        },
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    });
  },
  containers: { app: {}, cache: { tcp: '6379@600s' } },
  faults: [deletePod('cache', { at: start('cache'), afterMs: 1000 })],
  expect: [follows(podGone(), injected('delete the pod of cache'), { atLeastMs: 3000, withinMs: 15_000 })],
  needsOwnNode: 'while the hook waits, the API server shows no log that tells when to delete',
};
export default story;
