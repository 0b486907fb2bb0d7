import { Duration } from 'cdk8s';
import { crashesFirst, ended, follows, freeze, happens, injected, never, podReady, running, start, startsAfter } from '../../runner/story';
import { NEVER } from '../columns';
import { refused, Row, runs } from '../matrix';

/** The kubelet starts the wait again after its back-off. The dependency keeps running. */
const waitsAgain = runs('holds', c => [
  startsAfter('app', c.there(), { withinMs: 20_000 }),
  happens(ended(c.waiter!, 124)),
  never(start('dep', 2), { after: c.waits, forMs: 12_000 }),
]);

/** The dependency hangs, and the kubelet restarts it. */
const restartsDependency = runs('holds', c => [
  startsAfter('app', c.there(), { withinMs: c.opensWithinMs }),
  follows(start('dep', 2), injected('freeze dep'), { atLeastMs: 7000, withinMs: 28_000 }),
  startsAfter('app', start('dep', 2)),
], {
  life: { readyAt: 4 },
  edge: { timeout: Duration.seconds(7), onTimeout: 'FAIL' },
  faults: () => [freeze('dep', { at: start('dep') })],
});

const goesOn = runs('opens', () => [follows(start('app'), start('dep'), { atLeastMs: 3000, withinMs: 9000 }), crashesFirst('app')]);

/** The gate opens, and the pod becomes Ready, because 'app' here does not need its dependency. */
const opensGate = runs('opens', c => [
  follows(start('app'), start('dep'), { atLeastMs: 3000, withinMs: 9000 }),
  happens(podReady()),
  never(c.there(), { after: start('dep'), forMs: 9000 }),
], { app: { needs: [] } });

/** Waits longer than their timeout. */
export const TIMEOUTS: readonly Row[] = [
  {
    name: 'timeout-fail',
    title: 'the wait times out with `FAIL`',
    life: { readyAt: 8 },
    edge: { timeout: Duration.seconds(2), onTimeout: 'FAIL' },
    cells: {
      POSITION_RUNNING: refused('SO406'),
      POSITION_COMPLETED: refused('SO406'),
      ENTRYPOINT_GATE: waitsAgain,
      ENTRYPOINT_GATE_BY_MARK: waitsAgain,
      GUARDED_HOOK: restartsDependency,
      GUARDED_HOOK_ON_SIDECAR: refused('SO402'),
      SIDECAR_PROBE: restartsDependency,
      SIDECAR_WAIT_INIT: waitsAgain,
      POST_START: refused('SO404'),
      INIT_CONTAINER: waitsAgain,
    },
  },
  {
    name: 'timeout-continue',
    title: 'the wait times out with `CONTINUE`',
    life: { readyAt: NEVER },
    edge: { timeout: Duration.seconds(3), onTimeout: 'CONTINUE' },
    cells: {
      POSITION_RUNNING: refused('SO406'),
      POSITION_COMPLETED: refused('SO406'),
      ENTRYPOINT_GATE: opensGate,
      ENTRYPOINT_GATE_BY_MARK: opensGate,
      GUARDED_HOOK: refused('SO402'),
      GUARDED_HOOK_ON_SIDECAR: refused('SO402'),
      SIDECAR_PROBE: refused('SO402'),
      SIDECAR_WAIT_INIT: goesOn,
      POST_START: goesOn,
      // The API server reports the start of the wait a moment later.
      INIT_CONTAINER: runs('opens', c => [
        follows(start('app'), running(c.waiter!), { atLeastMs: 2000, withinMs: 9000 }),
        crashesFirst('app'),
      ]),
    },
  },
];
