/**
 * Decides which hooks wait for guards. A hook only makes a start faster: the probe of a dependency opens the guards, too, up to 1.5 s later
 * (docs/explanation/decisions/guarded-hook.md). So no hook may make a start slower. A hook holds all containers that have not started. It runs
 * directly before the first container that needs its result, and only if all later containers need the result and no guard may still hold an earlier
 * container. The hook of a container with guards can check that itself (conditional-hooks.ts).
 */
import { placeConditionalHooks } from './conditional-hooks';
import { MarkerHook } from './marker-hook';
import { GuardMarker, groupGuards, isWorthWaiting, findStartedBefore, listSteps, translateSteps, takeImmediateSteps } from './markers';
import { marksInStartupProbe } from './probes';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent } from '../../../pod/intent';
import { WaitStep } from '../../../pod/pod-plan';
import { Edge } from '../../graph/edge';
import { findHookProblems } from '../post-start/plan';
import { findLongestTimeout } from '../timeouts';

/** A hook blocks the deletion of the pod and hides its status, so it gives up early. The guards still hold. */
const BUDGET_SECONDS = 10;
/** The budget of all hooks of a pod, which may wait one after the other. */
const POD_BUDGET_SECONDS = 20;

/** `lastBefore`: the container directly before the first of `containers`; `undefined`: no such container. */
export function placeMarkerHooks(
  guarded: readonly (GuardMarker | undefined)[], app: readonly ContainerIntent[], lastBefore: ContainerIntent | undefined, edges: readonly Edge[],
): MarkerHook[] {
  if (guarded.length === 0) { return []; }
  const able = guarded.map(g => g && findHookProblems(g.dependency).length === 0 ? g : undefined);
  const carriers = able.flatMap(g => g ?? []);
  const waitingAt = placeWaits(carriers, guarded, app, lastBefore, edges);
  const waitsForItself = ({ place, name }: ContainerIntent) => waitingAt[place]?.some(s => 'check' in s && s.dependency === name);
  const watched = new Set<ContainerIntent>();
  // A wait for other containers only gives way: their probes have begun long before the carrier starts.
  for (const hook of placeConditionalHooks(able, guarded, app, edges, BUDGET_SECONDS).filter(h => !waitsForItself(h.carrier))) {
    if (countEntries(waitingAt) === POD_BUDGET_SECONDS) { break; }
    waitingAt[hook.carrier.place] = hook.waits;
    hook.watched.forEach(c => watched.add(c));
  }
  const share = Math.max(1, Math.floor(POD_BUDGET_SECONDS / countEntries(waitingAt)));
  return carriers.map(marked => {
    const { dependency: carrier } = marked;
    const steps = listSteps(marked);
    const lingers = marksInStartupProbe(carrier) ? steps : [];
    const waits = waitingAt[carrier.place];
    const running = watched.has(carrier) && steps.every(s => !('marks' in s && s.marks === StartCondition.RUNNING))
      ? [{ dependency: carrier.name, marks: StartCondition.RUNNING }] : [];
    if (!waits) { return { carrier, waits: [...running, ...takeImmediateSteps(steps)], lingers }; }
    const budgetSeconds = Math.min(BUDGET_SECONDS, share, findLongestTimeout(marked.edges) ?? Infinity);
    return { carrier, waits: [...running, ...waits], lingers, budgetSeconds };
  });
}

/** Counts the entries of a sparse array. */
function countEntries(byPlace: readonly unknown[]): number {
  return Object.keys(byPlace).length;
}

/**
 * Returns the steps of each carrier, by container index. Its own steps come first, because the other containers may be down when the kubelet restarts
 * it.
 */
function placeWaits(
  carriers: readonly GuardMarker[], guarded: readonly (GuardMarker | undefined)[], app: readonly ContainerIntent[],
  lastBefore: ContainerIntent | undefined, edges: readonly Edge[],
): (readonly WaitStep[])[] {
  const guards = groupGuards(guarded);
  const able = new Set(carriers.map(c => c.dependency.place));
  const waitingAt: (readonly WaitStep[])[] = [];
  const candidates = [...groupByFirstNeeder(guarded, app, edges)].sort(([a], [b]) => a - b)
    .map(([first, needed]) => ({ first, needed, carrier: first === 0 ? lastBefore : app[first - 1] }))
    .filter(({ carrier }) => carrier && able.has(carrier.place));
  // Each hook needs at least one second of the budget.
  for (const { first, needed, carrier } of candidates.slice(0, POD_BUDGET_SECONDS)) {
    const started = findStartedBefore(carrier!, guards);
    const isStarted = ({ place }: ContainerIntent) => (guards[place] ?? []).every(g => started.has(g.dependency));
    // The hook would also hold an earlier container that waits for a guard.
    if (!app.slice(0, first).every(isStarted)) { continue; }
    const own = listSteps(guarded[carrier!.place]!);
    const isNeeded = needed.some(g => g.dependency === carrier);
    // A container that a guard may still hold cannot start before the hook ends.
    const others = needed.filter(g => g.dependency !== carrier && isStarted(g.dependency)).flatMap(g => [translateSteps(carrier!, g) ?? []]);
    const canWait = (steps: readonly WaitStep[]) => isWorthWaiting(steps, BUDGET_SECONDS);
    const waits = [...(isNeeded && canWait(own) ? own : takeImmediateSteps(own)), ...others.filter(canWait).flat()];
    if (waits.some(s => 'check' in s)) { waitingAt[carrier!.place] = waits; }
  }
  return waitingAt;
}

/** Groups the dependencies of guards by the index in `app` from which on all containers need them. */
function groupByFirstNeeder(
  guarded: readonly (GuardMarker | undefined)[], app: readonly ContainerIntent[], edges: readonly Edge[],
): Map<number, GuardMarker[]> {
  const first = findFirstNeeders(app, edges);
  const needed = new Map<number, GuardMarker[]>();
  for (const g of guarded) {
    const index = g && first[g.dependency.place];
    if (index === undefined) { continue; }
    const known = needed.get(index);
    if (known) { known.push(g!); } else { needed.set(index, [g!]); }
  }
  return needed;
}

/**
 * Returns, by the index of a dependency, the index in `app` from which on all containers need it; `undefined`: no such index. A later container with
 * a dependency from there on needs it indirectly. So only containers without such a dependency have to name it, and counting these is enough.
 */
function findFirstNeeders(app: readonly ContainerIntent[], edges: readonly Edge[]): (number | undefined)[] {
  const indexOf: number[] = [];
  app.forEach((c, i) => { indexOf[c.place] = i; });
  const latest = app.map(() => -1);
  const needers: number[][] = [];
  for (const { dependent, dependency } of edges) {
    const index = indexOf[dependent.place];
    if (index === undefined) { continue; }
    latest[index] = Math.max(latest[index], indexOf[dependency.place] ?? -1);
    (needers[dependency.place] ??= []).push(index);
  }
  const roots = countRoots(latest);
  return needers.map(indices => {
    const first = indices.reduce((a, b) => Math.min(a, b));
    const named = new Set(indices.filter(i => latest[i] < first)).size;
    return named === roots[first] ? first : undefined;
  });
}

/** Counts, for each index, the later containers without a dependency from there on. */
function countRoots(latest: readonly number[]): number[] {
  const changes = [...latest.map(() => 0), 0];
  latest.forEach((dependency, index) => {
    changes[dependency + 1]++;
    changes[index + 1]--;
  });
  let count = 0;
  return changes.map(change => count += change);
}
