import { OnTimeout } from '../../../api/on-timeout';
import { Awaitable, Check } from '../../../api/private/check';
import { Problem } from '../../../api/private/problem';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { PostStartPlan } from '../../../pod/pod-plan';
import { Edge, findCheck } from '../../graph/edge';
import { problem } from '../../problems';
import { translateCheck } from '../check-visibility';
import { awaitGate } from '../entrypoint-gate/condition';
import { MarkerHook } from '../guarded-hook/marker-hook';
import { HOOK_TIMEOUT_SECONDS } from '../timeouts';

/** A container that carries a hook, and the edges that rely on the hook, grouped by dependency. */
export interface HookPlacement {
  readonly carrier: ContainerIntent;
  readonly edgesByDependency: readonly (readonly Edge[])[];
}

/** The tasks of a hook besides its waits for dependencies. */
export interface HookTasks {
  readonly marks?: MarkerHook;
  /** The hook leaves a process that holds the lock of the container. */
  readonly locks: boolean;
  /** Containers that wait in gates. They are not ready before their gate has opened. */
  readonly inGates: ReadonlySet<ContainerIntent>;
  /** Containers whose marks of an earlier sandbox the hook removes. */
  readonly forgets: readonly string[];
}

export function planPostStart(
  { carrier, edgesByDependency }: HookPlacement,
  { marks, locks, inGates, forgets }: HookTasks,
  intent: PodIntent,
): PostStartPlan {
  const dependencyWaits = edgesByDependency.flatMap(edges => listWaitSteps(edges, carrier, inGates));
  const runFirst = carrier.postStart?.exec?.command;
  const [only] = dependencyWaits.length === 1 && !runFirst && !marks && !locks ? dependencyWaits : [];
  const timeoutSeconds =
    edgesByDependency.length > 0
      ? findHookTimeout(edgesByDependency, only?.check.kind === 'blockingCommand')
      : marks?.budgetSeconds;
  const sleepSeconds = only && findSleep(only.check, intent);
  const usesAgent = sleepSeconds === undefined && (marks !== undefined || locks || timeoutSeconds !== undefined);
  const hook = {
    usesAgent,
    resets: marks !== undefined,
    forgets: usesAgent ? forgets : [],
    locks,
    locksMarks: marks?.locksMarks ?? false,
    lingers: marks?.lingers ?? [],
    waits: [...dependencyWaits, ...(marks?.waits ?? [])],
    sleepSeconds,
    timeoutSeconds: sleepSeconds ?? timeoutSeconds,
    onTimeout: edgesByDependency.some(edges => edges.some(e => e.declared.onTimeout === OnTimeout.FAIL))
      ? OnTimeout.FAIL
      : OnTimeout.CONTINUE,
    runFirst,
  };
  return { field: 'lifecycle.postStart', reason: describeHook(hook), ...hook };
}

function describeHook({
  waits,
  resets,
  locks,
  locksMarks,
  lingers,
  runFirst,
}: Omit<PostStartPlan, 'field' | 'reason'>): string {
  const awaited = [...new Set(waits.flatMap(w => ('check' in w ? [w.dependency] : [])))];
  return [
    ...(resets ? ['empties its marks'] : []),
    ...(runFirst ? ['runs your own hook'] : []),
    ...(awaited.length > 0 ? [`waits until ${awaited.join(', ')} ${awaited.length > 1 ? 'are' : 'is'} ready`] : []),
    ...(waits.some(w => 'marks' in w) ? ['marks that for its dependents'] : []),
    ...(lingers.length > 0 ? ['leaves an agent that waits on'] : []),
    ...(locksMarks ? ['locks its marks as long as the container runs'] : []),
    ...(locks ? ['locks a file as long as the container runs'] : []),
  ].join(', ');
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
  inGates: ReadonlySet<ContainerIntent>,
): { dependency: string; check: Awaitable }[] {
  const [{ dependency }] = edges;
  return [
    ...(inGates.has(dependency) ? [awaitGate(dependency)] : []),
    ...removeDuplicates(edges.map(e => findCheck(e)!)).map(check => ({
      dependency: dependency.name,
      check: translateCheck(carrier, dependency, check)!,
    })),
  ];
}

/**
 * Returns the longest timeout of the edges, with the default for edges without a timeout; `undefined`: the blocking
 * command limits itself.
 */
function findHookTimeout(edgesByDependency: readonly (readonly Edge[])[], boundsItself: boolean): number | undefined {
  const timeouts = edgesByDependency.flat().map(e => e.declared.timeoutSeconds);
  const isGiven = timeouts.some(t => t !== undefined);
  return boundsItself && !isGiven ? undefined : Math.max(...timeouts.map(t => t ?? HOOK_TIMEOUT_SECONDS));
}

/** READY and STARTED may have the same check. */
function removeDuplicates(checks: readonly Check[]): readonly Check[] {
  return [...new Map(checks.map(check => [JSON.stringify(check), check])).values()];
}

/** A container has one postStart hook. The plan can merge an exec hook, and no other kind. */
export function findHookProblems({ name, postStart }: ContainerIntent): Problem[] {
  const handler = postStart && Object.keys(postStart).find(kind => kind !== 'exec');
  return handler ? [problem('SO501', { name, handler })] : [];
}
