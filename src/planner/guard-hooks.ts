/**
 * Which hooks wait for the sake of guards. They only make a start quicker: the probe of a dependency opens its guards as well, if up to
 * 1.5 s later (docs/decisions/guarded-hook.md). So they may not make any start slower, and a hook holds back everything that has not started
 * yet: it stands right in front of the first container that needs its result, and only where everything from there on needs it and nothing
 * in front of it may still be held. Besides, who is held itself may wait for itself, for a moment (brief-hooks.ts).
 */
import { briefCarriers, BRIEF_BUDGET_SECONDS } from './brief-hooks';
import { Guarded, isWorthWaiting, stepsOf, stepsSeenFrom, withoutWaiting } from './guarded';
import { hookProblems } from './hooks';
import { longestTimeout } from './limits';
import { Edge } from './resolve';
import { marksInStartupProbe } from './triggers';
import { ContainerIntent } from '../model/private/intent';
import { WaitStep } from '../model/private/pod-plan';

/** What a guarded dependency's hook does, besides emptying its marker file. */
export interface GuardHook {
  readonly carrier: ContainerIntent;
  readonly waits: readonly WaitStep[];
  /** Where a startup probe makes the marks: after a restart of the kubelet it may never be made again, and then this makes them. */
  readonly lingers: readonly WaitStep[];
  /** `undefined`: it does not wait. */
  readonly budgetSeconds?: number;
}

/** A hook blocks the deletion of the pod and hides its status, so it gives up early; behind it the guards hold. */
const BUDGET_SECONDS = 10;
/** The same for all hooks of a pod together, as one may wait after the other. */
const POD_BUDGET_SECONDS = 20;

export interface StartOrder {
  /** The containers of `containers`. */
  readonly app: readonly ContainerIntent[];
  /** What stands right in front of them; `undefined`: nothing, or nothing that can carry a hook. */
  readonly lastBefore?: ContainerIntent;
}

export function guardHooks(guarded: readonly (Guarded | undefined)[], order: StartOrder, edges: readonly Edge[]): GuardHook[] {
  if (guarded.length === 0) { return []; }
  const carriers = guarded.flatMap(g => g && hookProblems(g.dependency).length === 0 ? [g] : []);
  const waitingAt = waitingPlaces(carriers, guarded, order, edges);
  const own = carriers.map(c => ({ container: c.dependency, steps: stepsOf(c) }));
  const budgets = budgetsOf(carriers.filter(c => waitingAt[c.dependency.place]), briefCarriers(own, waitingAt, order, guarded));
  return own.map(({ container: carrier, steps }, i) => {
    const lingers = marksInStartupProbe(carrier) ? steps : [];
    const budget = budgets[carrier.place];
    if (!budget) { return { carrier, waits: withoutWaiting(steps), lingers }; }
    const budgetSeconds = Math.min(budget.seconds, longestTimeout(carriers[i].edges) ?? Infinity);
    return { carrier, waits: budget.isBrief ? steps : waitingAt[carrier.place], lingers, budgetSeconds };
  });
}

/** By the place of a carrier, how long it may wait; the brief ones share what the others leave. */
function budgetsOf(waiting: readonly Guarded[], brief: readonly ContainerIntent[]): { readonly seconds: number; readonly isBrief: boolean }[] {
  const replaced = new Set(brief);
  const long = waiting.filter(g => !replaced.has(g.dependency));
  const share = Math.min(BUDGET_SECONDS, Math.max(1, Math.floor(POD_BUDGET_SECONDS / long.length)));
  const spareSeconds = POD_BUDGET_SECONDS - (long.length === 0 ? 0 : long.length * share);
  const budgets: { seconds: number; isBrief: boolean }[] = [];
  for (const { dependency } of long) { budgets[dependency.place] = { seconds: share, isBrief: false }; }
  const inTime = brief.slice(0, Math.floor(spareSeconds / BRIEF_BUDGET_SECONDS));
  for (const { place } of inTime) { budgets[place] = { seconds: BRIEF_BUDGET_SECONDS, isBrief: true }; }
  return budgets;
}

/** By the place of a carrier, what it waits for: its own steps first, as the others may be down when it is started again. */
function waitingPlaces(
  carriers: readonly Guarded[], guarded: readonly (Guarded | undefined)[], { app, lastBefore }: StartOrder, edges: readonly Edge[],
): (readonly WaitStep[])[] {
  const guardsOf = guardedDependencies(guarded);
  const able = new Set(carriers.map(c => c.dependency.place));
  const waitingAt: (readonly WaitStep[])[] = [];
  const candidates = [...neededFrom(guarded, app, edges)].sort(([a], [b]) => a - b)
    .map(([first, needed]) => ({ first, needed, carrier: first === 0 ? lastBefore : app[first - 1] }))
    .filter(({ carrier }) => carrier && able.has(carrier.place));
  // More hooks than seconds would have no time to wait.
  for (const { first, needed, carrier } of candidates.slice(0, POD_BUDGET_SECONDS)) {
    const startedBefore = ancestorsOf(carrier!.place, guardsOf);
    const isStarted = ({ place }: ContainerIntent) => [...guardsOf[place] ?? []].every(d => startedBefore.has(d));
    // One in front that may still be held would be held by this hook as well.
    if (!app.slice(0, first).every(isStarted)) { continue; }
    const own = stepsOf(guarded[carrier!.place]!);
    const isNeeded = needed.some(g => g.dependency === carrier);
    // The hook would wait in vain for one that may still be held: that one cannot start before the hook ends.
    const others = needed.filter(g => g.dependency !== carrier && isStarted(g.dependency)).flatMap(g => [stepsSeenFrom(carrier!, g) ?? []]);
    const canWait = (steps: readonly WaitStep[]) => isWorthWaiting(steps, BUDGET_SECONDS);
    const waits = [...(isNeeded && canWait(own) ? own : withoutWaiting(own)), ...others.filter(canWait).flat()];
    if (waits.some(s => 'check' in s)) { waitingAt[carrier!.place] = waits; }
  }
  return waitingAt;
}

/** What guards wait for, by the index in `app` from which on everything needs it. */
function neededFrom(guarded: readonly (Guarded | undefined)[], app: readonly ContainerIntent[], edges: readonly Edge[]): Map<number, Guarded[]> {
  const first = firstNeeders(app, edges);
  const needed = new Map<number, Guarded[]>();
  for (const g of guarded) {
    const index = g && first[g.dependency.place];
    if (index === undefined) { continue; }
    const known = needed.get(index);
    if (known) { known.push(g!); } else { needed.set(index, [g!]); }
  }
  return needed;
}

/** The places of all that has to be ready, or running, before this one can start: what its guards wait for, what theirs do, and so on. */
function ancestorsOf(place: number, guardsOf: readonly (ReadonlySet<number> | undefined)[]): Set<number> {
  const found = new Set<number>([place]);
  for (const next of found) { guardsOf[next]?.forEach(d => found.add(d)); }
  return found;
}

/**
 * By the place of a dependency, the index in `app` from which on everything needs it; `undefined`: there is none. What stands behind the
 * first that needs it needs it too when it has a dependency from there on: that one needs it already. So only those without any have to
 * name it themselves, and for each index these need only be counted.
 */
function firstNeeders(app: readonly ContainerIntent[], edges: readonly Edge[]): (number | undefined)[] {
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
  const roots = rootsFrom(latest);
  return needers.map(indices => {
    const first = indices.reduce((a, b) => Math.min(a, b));
    const named = new Set(indices.filter(i => latest[i] < first)).size;
    return named === roots[first] ? first : undefined;
  });
}

/** For each index, how many from there on have no dependency from there on. */
function rootsFrom(latest: readonly number[]): number[] {
  const changes = [...latest.map(() => 0), 0];
  latest.forEach((dependency, index) => {
    changes[dependency + 1]++;
    changes[index + 1]--;
  });
  let count = 0;
  return changes.map(change => count += change);
}

/** By the place of a dependent, the places of what its guards wait for. */
function guardedDependencies(guarded: readonly (Guarded | undefined)[]): Set<number>[] {
  const dependencies: Set<number>[] = [];
  for (const g of guarded) {
    for (const { dependent } of g?.edges ?? []) { (dependencies[dependent.place] ??= new Set()).add(g!.dependency.place); }
  }
  return dependencies;
}
