import { Awaitable } from '../../api/private/check';
import { AwaitedDependency } from '../../pod/pod-plan';
import { compareValues } from '../graph/compare';
import { Edge } from '../graph/edge';

/** One try each second. Kubernetes has no word for "for ever"; this many, the most that an int32 holds, are 68 years. */
export const NO_LIMIT = 2147483647;

/** Of several that wait for the same. Who gives no timeout waits on while the dependency is restarted, so the others decide. */
export function findLongestTimeout(edges: readonly Edge[]): number | undefined {
  let longest: number | undefined;
  for (const { declared: { timeoutSeconds } } of edges) {
    if (timeoutSeconds !== undefined && timeoutSeconds > (longest ?? 0)) { longest = timeoutSeconds; }
  }
  return longest;
}

/** The shortest limits first: an agent waits for one thing after the other, and so each has its own. */
export function compareLimits(a: AwaitedDependency<Awaitable>, b: AwaitedDependency<Awaitable>): number {
  return compareValues(a.timeoutSeconds ?? Infinity, b.timeoutSeconds ?? Infinity) || compareValues(a.onTimeout, b.onTimeout);
}
