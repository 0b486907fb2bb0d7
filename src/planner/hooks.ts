import { checkOf } from './mechanisms/post-start';
import { Edge } from './resolve';
import { checkSeenFrom } from './visible';
import { ContainerIntent } from '../model/private/intent';
import { HookDecision } from '../model/private/pod-plan';
import { Problem, problem } from '../model/private/problem';
import { OnTimeout } from '../model/on-timeout';

/**
 * A hook is always bounded: it blocks the pod's deletion. One minute is what `pilot-agent wait` takes, too (Istio 1.24,
 * pilot/cmd/pilot-agent, flag --timeoutSeconds).
 */
export const HOOK_TIMEOUT_SECONDS = 60;

/** The hook on `carrier` that proves `dependencies`, for all the `edges` that rely on them. */
export function hookOn(carrier: ContainerIntent, dependencies: readonly ContainerIntent[], edges: readonly Edge[]): HookDecision {
  const waits = dependencies.flatMap(dependency => {
    const conditions = new Map(edges.filter(e => e.dependency === dependency).map(e => [JSON.stringify(checkOf(e)), checkOf(e)!]));
    return [...conditions.values()].map(check => ({ dependency: dependency.name, check: checkSeenFrom(carrier, dependency, check)! }));
  });
  const runFirst = carrier.postStart?.exec?.command;
  const given = edges.map(e => e.declared.timeoutSeconds).filter(t => t !== undefined);
  const boundsItself = waits.length === 1 && waits[0].check.kind === 'blockingCommand' && given.length === 0 && !runFirst;
  return {
    carrier: carrier.name,
    waits,
    timeoutSeconds: boundsItself ? undefined : given.length === edges.length ? Math.max(...given) : Math.max(HOOK_TIMEOUT_SECONDS, ...given),
    onTimeout: edges.some(e => e.declared.onTimeout === OnTimeout.FAIL) ? OnTimeout.FAIL : OnTimeout.CONTINUE,
    runFirst,
  };
}

/** A container has one hook. An exec hook is merged; any other kind would be lost. */
export function hookProblems(carrier: ContainerIntent): Problem[] {
  const handler = Object.keys(carrier.postStart ?? {}).find(kind => kind !== 'exec');
  return handler ? [problem('SO501', { name: carrier.name, handler })] : [];
}
