/**
 * Decides which hooks wait for guards. A hook only makes a start faster: the probe of a dependency opens the guards,
 * too, up to 1.5 s later (docs/explanation/decisions/guarded-hook.md). So no hook may make a start slower. A hook holds
 * all containers that have not started. It runs directly before the first container that needs its result, and only if
 * all later containers need the result and no guard may still hold an earlier container. The hook of a container with
 * guards can check that itself (conditional-hooks.ts).
 */
import { NeededBy, placeConditionalHooks } from './conditional-hooks';
import { MarkerHook } from './marker-hook';
import {
  GuardMarker,
  groupGuards,
  isWorthWaiting,
  findStartedBefore,
  listSteps,
  translateSteps,
  takeImmediateSteps,
} from './markers';
import { marksInStartupProbe } from './probes';
import { groupBy } from '../../../api/private/group-by';
import { StartCondition } from '../../../api/start-condition';
import { ContainerIntent } from '../../../pod/intent';
import { WaitStep } from '../../../pod/pod-plan';
import { Edge, groupByPlace } from '../../graph/edge';
import { findReachable } from '../../graph/transitive-closure';
import { findHookProblems } from '../post-start/plan';
import { findLongestTimeout } from '../timeouts';

/** A hook blocks the deletion of the pod and hides its status, so it gives up early. The guards still hold. */
const BUDGET_SECONDS = 10;
/** The budget of all hooks of a pod, which may wait one after the other. */
const POD_BUDGET_SECONDS = 20;

/** `lastBefore`: the container directly before the first of `containers`; `undefined`: no such container. */
export function placeMarkerHooks(
  guarded: readonly (GuardMarker | undefined)[],
  app: readonly ContainerIntent[],
  lastBefore: ContainerIntent | undefined,
  edges: readonly Edge[],
): MarkerHook[] {
  if (guarded.length === 0) {
    return [];
  }
  const able = guarded.map(g => (g && findHookProblems(g.dependency).length === 0 ? g : undefined));
  const carriers = able.flatMap(g => g ?? []);
  const edgesOn = groupByPlace(
    edges.filter(e => app.includes(e.dependent)),
    e => e.dependency,
  );
  const neededBy: NeededBy = container => findReachable(container, c => (edgesOn[c.place] ?? []).map(e => e.dependent));
  const waitingAt = placeWaits(carriers, guarded, app, lastBefore, neededBy);
  const waitsForItself = ({ place, name }: ContainerIntent) =>
    waitingAt[place]?.some(s => 'check' in s && s.dependency === name);
  const watched = new Set<ContainerIntent>();
  // A wait for other containers only gives way: their probes have begun long before the carrier starts.
  for (const hook of placeConditionalHooks(able, guarded, app, neededBy, BUDGET_SECONDS).filter(
    h => !waitsForItself(h.carrier),
  )) {
    if (countEntries(waitingAt) === POD_BUDGET_SECONDS) {
      break;
    }
    waitingAt[hook.carrier.place] = hook.waits;
    hook.watched.forEach(c => watched.add(c));
  }
  const share = Math.max(1, Math.floor(POD_BUDGET_SECONDS / countEntries(waitingAt)));
  return carriers.map(marked => {
    const { dependency: carrier } = marked;
    const steps = listSteps(marked);
    const lingers = marksInStartupProbe(carrier) ? steps : [];
    const waits = waitingAt[carrier.place];
    const running =
      watched.has(carrier) && steps.every(s => !('marks' in s && s.marks === StartCondition.RUNNING))
        ? [{ dependency: carrier.name, marks: StartCondition.RUNNING }]
        : [];
    if (!waits) {
      return { carrier, waits: [...running, ...takeImmediateSteps(steps)], lingers };
    }
    const budgetSeconds = Math.min(BUDGET_SECONDS, share, findLongestTimeout(marked.edges) ?? Infinity);
    return { carrier, waits: [...running, ...waits], lingers, budgetSeconds };
  });
}

/** Counts the entries of a sparse array. */
function countEntries(byPlace: readonly unknown[]): number {
  return Object.keys(byPlace).length;
}

/**
 * Returns the steps of each carrier, by container index. Its own steps come first, because the other containers may be
 * down when the kubelet restarts it.
 */
function placeWaits(
  carriers: readonly GuardMarker[],
  guarded: readonly (GuardMarker | undefined)[],
  app: readonly ContainerIntent[],
  lastBefore: ContainerIntent | undefined,
  neededBy: NeededBy,
): (readonly WaitStep[])[] {
  const guards = groupGuards(guarded);
  const able = new Set(carriers.map(c => c.dependency.place));
  const waitingAt: (readonly WaitStep[])[] = [];
  const byFirstNeeder = groupBy(
    guarded.flatMap(g => g ?? []),
    g => findFirstNeeder(g.dependency, app, neededBy),
  );
  const candidates = app.flatMap((_, first) => {
    const needed = byFirstNeeder.get(first);
    const carrier = first === 0 ? lastBefore : app[first - 1];
    return needed && carrier && able.has(carrier.place) ? [{ first, needed, carrier }] : [];
  });
  // Each hook needs at least one second of the budget.
  for (const { first, needed, carrier } of candidates.slice(0, POD_BUDGET_SECONDS)) {
    const started = findStartedBefore(carrier, guards);
    const isStarted = ({ place }: ContainerIntent) => (guards[place] ?? []).every(g => started.has(g.dependency));
    // The hook would also hold an earlier container that waits for a guard.
    if (!app.slice(0, first).every(isStarted)) {
      continue;
    }
    const own = listSteps(guarded[carrier.place]!);
    const isNeeded = needed.some(g => g.dependency === carrier);
    // A container that a guard may still hold cannot start before the hook ends.
    const others = needed
      .filter(g => g.dependency !== carrier && isStarted(g.dependency))
      .flatMap(g => [translateSteps(carrier, g) ?? []]);
    const canWait = (steps: readonly WaitStep[]) => isWorthWaiting(steps, BUDGET_SECONDS);
    const waits = [...(isNeeded && canWait(own) ? own : takeImmediateSteps(own)), ...others.filter(canWait).flat()];
    if (waits.some(s => 'check' in s)) {
      waitingAt[carrier.place] = waits;
    }
  }
  return waitingAt;
}

/**
 * Returns the index in `app` from which on all containers need the dependency, maybe indirectly; `undefined`: no such
 * index.
 */
function findFirstNeeder(
  dependency: ContainerIntent,
  app: readonly ContainerIntent[],
  neededBy: NeededBy,
): number | undefined {
  const all = neededBy(dependency);
  const needers = app.filter(c => c !== dependency && all.has(c));
  const first = app.length - needers.length;
  return needers.length > 0 && needers[0] === app[first] ? first : undefined;
}
