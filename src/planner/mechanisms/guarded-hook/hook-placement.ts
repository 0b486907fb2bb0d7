/**
 * Decides which hooks wait for guards. A hook only makes a start faster: the probe of a dependency opens the guards,
 * too, up to 1.5 s later (docs/contributing/decisions/guarded-hook.md). So no hook may make a start slower. A hook
 * holds all containers that have not started. It runs directly before the first container that needs its result, and
 * only if all later containers need the result and no guard may still hold an earlier container. The hook of a
 * container with guards can check that itself (`placeConditionalHooks`). Where app containers start at the same time,
 * the same hooks help: the kubelet syncs the pod again when they have ended.
 */
import { groupGuards, Marker, marksInStartupProbe, translateSteps } from './markers';
import { leaves, sumDelays } from '../../../api/private/check';
import { groupBy } from '../../../api/private/collections';
import { findReachable } from '../../../pod/cycles';
import { ContainerIntent } from '../../../pod/intent';
import { WaitContainerPlan, WaitStep } from '../../../pod/pod-plan';
import { Edge } from '../../graph/edge';
import { findForeignHook } from '../post-start/judge';

/** A hook blocks the deletion of the pod and hides its status, so it gives up early. The guards still hold. */
const BUDGET_SECONDS = 10;
/** The budget of all hooks of a pod, which may wait one after the other. */
const POD_BUDGET_SECONDS = 20;
/**
 * The most marks that a hook reads, because its command contains each mark; also the most conditional hooks, because
 * they share a budget of time.
 */
const MOST = 20;

/** The postStart hook of a container that writes marks. The hook empties the marker file first. */
export interface MarkerHook {
  readonly waits: readonly WaitStep[];
  /**
   * Steps of an agent that runs on in the background. It writes the marks of a startup probe that the kubelet does not
   * repeat after its own restart.
   */
  readonly lingers: readonly WaitStep[];
  /**
   * The hook leaves a process that locks the marker file as long as the container runs: a gate ignores the marks of a
   * container that does not run.
   */
  readonly locksMarks: boolean;
  /** The longest wait of the hook; `undefined`: the hook does not wait. */
  readonly budgetSeconds?: number;
}

/** The waits of hooks, by the container that carries the hook. */
type HookSteps = Map<ContainerIntent, readonly WaitStep[]>;

/** Returns the container, and the app containers that need it, maybe indirectly. */
type NeededBy = (container: ContainerIntent) => ReadonlySet<ContainerIntent>;

/** The input of all decisions about the hooks of one pod. */
interface Placement {
  /** The markers with guards. */
  readonly guarded: readonly Marker[];
  /** The markers of the containers whose hook the plan can write. */
  readonly able: ReadonlyMap<ContainerIntent, Marker>;
  readonly guards: ReadonlyMap<ContainerIntent, readonly Edge[]>;
  readonly app: readonly ContainerIntent[];
  readonly neededBy: NeededBy;
}

/** Plans the hooks of all containers that write marks. `entries`: the entries of `initContainers`, in start order. */
export function placeMarkerHooks(
  markers: readonly Marker[],
  app: readonly ContainerIntent[],
  entries: readonly (ContainerIntent | WaitContainerPlan)[],
  edges: readonly Edge[],
): Map<ContainerIntent, MarkerHook> {
  if (markers.length === 0) {
    return new Map();
  }
  const guarded = markers.filter(m => m.guards.length > 0);
  const able = new Map(guarded.filter(m => !findForeignHook(m.dependency)).map(m => [m.dependency, m]));
  const isApp = new Set(app);
  const edgesOn = groupBy(
    edges.filter(e => isApp.has(e.dependent)),
    e => e.dependency,
  );
  const neededBy: NeededBy = container => findReachable(container, c => (edgesOn.get(c) ?? []).map(e => e.dependent));
  const placement = { guarded, able, guards: groupGuards(guarded), app, neededBy };
  const last = entries.at(-1);
  const waitingAt = placeWaits(placement, last && 'place' in last ? last : undefined);
  const watched = placeConditionalHooks(placement, waitingAt);
  const share = Math.max(1, Math.floor(POD_BUDGET_SECONDS / waitingAt.size));
  const hooks = new Map<ContainerIntent, MarkerHook>();
  for (const marker of markers.filter(m => able.has(m.dependency) || m.gates.length > 0)) {
    const { dependency: carrier, steps, gates, isLocked, timeoutSeconds = Infinity } = marker;
    const waits = waitingAt.get(carrier);
    const marksRunning = steps.some(s => 'marks' in s && s.marks === 'RUNNING');
    const running =
      watched.has(carrier) && !marksRunning ? [{ dependency: carrier.name, marks: 'RUNNING' as const }] : [];
    // For gates, an agent writes the marks, independent of the kubelet.
    const leavesAgent = gates.length > 0 ? steps.some(s => 'check' in s) : marksInStartupProbe(carrier);
    hooks.set(carrier, {
      waits: [...running, ...(waits ?? takeImmediateSteps(steps))],
      lingers: leavesAgent ? steps : [],
      locksMarks: isLocked,
      budgetSeconds: waits && Math.min(BUDGET_SECONDS, share, timeoutSeconds),
    });
  }
  return hooks;
}

/**
 * Returns the steps of each carrier. Its own steps come first, because the other containers may be down when the
 * kubelet restarts it.
 */
function placeWaits({ guarded, able, guards, app, neededBy }: Placement, lastBefore?: ContainerIntent): HookSteps {
  const waitingAt: HookSteps = new Map();
  const byFirstNeeder = groupBy(guarded, g => findFirstNeeder(g.dependency, app, neededBy));
  const candidates = app.flatMap((_, first) => {
    const needed = byFirstNeeder.get(first);
    const carrier = first === 0 ? lastBefore : app[first - 1];
    const marker = carrier && able.get(carrier);
    return needed && marker ? [{ first, needed, carrier, marker }] : [];
  });
  // Each hook needs at least one second of the budget.
  for (const { first, needed, carrier, marker } of candidates.slice(0, POD_BUDGET_SECONDS)) {
    const holding = findHolding(carrier, guards);
    // The hook would also hold an earlier container that waits for a guard.
    if (app.slice(0, first).some(c => holding(c).length > 0)) {
      continue;
    }
    const own = marker.steps;
    const waitsForOwn = needed.includes(marker) && isWorthWaiting(own);
    // A container that a guard may still hold cannot start before the hook ends.
    const others = needed.filter(g => g !== marker && holding(g.dependency).length === 0);
    const waits = [...(waitsForOwn ? own : takeImmediateSteps(own)), ...listWaitsFor(others, carrier)];
    if (waits.some(s => 'check' in s)) {
      waitingAt.set(carrier, waits);
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

/**
 * Adds the hooks of containers with guards to `waitingAt`. Returns the containers that have to mark that they run. The
 * kubelet starts a container with guards in a later sync of the pod. The probe of the container begins 1 to 1.9 s after
 * that (docs/contributing/decisions/guarded-hook.md). A hook writes the mark at once, but holds all containers that
 * could start meanwhile. So the hook first checks whether those containers run, and otherwise does not wait.
 */
function placeConditionalHooks(placement: Placement, waitingAt: HookSteps): Set<ContainerIntent> {
  const { able, guards, app } = placement;
  const watched = new Set<ContainerIntent>();
  for (const carrier of app.filter(c => able.has(c) && guards.has(c)).slice(0, MOST)) {
    // A wait for other containers only gives way: their probes have begun long before the carrier starts.
    const waitsForItself = waitingAt.get(carrier)?.some(s => 'check' in s && s.dependency === carrier.name);
    const hook = waitsForItself ? undefined : planConditionalHook(carrier, placement);
    if (!hook) {
      continue;
    }
    if (waitingAt.size === POD_BUDGET_SECONDS) {
      break;
    }
    waitingAt.set(carrier, hook.waits);
    hook.watched.forEach(c => watched.add(c));
  }
  return watched;
}

function planConditionalHook(
  carrier: ContainerIntent,
  { able, guards, app, neededBy }: Placement,
): { waits: WaitStep[]; watched: ContainerIntent[] } | undefined {
  const own = able.get(carrier)!.steps;
  const holding = findHolding(carrier, guards);
  const needers = neededBy(carrier);
  const at = app.indexOf(carrier);
  const later = app.slice(at + 1);
  const earlier = app.slice(0, at).filter(c => holding(c).length > 0);
  const unneeding = later.filter(c => !needers.has(c));
  // A container after the carrier that starts in the same sync cannot run yet, and without a hook it cannot mark that
  // it runs.
  if (!isWorthWaiting(own) || unneeding.some(c => !able.has(c) || holding(c).length === 0)) {
    return undefined;
  }
  const marking = earlier.filter(c => able.has(c));
  const watched = [...marking, ...unneeding];
  const looks = [
    ...watched.map(c => ({ dependency: c.name, seen: 'RUNNING' as const })),
    // A container before the carrier runs as soon as no guard holds it.
    ...earlier
      .filter(c => !able.has(c))
      .flatMap(holding)
      .map(g => ({ dependency: g.dependency.name, seen: g.condition })),
  ];
  if (looks.length > MOST) {
    return undefined;
  }
  // A dependency of all later containers may be as late as the carrier.
  const isNeededByAllLater = (c: ContainerIntent) => {
    const needing = neededBy(c);
    return later.length > 0 && later.every(b => needing.has(b));
  };
  const others = marking.filter(isNeededByAllLater).map(c => able.get(c)!);
  const atOnce = takeImmediateSteps(own);
  return { watched, waits: [...atOnce, ...looks, ...own.slice(atOnce.length), ...listWaitsFor(others, carrier)] };
}

/**
 * Returns the guards that may still hold a container while the hook of `carrier` runs. All direct and indirect
 * dependencies of the guards of the carrier have run before it.
 */
function findHolding(
  carrier: ContainerIntent,
  guards: Placement['guards'],
): (container: ContainerIntent) => readonly Edge[] {
  const started = findReachable(carrier, c => (guards.get(c) ?? []).map(g => g.dependency));
  return container => (guards.get(container) ?? []).filter(g => !started.has(g.dependency));
}

/** Returns the steps for these containers, if the agent in the carrier can make them and they are worth the wait. */
function listWaitsFor(markers: readonly Marker[], carrier: ContainerIntent): WaitStep[] {
  return markers
    .map(m => translateSteps(carrier, m))
    .filter(isWorthWaiting)
    .flat();
}

/** Returns the steps before the first check. */
function takeImmediateSteps(steps: readonly WaitStep[]): readonly WaitStep[] {
  const firstCheck = steps.findIndex(s => 'check' in s);
  return firstCheck === -1 ? steps : steps.slice(0, firstCheck);
}

/**
 * Whether the steps contain a check, and no delay beyond the budget of a hook: the delay would start again in the
 * probe.
 */
function isWorthWaiting(steps: readonly WaitStep[]): boolean {
  const checks = steps.flatMap(s => ('check' in s ? leaves(s.check) : []));
  return checks.length > 0 && sumDelays(checks) < BUDGET_SECONDS;
}
