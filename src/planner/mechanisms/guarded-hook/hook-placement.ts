/**
 * Which hooks wait for the sake of guards. They only make a start quicker: the probe of a dependency opens its guards as well, if up to
 * 1.5 s later (docs/explanation/decisions/guarded-hook.md). So they may not make any start slower, and a hook holds back everything that has not started
 * yet: it stands right in front of the first container that needs its result, and only where everything from there on needs it and nothing
 * in front of it may still be held. Besides, who is held itself may look whether that is so (watchful-hooks.ts).
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

/** A hook blocks the deletion of the pod and hides its status, so it gives up early; behind it the guards hold. */
const BUDGET_SECONDS = 10;
/** The same for all hooks of a pod together, as one may wait after the other. */
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
  // One that waits for others only gives way: their probes have begun long before its container starts.
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

/** The holes of such an array are not counted. */
function countEntries(byPlace: readonly unknown[]): number {
  return Object.keys(byPlace).length;
}

/** By the place of a carrier, what it waits for: its own steps first, as the others may be down when it is started again. */
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
  // More hooks than seconds would have no time to wait.
  for (const { first, needed, carrier } of candidates.slice(0, POD_BUDGET_SECONDS)) {
    const started = findStartedBefore(carrier!, guards);
    const isStarted = ({ place }: ContainerIntent) => (guards[place] ?? []).every(g => started.has(g.dependency));
    // One in front that may still be held would be held by this hook as well.
    if (!app.slice(0, first).every(isStarted)) { continue; }
    const own = listSteps(guarded[carrier!.place]!);
    const isNeeded = needed.some(g => g.dependency === carrier);
    // The hook would wait in vain for one that may still be held: that one cannot start before the hook ends.
    const others = needed.filter(g => g.dependency !== carrier && isStarted(g.dependency)).flatMap(g => [translateSteps(carrier!, g) ?? []]);
    const canWait = (steps: readonly WaitStep[]) => isWorthWaiting(steps, BUDGET_SECONDS);
    const waits = [...(isNeeded && canWait(own) ? own : takeImmediateSteps(own)), ...others.filter(canWait).flat()];
    if (waits.some(s => 'check' in s)) { waitingAt[carrier!.place] = waits; }
  }
  return waitingAt;
}

/** What guards wait for, by the index in `app` from which on everything needs it. */
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
 * By the place of a dependency, the index in `app` from which on everything needs it; `undefined`: there is none. What stands behind the
 * first that needs it needs it too when it has a dependency from there on: that one needs it already. So only those without any have to
 * name it themselves, and for each index these need only be counted.
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

/** For each index, how many from there on have no dependency from there on. */
function countRoots(latest: readonly number[]): number[] {
  const changes = [...latest.map(() => 0), 0];
  latest.forEach((dependency, index) => {
    changes[dependency + 1]++;
    changes[index + 1]--;
  });
  let count = 0;
  return changes.map(change => count += change);
}
