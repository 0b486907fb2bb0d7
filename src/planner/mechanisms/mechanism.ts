import { Awaitable } from '../../api/private/check';
import { compareValues } from '../../api/private/collections';
import { Guarantee, Mechanism, OnTimeout } from '../../api/private/enums';
import { Problem } from '../../api/private/problem';
import { PodIntent } from '../../pod/intent';
import { OrderPart } from '../../pod/kubelet-bugs';
import { AwaitedDependency } from '../../pod/pod-plan';
import { AnyEdge, Edge, ExternalEdge, isExternal, namesOf } from '../graph/edge';
import { problem } from '../problems';

/** The promise of a mechanism for one dependency, or the reason why the mechanism cannot enforce the dependency. */
export type Verdict = Offer | Reason;

interface Reason {
  readonly can: false;
  readonly why: string;
  /** More helpful than `why`, when this mechanism is the only way. */
  readonly problem?: Problem;
}

/** A mechanism that cannot enforce a dependency, and the reason. */
export type Refusal = Reason & { readonly mechanism: Mechanism };

/**
 * A step of the kubelet or of the agent that a mechanism adds to a start. src/report/step-durations.ts contains the
 * durations.
 */
export type AddedStep = 'poll' | 'gate' | 'mark' | 'hookCall' | 'look' | 'statusShown' | 'probePassed';

/** A way to enforce a dependency. The planner and the reports read it. */
export interface MechanismModule {
  readonly mechanism: Mechanism;
  /** The part of the container in `waitsIn` that waits, as in `explain()`: 'the gate of'. */
  readonly waiter: string;
  /**
   * The part that holds the dependent. `list`: the kubelet itself, which starts the lists in order and waits for
   * startup probes. A gate or a guard holds only its own container, so such dependents wait at the same time.
   */
  readonly heldBy: 'list' | 'hook' | 'gate' | 'guard' | 'initContainer';
  /** The steps between the moment when the condition becomes true and the start of the dependent. */
  readonly addedSteps: readonly AddedStep[];
  judge(edge: Edge, intent: PodIntent): Verdict;
  judgeExternal(edge: ExternalEdge, intent: PodIntent): Verdict;
  /**
   * Finds a `timeout` or `onTimeout` without a meaning, as in the table 'Timeouts' of docs/reference/mechanisms.md.
   */
  findTimeoutProblem(edge: AnyEdge): Problem | undefined;
}

/** Whether no container of the pod may run the agent. */
export function forbidsAgent({ delivery }: PodIntent): boolean {
  return delivery.delivery === 'NONE';
}

const STRENGTH = { BEST_EFFORT: 1, FAIL_CLOSED: 2, EVERY_START: 3 };

export function isAtLeast({ guarantee }: Offer, other: Guarantee): boolean {
  return STRENGTH[guarantee] >= STRENGTH[other];
}

export function failsClosed(verdict: Verdict): boolean {
  return verdict.can && verdict.guarantee !== 'BEST_EFFORT';
}

export function accept(guarantee: Guarantee, reason: string, part?: OrderPart): Verdict {
  return { can: true, guarantee, reason, part };
}

export function decline(why: string, helpful?: Problem): Verdict {
  return { can: false, why, problem: helpful };
}

/** Without the capability `sharedFileLocks`. */
export const NO_SHARED_LOCKS =
  'the containers of a pod with a runtimeClassName may not see the locks of each other (capabilities.sharedFileLocks)';

/** Returns the reason why no wait agent can tell that another container has exited. */
export function findLockObstacle(intent: PodIntent): string | undefined {
  if (intent.windows) {
    return 'does not run on Windows';
  }
  if (forbidsAgent(intent)) {
    return 'is forbidden (`agent.delivery` is NONE)';
  }
  return intent.capabilities.sharedFileLocks ? undefined : `sees no end of another container: ${NO_SHARED_LOCKS}`;
}

/** Without the capability `serialStarts`. */
export const STARTS_AT_ONCE = decline(
  'the nodes may start all app containers at the same time (capabilities.serialStarts)',
);

export function declineWithoutCheck(edge: Edge): Verdict {
  return decline(`'${edge.dependency.name}' has no ready check`, reportMissingCheck(edge, true));
}

/** `mayRun`: the condition RUNNING can be enforced. */
export function reportMissingCheck(edge: Edge, mayRun: boolean): Problem {
  const { hasHealthcheck: healthcheck, unknownPort } = edge.dependency;
  return problem('SO301', { ...namesOf(edge), healthcheck, unknownPort, mayRun });
}

export const NOT_ON_WINDOWS = 'the wait agent does not run on Windows';

export function declineOnWindows(edge: AnyEdge, mechanism: Mechanism, intent: PodIntent): Verdict {
  const { having } = intent.lacks.nativeSidecars;
  const isForced = edge.askedMechanism !== undefined;
  return decline(
    NOT_ON_WINDOWS,
    problem('SO408', { ...namesOf(edge), mechanism, having, isForced, isExternal: isExternal(edge) }),
  );
}

/** Finds an `onTimeout` without a `timeout`. `waiter`: the part of the pod that waits, such as 'a gate'. */
export function requireTimeout(edge: AnyEdge, waiter: string): Problem | undefined {
  const { onTimeout, timeoutSeconds } = edge.declared;
  return onTimeout === undefined || timeoutSeconds !== undefined
    ? undefined
    : problem('SO406', {
        ...namesOf(edge),
        what: `\`onTimeout\` without a \`timeout\`: ${waiter} waits forever by default`,
        remedy: 'give a `timeout`',
      });
}

/** The promise of a mechanism for a dependency. */
export interface Offer {
  readonly can: true;
  readonly guarantee: Guarantee;
  readonly reason: string;
  /** The part of the pod for which the kubelet itself waits; `undefined`: something else holds the dependent. */
  readonly part?: OrderPart;
}

/** Where a dependent waits, for what, and how long. */
export interface Wait {
  /** The container that waits. */
  readonly waitsIn: string;
  /** The check of a gate. */
  readonly check?: Awaitable;
  /** `undefined`: no limit. */
  readonly timeoutSeconds?: number;
  readonly onTimeout?: OnTimeout;
}

/** A mechanism that can enforce a dependency, and its promise. */
export type Choice = Offer & { readonly mechanism: Mechanism };

/** A dependency, the mechanism that enforces it, and the place where its dependent waits. */
export type Chosen<E extends AnyEdge> = E &
  Choice & {
    /** The plan of the waiting part sets it; `undefined`: the kubelet waits, by the position in the list. */
    wait?: Wait;
  };

/** A dependency that no mechanism can enforce, or that the mechanism of the user cannot. */
export interface Refused {
  readonly edge: AnyEdge;
  /** The mechanism of the user. */
  readonly forced?: Mechanism;
  /** The reasons of the mechanism of the user, otherwise of all mechanisms, the least intrusive first. */
  readonly refusals: readonly Refusal[];
}

/** All dependencies of a pod and their mechanisms. */
export interface Choices {
  readonly edges: readonly Chosen<Edge>[];
  readonly externals: readonly Chosen<ExternalEdge>[];
  readonly refused: readonly Refused[];
}

/** Returns the edges that this mechanism enforces. */
export function selectEdges<E extends AnyEdge>(edges: readonly Chosen<E>[], mechanism: Mechanism): Chosen<E>[] {
  return edges.filter(e => e.mechanism === mechanism);
}

/**
 * A hook blocks the deletion of the pod, so it always has a limit. `pilot-agent wait` has the same limit of one minute
 * (Istio 1.24, pilot/cmd/pilot-agent, flag --timeoutSeconds).
 */
export const HOOK_TIMEOUT_SECONDS = 60;

/**
 * Returns the longest timeout of edges with the same dependency; `undefined`: no edge has a timeout. An edge without a
 * timeout waits on while the kubelet restarts the dependency, so it does not count.
 */
export function findLongestTimeout(edges: readonly Edge[]): number | undefined {
  const given = edges.flatMap(e => e.declared.timeoutSeconds ?? []);
  return given.length === 0 ? undefined : Math.max(...given);
}

/**
 * Sorts the shortest limits first. An agent waits for one dependency after the other, so each dependency keeps its own
 * limit.
 */
export function compareLimits(a: AwaitedDependency, b: AwaitedDependency): number {
  return (
    compareValues(a.timeoutSeconds ?? Infinity, b.timeoutSeconds ?? Infinity) ||
    compareValues(a.onTimeout ?? 'FAIL', b.onTimeout ?? 'FAIL')
  );
}

/** Returns the limit of a declared dependency, with its default. */
export function readLimit({
  timeoutSeconds,
  onTimeout = 'FAIL',
}: Edge['declared']): Pick<AwaitedDependency, 'timeoutSeconds' | 'onTimeout'> {
  return { timeoutSeconds, onTimeout };
}
