import { Awaitable } from '../../api/private/check';
import { compareValues } from '../../api/private/compare-values';
import { AwaitedDependency } from '../../pod/pod-plan';
import { Edge } from '../graph/edge';

/** One try each second. Kubernetes has no value for "no limit"; the largest int32 represents 68 years. */
export const NO_LIMIT = 2147483647;

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
export function compareLimits(a: AwaitedDependency<Awaitable>, b: AwaitedDependency<Awaitable>): number {
  return (
    compareValues(a.timeoutSeconds ?? Infinity, b.timeoutSeconds ?? Infinity) || compareValues(a.onTimeout, b.onTimeout)
  );
}
