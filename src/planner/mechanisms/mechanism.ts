import { Offer } from './chosen-edge';
import { WaitPlans } from './wait-plans';
import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { Problem } from '../../api/private/problem';
import { AgentDelivery } from '../../api/startup-order-options';
import { PodIntent } from '../../pod/intent';
import { OrderPart } from '../../pod/kubelet-bugs';
import { EdgePlan } from '../../pod/pod-plan';
import { Edge, ExternalEdge } from '../graph/edge';
import { problem } from '../problems';

/** The promise of a mechanism for one dependency, or the reason why the mechanism cannot enforce the dependency. */
export type Verdict =
  | ({ readonly can: true } & Offer)
  | {
      readonly can: false;
      readonly why: string /** More helpful than `why`, when this mechanism is the only way. */;
      readonly problem?: Problem;
    };

/**
 * A step of the kubelet or of the agent that a mechanism adds to a start. src/report/step-durations.ts contains the
 * durations.
 */
export type AddedStep = 'poll' | 'gate' | 'mark' | 'hookCall' | 'look' | 'statusShown' | 'probePassed';

/** The place in which a dependent waits, and the longest time. */
export type EdgeWait = Pick<EdgePlan, 'waitsIn' | 'timeoutSeconds' | 'onTimeout'>;

/** A way to enforce a dependency: judge.ts of its folder. The planner and the reports read it. */
export interface MechanismModule {
  readonly mechanism: Mechanism;
  /** One sentence for the reports and the glossary. */
  readonly meaning: string;
  /** The part of the container in `waitsIn` that waits, as in `explain()`: 'the gate of'. */
  readonly waiter: string;
  /** The planner prefers the mechanism with the lowest number. */
  readonly intrusiveness: number;
  /**
   * The part that holds the dependent. `list`: the kubelet itself, which starts the lists in order and waits for
   * startup probes. A gate or a guard holds only its own container, so such dependents wait at the same time.
   */
  readonly heldBy: 'list' | 'hook' | 'gate' | 'guard' | 'initContainer';
  /** The steps between the moment when the condition becomes true and the start of the dependent. */
  readonly addedSteps: readonly AddedStep[];
  /** Finds the part of the plan in which the dependent waits. */
  locateWait(edge: Edge, plans: WaitPlans): EdgeWait;
  judge(edge: Edge, intent: PodIntent): Verdict;
  judgeExternal(edge: ExternalEdge, intent: PodIntent): Verdict;
  /**
   * Finds a `timeout` or `onTimeout` without a meaning, as in the table 'Timeouts' of docs/reference/mechanisms.md.
   * Called where the user writes either.
   */
  findTimeoutProblem(edge: Edge | ExternalEdge, intent: PodIntent): Problem | undefined;
}

/** Whether no container of the pod may run the agent. */
export function forbidsAgent({ delivery }: PodIntent): boolean {
  return delivery.delivery === AgentDelivery.NONE;
}

export function failsClosed(verdict: Verdict): boolean {
  return verdict.can && verdict.guarantee !== Guarantee.BEST_EFFORT;
}

export function accept(guarantee: Guarantee, reason: string, part?: OrderPart): Verdict {
  return { can: true, guarantee, reason, part };
}

export function decline(why: string, helpful?: Problem): Verdict {
  return { can: false, why, problem: helpful };
}

export function declineWithoutCheck({ dependent, dependency }: Edge): Verdict {
  return decline(
    `'${dependency.name}' has no ready check`,
    problem('SO301', {
      dependent: dependent.name,
      dependency: dependency.name,
      healthcheck: dependency.hasHealthcheck,
    }),
  );
}

export function declineOnWindows({ dependent, declared }: Edge | ExternalEdge, mechanism: Mechanism): Verdict {
  return decline(
    'the wait agent does not run on Windows',
    problem('SO408', { dependent: dependent.name, dependency: declared.target.name, mechanism }),
  );
}

/** Finds an `onTimeout` without a `timeout`. `waiter`: the part of the pod that waits, such as 'a gate'. */
export function requireTimeout({ dependent, declared }: Edge | ExternalEdge, waiter: string): Problem | undefined {
  return declared.onTimeout === undefined || declared.timeoutSeconds !== undefined
    ? undefined
    : problem('SO406', {
        dependent: dependent.name,
        dependency: declared.target.name,
        what: `\`onTimeout\` without a \`timeout\`: ${waiter} waits forever by default`,
        remedy: 'give a `timeout`',
      });
}
