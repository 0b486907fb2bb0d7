import { WaitPlans } from './wait-plans';
import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { Problem, problem } from '../../api/private/problem';
import { PodIntent } from '../../pod/intent';
import { EdgePlan } from '../../pod/pod-plan';
import { Edge, ExternalEdge } from '../graph/edge';

/** The promise of a mechanism for one dependency, or the reason why the mechanism cannot enforce the dependency. */
export type Verdict =
  | { readonly can: true; readonly guarantee: Guarantee; readonly reason: string }
  | { readonly can: false; readonly why: string; /** More helpful than `why`, when this mechanism is the only way. */ readonly problem?: Problem };

/** The conditions of a mechanism: judge.ts of its folder. */
export interface Judge {
  judge(edge: Edge, intent: PodIntent): Verdict;
  judgeExternal(edge: ExternalEdge, intent: PodIntent): Verdict;
}

/** The properties of a mechanism on which other decisions depend: describe.ts of its folder. */
export interface Description {
  readonly mechanism: Mechanism;
  /** The planner prefers the mechanism with the lowest number. */
  readonly intrusiveness: number;
  /** Dependents wait at the same time, and not one after the other. */
  readonly waitsInParallel: boolean;
  /** The kubelet starts the dependent after a startup probe. */
  readonly waitsForStartupProbe: boolean;
  /** Finds a `timeout` or `onTimeout` without a meaning, as in the table 'Timeouts' of docs/reference/mechanisms.md. Called where the user writes either. */
  findTimeoutProblem(edge: Edge | ExternalEdge, intent: PodIntent): Problem | undefined;
}

/** The place in which a dependent waits, and the longest time. */
export type EdgeWait = Pick<EdgePlan, 'waitsIn' | 'timeoutSeconds' | 'onTimeout'>;

/** A way to enforce a dependency. */
export interface MechanismModule extends Judge, Description {
  locateWait(edge: Edge, plans: WaitPlans): EdgeWait;
}

export function failsClosed(verdict: Verdict): boolean {
  return verdict.can && verdict.guarantee !== Guarantee.BEST_EFFORT;
}

export function accept(guarantee: Guarantee, reason: string): Verdict {
  return { can: true, guarantee, reason };
}

export function decline(why: string, helpful?: Problem): Verdict {
  return { can: false, why, problem: helpful };
}

/** Finds an `onTimeout` without a `timeout`. `waiter`: the part of the pod that waits, such as 'a gate'. */
export function requireTimeout({ dependent, declared }: Edge | ExternalEdge, waiter: string): Problem | undefined {
  return declared.onTimeout === undefined || declared.timeoutSeconds !== undefined ? undefined : problem('SO406', {
    dependent: dependent.name,
    dependency: declared.target.name,
    what: `\`onTimeout\` without a \`timeout\`: ${waiter} waits for ever by default`,
    remedy: 'give a `timeout`',
  });
}
