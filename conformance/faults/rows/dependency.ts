import {
  crashesFirst, created, exit, follows, happens, never, neverStarts, podIp, podPhase, podReady, readLog, running, start, waiting, waitingMessage,
} from '../../runner/story';
import { NEVER } from '../columns';
import { doesNotApply, holds, Row, Runs, runs } from '../matrix';

/** The reason in the status of 'app' while a guard delays it. */
export const HELD_BY_GUARD = waiting('app', 'CreateContainerConfigError');

/** A native sidecar that never runs. */
export const NEVER_RUNS = { dep: { program: '/no/such/program' } };

const waits = runs('waits', c => [neverStarts('app', { after: c.waits, forMs: 10_000 })]);
const restarted: Runs['expect'] = () => [follows(start('dep', 2), exit('dep'))];
const inHook = holds(() => [never(HELD_BY_GUARD, { after: start('dep'), forMs: 5000 })]);

const heldByGuard = runs('waits', () => [
  neverStarts('app', { after: start('dep'), forMs: 25_000 }),
  never(podPhase('Running'), { after: start('dep'), forMs: 25_000 }),
  happens(waitingMessage('app', /^environment variable key "READY" not found in file ".*\/startup-order-state\/dep"$/)),
  happens(running('dep')),
  happens(podIp()),
], { faults: () => [readLog('dep', { at: HELD_BY_GUARD })] });

const heldByGate = runs('waits', () => [
  neverStarts('app', { after: start('dep'), forMs: 10_000 }),
  never(podReady(), { after: start('dep'), forMs: 10_000 }),
  happens(podIp()),
], { faults: () => [readLog('dep', { at: running('dep') })] });

/** Faults of the dependency before it is ready. */
export const DEPENDENCY: readonly Row[] = [
  {
    name: 'none',
    title: 'nothing fails, and the disk of the node is mounted `noexec`',
    life: { readyAt: 2 },
    cells: {
      POSITION_RUNNING: holds(),
      POSITION_COMPLETED: holds(),
      ENTRYPOINT_GATE: holds(),
      ENTRYPOINT_GATE_BY_MARK: holds(() => [happens(podReady())]),
      GUARDED_HOOK: inHook,
      GUARDED_HOOK_ON_SIDECAR: inHook,
      SIDECAR_PROBE: holds(),
      SIDECAR_WAIT_INIT: holds(),
      POST_START: holds(),
      INIT_CONTAINER: holds(),
    },
  },
  {
    name: 'never-ready',
    title: 'the dependency is never ready',
    life: { readyAt: NEVER },
    cells: {
      POSITION_RUNNING: runs('waits', () => [neverStarts('app', { after: created(), forMs: 10_000 })], NEVER_RUNS),
      POSITION_COMPLETED: waits,
      ENTRYPOINT_GATE: heldByGate,
      ENTRYPOINT_GATE_BY_MARK: heldByGate,
      GUARDED_HOOK: heldByGuard,
      GUARDED_HOOK_ON_SIDECAR: heldByGuard,
      SIDECAR_PROBE: waits,
      SIDECAR_WAIT_INIT: waits,
      POST_START: runs('opens', () => [
        follows(start('app'), start('dep'), { atLeastMs: 60_000, withinMs: 70_000 }),
        crashesFirst('app'),
      ], { deadlineMs: 90_000 }),
      INIT_CONTAINER: waits,
    },
  },
  {
    name: 'crashes-first',
    title: 'the dependency crashes before it is ready, and then recovers',
    life: { readyAt: 3, crashAt: 1, crashTimes: 1 },
    cells: {
      POSITION_RUNNING: doesNotApply('the dependent waits only until the dependency runs'),
      POSITION_COMPLETED: holds(restarted),
      ENTRYPOINT_GATE: holds(restarted),
      ENTRYPOINT_GATE_BY_MARK: holds(restarted),
      GUARDED_HOOK: holds(restarted),
      GUARDED_HOOK_ON_SIDECAR: holds(restarted),
      SIDECAR_PROBE: holds(restarted),
      SIDECAR_WAIT_INIT: holds(restarted),
      POST_START: runs('opens', () => [follows(start('app'), exit('dep'), { withinMs: 5000 }), crashesFirst('app')]),
      INIT_CONTAINER: holds(restarted),
    },
  },
];
