import { ApiObject } from 'cdk8s';
import { Dependency, Mechanism, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { AS_ROOT } from './apps/attacked';
import { before, deletePod, follows, injected, never, neverStarts, podGone, start, Story } from '../runner/story';

const DELETION = injected('delete the pod of first');

/** The time after which the witness opens the FIFO. Until then the kubelet waits. */
const OPENS_AFTER_SECONDS = 14;

const story: Story = {
  about: 'A container replaces the marker file of a guard by a FIFO: the kubelet waits when it opens the file, and neither starts nor stops a container of this pod until a process opens the FIFO.',
  app: (chart, { kubernetesVersion }) => {
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: {
        terminationGracePeriodSeconds: 2,
        initContainers: [{ name: 'attacker', command: ['sh', '-c', 'mkfifo /state/cache; chmod 666 /state/cache'], ...AS_ROOT }],
        containers: [
          { name: 'witness', command: ['sh', '-c', `sleep ${OPENS_AFTER_SECONDS}; echo >/state/cache; sleep 600`], ...AS_ROOT },
          { name: 'first', image: 'shop/first:7' },
          { name: 'cache', image: 'shop/cache:2' },
          { name: 'app', image: 'shop/app:7' },
          { name: 'last', image: 'shop/last:7' },
        ],
      },
    });
    const order = StartupOrder.of(pod, { kubernetesVersion });
    order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
    order.declare('app', { dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] });
  },
  containers: { first: {}, cache: { tcp: '6379@0s' }, app: {}, last: {} },
  doesNotApply: before(35, 'no variables from files'),
  faults: [deletePod('first', { at: start('first'), afterMs: 3000 })],
  expect: [
    neverStarts('app', { after: start('first'), forMs: 9000 }),
    neverStarts('last', { after: start('first'), forMs: 9000 }),
    never(podGone(), { after: DELETION, forMs: 6000 }),
    follows(podGone(), DELETION, { withinMs: 30_000 }),
  ],
};
export default story;
