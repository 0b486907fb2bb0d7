import { Duration } from 'cdk8s';
import { HELD_BY_GUARD, NEVER_RUNS } from './dependency';
import {
  crashesFirst, created, deletePod, ended, exit, follows, happens, injected, killSandbox, Limits, never, neverStarts, podGone, restartKubelet, start,
  startsAfter, startsBefore, terminate,
} from '../../runner/story';
import { Column, NEVER } from '../columns';
import { changes, doesNotApply, holds, Outcome, RESTART_BUG, Row, runs, Runs } from '../matrix';

const SHORT = doesNotApply('the dependent waits only until the dependency runs');
const SAME_WAIT = doesNotApply('the wait has only one phase');
const NO_PROCESS = doesNotApply('no main process waits: the kubelet waits, or a hook and a probe in the container of the dependency');

const RESTART = injected('restart the kubelet');
const afterRestart = (more: Runs['expect'] = () => []) => holds(c => [startsAfter('app', RESTART), ...more(c)]);
/** The status after a restart of the kubelet depends on whether the dependency has run for 10 s (prober_manager.go, kubeletRestartGracePeriod). */
const young: Runs['expect'] = () => [follows(RESTART, start('dep'), { withinMs: 9000 })];
const old: Runs['expect'] = () => [follows(RESTART, start('dep'), { atLeastMs: 11_000 })];
const guardHolds: Runs['expect'] = c => [...old(c), follows(RESTART, HELD_BY_GUARD)];
const opensAfterRestart = (age: Runs['expect'], outcome: Outcome = 'opens') => runs(outcome, c => [
  follows(start('app'), RESTART, { withinMs: 8000 }),
  startsBefore('app', c.there()),
  crashesFirst('app'),
  ...age(c),
]);
/** The cells with the same outcome for each age of the dependency. */
const restarted = (age: Runs['expect']) => ({
  POSITION_COMPLETED: afterRestart(age),
  ENTRYPOINT_GATE: afterRestart(age),
  ENTRYPOINT_GATE_BY_MARK: afterRestart(age),
  SIDECAR_WAIT_INIT: afterRestart(age),
  POST_START: opensAfterRestart(age),
  INIT_CONTAINER: afterRestart(),
});

const DELETION = injected('delete the pod of app');
const gone = (limits: Limits, forMs: number, more: Runs['expect'] = () => []) => runs('ends', c => [
  follows(podGone(), DELETION, limits),
  neverStarts('app', { after: c.waits, forMs }),
  ...more(c),
]);
/** The dependency exits before the API server removes the pod. */
const endsWithin = (withinMs: number): Runs['expect'] => () => [follows(exit('dep'), DELETION, { withinMs })];
const goneAtOnce = gone({ withinMs: 8000 }, 10_000, endsWithin(3000));
/** The gate also obeys SIGTERM. */
const gateGone = gone({ withinMs: 8000 }, 10_000, c => [...endsWithin(3000)(c), happens(ended('app', 143))]);
const HIDDEN = { needsOwnNode: 'the API server returns no log while the hook waits, so no other cluster shows when to delete the pod' };
const goneAfterHook = { ...gone({ atLeastMs: 5000, withinMs: 16_000 }, 16_000), differs: HIDDEN };
const goneFromGuard = {
  ...gone({ withinMs: 8000 }, 18_000, endsWithin(3000)),
  differs: { faults: () => [deletePod('app', { at: HELD_BY_GUARD, afterMs: 1000 })] },
};

/** The agent exits at once, and the kubelet starts the wait again. */
const terminated = runs('holds', c => [
  startsAfter('app', c.there(), { withinMs: c.opensWithinMs }),
  follows(ended(c.waiter!, 143), injected(`terminate ${c.waiter}`), { withinMs: 5000 }),
  never(start('dep', 2), { after: c.waits, forMs: 8000 }),
]);

const LOSS = injected('kill the sandbox of app');
const inNewSandbox = holds(() => [follows(start('dep', 2), LOSS)]);
/** The hook continues in the old sandbox, which can start no container. All containers then start again in a new sandbox. */
const afterOldHook = runs('holds', c => [startsAfter('app', c.there(2), { withinMs: c.opensWithinMs }), follows(start('dep', 2), LOSS)]);

const atOnce = (column: Column) => ({ at: column.waits, afterMs: 1500 });

/** Faults of the pod or its node while the dependent waits. */
export const NODE: readonly Row[] = [
  {
    name: 'kubelet-early',
    title: 'the kubelet restarts in the first 10 s of the wait',
    life: { readyAt: 16 },
    faults: c => [restartKubelet({ at: c.waits, afterMs: 2000 })],
    cells: {
      POSITION_RUNNING: SHORT,
      ...restarted(young),
      GUARDED_HOOK: afterRestart(young),
      GUARDED_HOOK_ON_SIDECAR: afterRestart(young),
      SIDECAR_PROBE: afterRestart(young),
    },
  },
  {
    name: 'kubelet-late',
    title: 'the kubelet restarts later in the wait',
    life: { readyAt: 30 },
    faults: c => [restartKubelet({ at: c.waits, afterMs: 13_000 })],
    cells: {
      POSITION_RUNNING: SHORT,
      ...restarted(old),
      GUARDED_HOOK: afterRestart(guardHolds),
      GUARDED_HOOK_ON_SIDECAR: afterRestart(guardHolds),
      /**
       * kubelet 1.35 to 1.37: SyncPod creates the status before it registers the probes, so the first status after a restart contains
       * `started: true`. With ChangeContainerStatusOnKubeletRestart off (the default from 1.35) the kubelet keeps it, if the container ran for
       * 10 s before the restart. https://github.com/kubernetes/kubernetes/issues/142305
       */
      SIDECAR_PROBE: changes(RESTART_BUG.since, { before: afterRestart(old), after: opensAfterRestart(old, `exception: ${RESTART_BUG.issue}`) }),
    },
  },
  {
    name: 'deleted-early',
    title: 'the pod is deleted in the first seconds of the wait',
    life: { readyAt: NEVER },
    // Long enough to detect a process that does not exit immediately on SIGTERM.
    grace: 30,
    faults: c => [deletePod('app', atOnce(c))],
    cells: {
      POSITION_RUNNING: runs('ends', () => [
        follows(podGone(), DELETION, { withinMs: 8000 }),
        neverStarts('app', { after: created(), forMs: 10_000 }),
      ], { ...NEVER_RUNS, faults: () => [deletePod('app', { at: created(), afterMs: 3000 })] }),
      POSITION_COMPLETED: goneAtOnce,
      ENTRYPOINT_GATE: gateGone,
      ENTRYPOINT_GATE_BY_MARK: gateGone,
      GUARDED_HOOK: goneAfterHook,
      GUARDED_HOOK_ON_SIDECAR: goneAfterHook,
      SIDECAR_PROBE: goneAtOnce,
      SIDECAR_WAIT_INIT: goneAtOnce,
      // After the hook the kubelet starts the next container of the terminating pod and then stops it, mostly after the container has called its dependency.
      POST_START: runs('ends', () => [
        { ...follows(podGone(), DELETION, { atLeastMs: 3000, withinMs: 15_000 }), excuses: 'app' },
        follows(start('app'), DELETION, { atLeastMs: 1000, withinMs: 8000 }),
        startsBefore('app', exit('dep')),
      ], {
        edge: { timeout: Duration.seconds(6), onTimeout: 'CONTINUE' },
        ...HIDDEN,
      }),
      INIT_CONTAINER: gone({ withinMs: 8000 }, 10_000),
    },
  },
  {
    name: 'deleted-late',
    title: 'the pod is deleted later in the wait',
    life: { readyAt: NEVER },
    grace: 30,
    cells: {
      POSITION_RUNNING: SAME_WAIT,
      POSITION_COMPLETED: SAME_WAIT,
      ENTRYPOINT_GATE: SAME_WAIT,
      ENTRYPOINT_GATE_BY_MARK: SAME_WAIT,
      GUARDED_HOOK: goneFromGuard,
      GUARDED_HOOK_ON_SIDECAR: goneFromGuard,
      SIDECAR_PROBE: SAME_WAIT,
      SIDECAR_WAIT_INIT: SAME_WAIT,
      POST_START: SAME_WAIT,
      INIT_CONTAINER: SAME_WAIT,
    },
  },
  {
    name: 'sigterm',
    title: 'the waiting process gets SIGTERM',
    life: { readyAt: 6 },
    faults: c => [terminate(c.waiter!, atOnce(c))],
    cells: {
      POSITION_RUNNING: NO_PROCESS,
      POSITION_COMPLETED: NO_PROCESS,
      ENTRYPOINT_GATE: terminated,
      ENTRYPOINT_GATE_BY_MARK: terminated,
      GUARDED_HOOK: NO_PROCESS,
      GUARDED_HOOK_ON_SIDECAR: NO_PROCESS,
      SIDECAR_PROBE: NO_PROCESS,
      SIDECAR_WAIT_INIT: terminated,
      POST_START: NO_PROCESS,
      INIT_CONTAINER: terminated,
    },
  },
  {
    name: 'sandbox-waiting',
    title: 'the sandbox is lost during the wait',
    // Ready only after the kubelet has detected the loss.
    life: { readyAt: 8 },
    faults: c => [killSandbox('app', atOnce(c))],
    cells: {
      POSITION_RUNNING: SHORT,
      // The first run ends with its sandbox, also with exit code 0.
      POSITION_COMPLETED: afterOldHook,
      ENTRYPOINT_GATE: inNewSandbox,
      ENTRYPOINT_GATE_BY_MARK: inNewSandbox,
      GUARDED_HOOK: afterOldHook,
      GUARDED_HOOK_ON_SIDECAR: afterOldHook,
      SIDECAR_PROBE: inNewSandbox,
      SIDECAR_WAIT_INIT: inNewSandbox,
      POST_START: afterOldHook,
      INIT_CONTAINER: holds(),
    },
  },
];
