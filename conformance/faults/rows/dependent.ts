import { doesNotApply, holds, Row, Runs, runs } from '../matrix';
import { HELD_BY_GUARD } from './dependency';
import { ended, follows, happens, never, podIp, readLog, ready, start } from '../../runner/story';

/** No probe of the dependent kills the dependent during a long wait or after it. */
const notKilled: Runs['expect'] = () => [never(start('app', 2), { after: ready('app'), forMs: 5000 })];
const beyondTheHook = holds(c => [
  ...notKilled(c),
  follows(ready('dep'), HELD_BY_GUARD),
  happens(podIp()),
], { faults: () => [readLog('dep', { at: HELD_BY_GUARD })] });

/** The kubelet tries to start 'app' after the dependency is ready. The failure does not restart the dependency. */
const fails = (exitCode: number) => runs('fails alone', c => [
  follows(ended('app', exitCode), c.there(), { withinMs: c.opensWithinMs + 2000 }),
  never(start('dep', 2), { after: c.there(), forMs: 4000 }),
]);
/** The exit code of the kubelet for a program that the runtime cannot start. A gate exits with the exit code of a shell. */
const REFUSED_BY_RUNTIME = 128;

const broken = (inGate: number): Row['cells'] => ({
  POSITION_RUNNING: fails(REFUSED_BY_RUNTIME),
  POSITION_COMPLETED: fails(REFUSED_BY_RUNTIME),
  ENTRYPOINT_GATE: fails(inGate),
  ENTRYPOINT_GATE_BY_MARK: fails(inGate),
  GUARDED_HOOK: fails(REFUSED_BY_RUNTIME),
  GUARDED_HOOK_ON_SIDECAR: fails(REFUSED_BY_RUNTIME),
  SIDECAR_PROBE: fails(REFUSED_BY_RUNTIME),
  SIDECAR_WAIT_INIT: fails(REFUSED_BY_RUNTIME),
  POST_START: fails(REFUSED_BY_RUNTIME),
  INIT_CONTAINER: fails(REFUSED_BY_RUNTIME),
});

/** Faults of the dependent. */
export const DEPENDENT: readonly Row[] = [
  {
    name: 'liveness',
    title: 'the dependent has a liveness probe and waits 15 s',
    life: { readyAt: 15 },
    app: { tcp: '9000' },
    liveness: true,
    cells: {
      POSITION_RUNNING: doesNotApply('the dependent waits only until the dependency runs'),
      POSITION_COMPLETED: holds(notKilled),
      ENTRYPOINT_GATE: holds(notKilled),
      ENTRYPOINT_GATE_BY_MARK: holds(notKilled),
      GUARDED_HOOK: beyondTheHook,
      GUARDED_HOOK_ON_SIDECAR: beyondTheHook,
      SIDECAR_PROBE: holds(notKilled),
      SIDECAR_WAIT_INIT: holds(notKilled),
      POST_START: holds(notKilled),
      INIT_CONTAINER: holds(notKilled),
    },
  },
  {
    name: 'no-command',
    title: 'the command of the dependent does not exist',
    life: { readyAt: 2 },
    app: { program: '/no/such/program' },
    cells: broken(127),
  },
  {
    name: 'not-executable',
    title: 'the command of the dependent cannot be executed',
    life: { readyAt: 2 },
    // The kubelet creates this file in every container.
    app: { program: '/etc/hosts' },
    cells: broken(126),
  },
];
