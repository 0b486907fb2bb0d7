import { ApiObject } from 'cdk8s';
import { Dependency, Mechanism, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { before, deletePod, ended, follows, happens, injected, never, neverStarts, podGone, ready, running, prints, start, startsAfter, Story } from '../runner/story';
import { AS_ROOT, attacked, CONTAINERS, PRECIOUS } from './apps/attacked';

const DELETION = injected('delete the pod of first');

/** The time after which the witness opens the FIFO. Until then the kubelet waits. */
const OPENS_AFTER_SECONDS = 14;

/** A container that mounts the state volume as root replaces a marker file. */
export const stories: Readonly<Record<string, Story>> = {
  'attack-fifo': {
    about: 'A container replaces the marker file of a gate by a FIFO: the other container does not hang, and does not start.',
    app: attacked('mkfifo /state/app.gate; chmod 666 /state/app.gate'),
    containers: CONTAINERS,
    expect: [
      happens(ended('app', 1)),
      happens(prints('app', /cannot write the marker file/)),
      neverStarts('app', { after: running('witness'), forMs: 6000 }),
      neverStarts('late', { after: running('witness'), forMs: 6000 }),
    ],
  },
  'attack-fifo-guard': {
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
  },
  'attack-garbage': {
    about: 'A container fills the marker file of a gate with garbage: the other containers start in their order.',
    app: attacked("head -c 100000 /dev/urandom >/state/app.gate; echo \"OPEN='true'\" >>/state/app.gate"),
    containers: CONTAINERS,
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 1500 }),
      // The agent writes the mark of its gate before it executes the command, so a dependent can start some milliseconds earlier.
      follows(start('late'), start('app'), { atLeastMs: -500 }),
    ],
  },
  'attack-link': {
    about: 'A container replaces the marker file of a gate by a link: the other container truncates no file through the link, and does not start.',
    app: attacked(
      `echo kept >${PRECIOUS}; chmod 666 ${PRECIOUS}; ln -s ${PRECIOUS} /state/app.gate`,
      `echo "the other file is $(cat ${PRECIOUS})"`,
    ),
    containers: CONTAINERS,
    expect: [
      happens(ended('app', 1)),
      happens(prints('app', /cannot write the marker file/)),
      happens(prints('witness', 'the other file is kept')),
      neverStarts('app', { after: running('witness'), forMs: 6000 }),
      neverStarts('late', { after: running('witness'), forMs: 6000 }),
    ],
  },
};
