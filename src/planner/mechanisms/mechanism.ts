import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { Problem } from '../../api/private/problem';
import { PodIntent } from '../../pod/intent';
import { Edge, ExternalEdge } from '../graph/edge';

/** What a mechanism says of one dependency: what it would promise, or why it cannot. */
export type Verdict =
  | { readonly can: true; readonly guarantee: Guarantee; readonly reason: string }
  | { readonly can: false; readonly why: string; /** More helpful than `why`, when this mechanism is the only way. */ readonly problem?: Problem };

/** One way to enforce an order. Each mechanism that is built is one of these, in a file of its own. */
export interface MechanismModule {
  readonly mechanism: Mechanism;
  judge(edge: Edge, intent: PodIntent): Verdict;
  judgeExternal(edge: ExternalEdge, intent: PodIntent): Verdict;
}

export function failsClosed(verdict: Verdict): boolean {
  return verdict.can && verdict.guarantee !== Guarantee.BEST_EFFORT;
}

export function can(guarantee: Guarantee, reason: string): Verdict {
  return { can: true, guarantee, reason };
}

export function cannot(why: string, problem?: Problem): Verdict {
  return { can: false, why, problem };
}
