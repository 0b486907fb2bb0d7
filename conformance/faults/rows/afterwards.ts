import { crashesIn, exit, follows, injected, kill, killSandbox, never, start, startsAfter } from '../../runner/story';
import { Column } from '../columns';
import { doesNotApply, holds, Row, runs } from '../matrix';

const ENDED = doesNotApply('a completed container cannot fail again');
const OUTSIDE = doesNotApply('the dependency is outside the sandbox of the pod');
const RUNS_AGAIN = doesNotApply('the dependency runs as soon as it starts again');

const inOrder = (c: Column) => startsAfter('app', c.there(), { withinMs: c.opensWithinMs });
/** After a later restart the dependency is missing. */
const firstInOrder = (c: Column) => follows(start('app'), c.there(), { withinMs: c.opensWithinMs });

const undisturbed = runs('runs on', c => [
  never(start('app', 2), { after: exit('dep'), forMs: 5000 }),
  never(exit('app'), { after: exit('dep'), forMs: 5000 }),
  inOrder(c),
  follows(start('dep', 2), exit('dep')),
]);

/** The restarted dependent waits until the dependency, restarted after its crash, is ready for the nth time. */
const waitsAgain = (nth: number, withinMs: number) => runs('holds', c => [
  follows(start('app', 2), c.there(nth), { withinMs }),
  follows(start('dep', nth), exit('dep', nth - 1)),
  inOrder(c),
]);
const doesNotLook = runs('opens', c => [crashesIn(2, 'app'), firstInOrder(c)]);
/** The kubelet restarts the dependency first, and restarts the dependent after the hook of the dependency. */
const afterTheHook = runs('holds, not promised', waitsAgain(2, 5000).expect);

const startsAnew = holds(c => [
  follows(start('dep', 2), injected('kill the sandbox of app')),
  follows(start('app', 2), c.there(2), { withinMs: c.opensWithinMs }),
]);

const startsAnewInOrder = holds(c => [
  follows(start('dep', 3), injected('kill the sandbox of app')),
  follows(start('app', 2), c.there(3), { withinMs: 15_000 }),
]);

/** Faults after the start. EVERY_START covers them all; FAIL_CLOSED covers faults that start the pod again. */
export const AFTERWARDS: readonly Row[] = [
  {
    name: 'sandbox-later',
    title: 'the sandbox is lost after all containers have started',
    life: { readyAt: 3 },
    faults: () => [killSandbox('app', { at: start('app'), afterMs: 1000 })],
    cells: {
      POSITION_RUNNING: startsAnew,
      POSITION_COMPLETED: startsAnew,
      ENTRYPOINT_GATE: startsAnew,
      ENTRYPOINT_GATE_BY_MARK: startsAnew,
      GUARDED_HOOK: startsAnew,
      GUARDED_HOOK_ON_SIDECAR: startsAnew,
      SIDECAR_PROBE: startsAnew,
      SIDECAR_WAIT_INIT: startsAnew,
      POST_START: startsAnew,
      INIT_CONTAINER: holds(() => [follows(start('app', 2), injected('kill the sandbox of app'))]),
    },
  },
  {
    name: 'sandbox-later-crashed',
    title: 'the sandbox is lost while the dependency is down, in crash back-off',
    life: { readyAt: 1, crashAt: 5, crashTimes: 2 },
    faults: () => [killSandbox('app', { at: exit('dep', 2), afterMs: 1500 })],
    cells: {
      POSITION_RUNNING: startsAnewInOrder,
      POSITION_COMPLETED: ENDED,
      ENTRYPOINT_GATE: startsAnewInOrder,
      ENTRYPOINT_GATE_BY_MARK: startsAnewInOrder,
      // The kubelet does not start the dependency, so no hook empties the marker of the old sandbox before the kubelet reads it.
      GUARDED_HOOK: doesNotLook,
      GUARDED_HOOK_ON_SIDECAR: startsAnewInOrder,
      SIDECAR_PROBE: startsAnewInOrder,
      SIDECAR_WAIT_INIT: startsAnewInOrder,
      POST_START: doesNotLook,
      INIT_CONTAINER: OUTSIDE,
    },
  },
  {
    name: 'crashes-later',
    title: 'the dependency crashes while the dependent runs',
    life: { readyAt: 1, crashAt: 6, crashTimes: 1 },
    cells: {
      POSITION_RUNNING: undisturbed,
      POSITION_COMPLETED: ENDED,
      ENTRYPOINT_GATE: undisturbed,
      ENTRYPOINT_GATE_BY_MARK: undisturbed,
      GUARDED_HOOK: undisturbed,
      GUARDED_HOOK_ON_SIDECAR: undisturbed,
      SIDECAR_PROBE: undisturbed,
      SIDECAR_WAIT_INIT: undisturbed,
      POST_START: undisturbed,
      // The dependency starts before the pod.
      INIT_CONTAINER: { ...undisturbed, differs: { life: { readyAt: 1, crashAt: 10, crashTimes: 1 } } },
    },
  },
  {
    name: 'app-restarts',
    title: 'the dependent restarts while the dependency starts again',
    life: { readyAt: 5, crashAt: 8, crashTimes: 1 },
    app: { crashAt: '5s', crashTimes: 1 },
    bystander: true,
    cells: {
      POSITION_RUNNING: RUNS_AGAIN,
      POSITION_COMPLETED: ENDED,
      ENTRYPOINT_GATE: waitsAgain(2, 2000),
      ENTRYPOINT_GATE_BY_MARK: waitsAgain(2, 2500),
      GUARDED_HOOK: waitsAgain(2, 15_000),
      // The back-off of a container that has run before adds to the time.
      GUARDED_HOOK_ON_SIDECAR: waitsAgain(2, 15_000),
      SIDECAR_PROBE: doesNotLook,
      SIDECAR_WAIT_INIT: doesNotLook,
      POST_START: afterTheHook,
      INIT_CONTAINER: doesNotLook,
    },
  },
  {
    name: 'app-restarts-alone',
    title: 'the dependent restarts while the dependency is down, in crash back-off',
    life: { readyAt: 1, crashAt: 5, crashTimes: 2 },
    bystander: true,
    faults: () => [kill('app', { at: exit('dep', 2), afterMs: 1500 })],
    cells: {
      POSITION_RUNNING: runs('opens', c => [follows(start('dep', 3), start('app', 2)), inOrder(c)]),
      POSITION_COMPLETED: ENDED,
      ENTRYPOINT_GATE: waitsAgain(3, 2000),
      ENTRYPOINT_GATE_BY_MARK: waitsAgain(3, 2000),
      GUARDED_HOOK: doesNotLook,
      GUARDED_HOOK_ON_SIDECAR: doesNotLook,
      SIDECAR_PROBE: doesNotLook,
      SIDECAR_WAIT_INIT: doesNotLook,
      POST_START: doesNotLook,
      INIT_CONTAINER: { ...doesNotLook, differs: { life: { readyAt: 1, crashAt: 9, crashTimes: 2 } } },
    },
  },
];
