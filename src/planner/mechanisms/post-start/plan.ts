import { findForeignHook } from './judge';
import { Awaitable, leaves } from '../../../api/private/check';
import { groupBy } from '../../../api/private/collections';
import { OnTimeout } from '../../../api/private/enums';
import { Problem } from '../../../api/private/problem';
import { findScope } from '../../../pod/checks';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { AwaitedDependency, GatePlan, isGated, PostStartPlan } from '../../../pod/pod-plan';
import { Edge, findCheck } from '../../graph/edge';
import { problem } from '../../problems';
import { StartOrder } from '../../schedule/list-order';
import { choosePositions } from '../../schedule/positions';
import { translateCheck, findVisibilityObstacle } from '../check-visibility';
import { awaitGate } from '../entrypoint-gate/plan';
import { MarkerHook } from '../guarded-hook/hook-placement';
import { Marker } from '../guarded-hook/markers';
import { Choices, Chosen, selectEdges, HOOK_TIMEOUT_SECONDS } from '../mechanism';

/** The tasks of a hook besides its waits for dependencies. */
interface HookTasks {
  readonly marks?: MarkerHook;
  /** The hook leaves a process that holds the lock of the container. */
  readonly locks: boolean;
  /** Containers that wait in gates are not ready before their gate has opened. */
  readonly gates: ReadonlyMap<ContainerIntent, GatePlan>;
  /** Containers whose marks of an earlier sandbox the hook removes. */
  readonly forgets: readonly string[];
}

/**
 * Plans one hook for each container that waits for dependencies, writes marks, or locks its file in a hook. `guarded`:
 * the containers that write marks for guards.
 */
export function planHooks(
  { hooked }: HookWaits,
  marksOf: ReadonlyMap<ContainerIntent, MarkerHook>,
  lockingHooks: ReadonlySet<ContainerIntent>,
  guarded: readonly Marker[],
  gates: HookTasks['gates'],
  { all }: StartOrder,
  intent: PodIntent,
): Map<ContainerIntent, PostStartPlan> {
  const startOf = new Map(all.map((c, i) => [c, i]));
  const hooks = new Map<ContainerIntent, PostStartPlan>();
  for (const carrier of new Set([...hooked.keys(), ...marksOf.keys(), ...lockingHooks])) {
    const startsFirst = (d: ContainerIntent) =>
      startOf.get(d)! > startOf.get(carrier)! && (intent.capabilities.serialStarts || d.slot !== carrier.slot);
    // Without this, marks of an earlier sandbox would open guards before the hook of the dependency removes them.
    const forgets = guarded
      .map(m => m.dependency)
      .filter(startsFirst)
      .map(d => d.name);
    const tasks = { marks: marksOf.get(carrier), locks: lockingHooks.has(carrier), gates, forgets };
    hooks.set(carrier, planPostStart(carrier, hooked.get(carrier) ?? [], tasks, intent));
  }
  return hooks;
}

/** Plans the hook of `carrier`, and sets the wait of each edge that relies on it. */
function planPostStart(
  carrier: ContainerIntent,
  edges: readonly Chosen<Edge>[],
  { marks, locks, gates, forgets }: HookTasks,
  intent: PodIntent,
): PostStartPlan {
  const dependencyWaits: AwaitedDependency[] = [];
  for (const on of groupBy(edges, e => e.dependency).values()) {
    dependencyWaits.push(...listWaitSteps(on, carrier, gates));
  }
  const runFirst = carrier.postStart?.exec?.command;
  const [only] = dependencyWaits.length === 1 && !runFirst && !marks && !locks ? dependencyWaits : [];
  const limit =
    edges.length > 0 ? findHookTimeout(edges, only?.check.kind === 'blockingCommand') : marks?.budgetSeconds;
  const sleepSeconds = only && findSleep(only.check, intent);
  const usesAgent = sleepSeconds === undefined && (marks !== undefined || locks || limit !== undefined);
  const timeoutSeconds = sleepSeconds ?? limit;
  const onTimeout: OnTimeout = edges.some(e => e.declared.onTimeout === 'FAIL') ? 'FAIL' : 'CONTINUE';
  for (const edge of edges) {
    edge.wait = { waitsIn: carrier.name, timeoutSeconds, onTimeout };
  }
  const hook = {
    field: 'lifecycle.postStart',
    reason: '',
    usesAgent,
    resets: marks !== undefined,
    forgets: usesAgent ? forgets : [],
    locks,
    locksMarks: marks?.locksMarks ?? false,
    lingers: marks?.lingers ?? [],
    waits: [...dependencyWaits, ...(marks?.waits ?? [])],
    sleepSeconds,
    timeoutSeconds,
    onTimeout,
    runFirst,
  };
  hook.reason = describeHook(hook);
  return hook;
}

function describeHook({ waits, resets, locks, locksMarks, lingers, runFirst }: PostStartPlan): string {
  const awaited = new Set<string>();
  let marks = false;
  for (const wait of waits) {
    if ('check' in wait) {
      awaited.add(wait.dependency);
    } else {
      marks = true;
    }
  }
  const tasks: string[] = [];
  if (resets) {
    tasks.push('empties its marks');
  }
  if (runFirst !== undefined) {
    tasks.push('runs your own hook');
  }
  if (awaited.size > 0) {
    tasks.push(`waits until ${[...awaited].join(', ')} ${awaited.size > 1 ? 'are' : 'is'} ready`);
  }
  if (marks) {
    tasks.push('marks that for its dependents');
  }
  if (lingers.length > 0) {
    tasks.push('leaves an agent that waits on');
  }
  if (locksMarks) {
    tasks.push('locks its marks as long as the container runs');
  }
  if (locks) {
    tasks.push('locks a file as long as the container runs');
  }
  return tasks.join(', ');
}

/**
 * Returns the seconds of the kubelet's `sleep`, which replaces a delay of the agent. The action takes whole seconds, up
 * to the grace period: k8s.io/kubernetes 1.30–1.37, apis/core/validation validateSleepAction, for postStart as for
 * preStop.
 */
function findSleep(check: Awaitable, { capabilities, terminationGracePeriodSeconds }: PodIntent): number | undefined {
  return capabilities.sleepAction &&
    check.kind === 'delay' &&
    Number.isInteger(check.seconds) &&
    check.seconds <= terminationGracePeriodSeconds
    ? check.seconds
    : undefined;
}

function listWaitSteps(
  edges: readonly Edge[],
  carrier: ContainerIntent,
  gates: ReadonlyMap<ContainerIntent, GatePlan>,
): AwaitedDependency[] {
  const [{ dependency }] = edges;
  const checks = [...new Set(edges.map(e => findCheck(e)!))];
  // READY and STARTED may have the same check.
  const distinct =
    checks.length < 2 ? checks : [...new Map(checks.map(check => [JSON.stringify(check), check])).values()];
  return [
    ...(isGated(gates.get(dependency)) ? [awaitGate(dependency)] : []),
    ...distinct.map(check => ({ dependency: dependency.name, check: translateCheck(carrier, dependency, check)! })),
  ];
}

/**
 * Returns the longest timeout of the edges, with the default for edges without a timeout; `undefined`: the blocking
 * command limits itself.
 */
function findHookTimeout(edges: readonly Edge[], boundsItself: boolean): number | undefined {
  const timeouts = edges.map(e => e.declared.timeoutSeconds);
  const isGiven = timeouts.some(t => t !== undefined);
  return boundsItself && !isGiven ? undefined : Math.max(...timeouts.map(t => t ?? HOOK_TIMEOUT_SECONDS));
}

/** The hooks that wait for dependencies. */
export interface HookWaits {
  /** The edges that rely on the hook of a container. */
  readonly hooked: ReadonlyMap<ContainerIntent, readonly Chosen<Edge>[]>;
  readonly problems: readonly Problem[];
}

/** Assigns the wait for each dependency to a hook of the dependency's list. */
export function placeHookWaits({ edges }: Choices, { init, app }: StartOrder): HookWaits {
  const edgesOn = groupBy(selectEdges(edges, 'POST_START'), e => e.dependency);
  if (edgesOn.size === 0) {
    return { hooked: new Map(), problems: [] };
  }
  const hooked = new Map([init, app].flatMap(list => placeInList(list, edgesOn)));
  const problems = [...hooked.keys()].flatMap(carrier => {
    const handler = findForeignHook(carrier);
    return handler ? [problem('SO501', { name: carrier.name, handler })] : [];
  });
  return { hooked, problems };
}

/** Returns the edges that rely on the hook of each container of one list. */
function placeInList(
  order: readonly ContainerIntent[],
  edgesOn: ReadonlyMap<ContainerIntent, readonly Chosen<Edge>[]>,
): (readonly [ContainerIntent, Chosen<Edge>[]])[] {
  const indexOf = new Map(order.map((c, i) => [c, i]));
  // The range of the hooks that can wait: from the dependency to the container before its first dependent.
  const waits: { readonly edges: readonly Chosen<Edge>[]; readonly first: number; readonly last: number }[] = [];
  for (const [first, dependency] of order.entries()) {
    const edges = edgesOn.get(dependency);
    if (edges) {
      const needed = Math.min(order.length, ...edges.map(e => indexOf.get(e.dependent) ?? order.length));
      waits.push({ edges, first, last: edges.every(canWaitElsewhere) ? needed - 1 : first });
    }
  }
  // Only a dependency carries a hook. A carrier that exits ends its hook.
  const canCarry = order.map(c => edgesOn.has(c) && !findForeignHook(c) && c.restarts.always);
  const positions = choosePositions(
    waits,
    (position, wait) =>
      canCarry[position] &&
      wait.edges.every(e => translateCheck(order[position], e.dependency, findCheck(e)!) !== undefined),
  );
  const waitsAt = groupBy(waits, (_, i) => positions[i]);
  return [...waitsAt].map(([position, carried]) => [order[position], carried.flatMap(wait => wait.edges)]);
}

/** A delay counts from the start of the container, so only its own hook can wait for it. */
export function canWaitElsewhere(edge: Edge): boolean {
  const check = findCheck(edge)!;
  const isDelayed = leaves(check).some(leaf => findScope(leaf) === 'start');
  return !isDelayed && findVisibilityObstacle(edge.dependency, check) === undefined;
}
