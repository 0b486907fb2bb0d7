import { checkOf } from './mechanisms/post-start';
import { Edge } from './resolve';
import { checkSeenFrom } from './visible';
import { OnTimeout } from '../model/on-timeout';
import { Check } from '../model/private/check';
import { ContainerIntent } from '../model/private/intent';
import { HookDecision } from '../model/private/pod-plan';
import { Problem, problem } from '../model/private/problem';

/**
 * A hook is always bounded: it blocks the pod's deletion. One minute is what `pilot-agent wait` takes, too (Istio 1.24,
 * pilot/cmd/pilot-agent, flag --timeoutSeconds).
 */
export const HOOK_TIMEOUT_SECONDS = 60;

/** The hook on `carrier`, for all edges that rely on it: those of one dependency together. */
export function hookOn(carrier: ContainerIntent, edgesByDependency: readonly (readonly Edge[])[], ownShell: boolean): HookDecision {
  const waits = edgesByDependency.flatMap(([edge, ...others]) => {
    const { dependency } = edge;
    const checks = others.length === 0 ? [checkOf(edge)!] : distinct([edge, ...others].map(e => checkOf(e)!));
    return checks.map(check => ({ dependency: dependency.name, check: checkSeenFrom(carrier, dependency, check)! }));
  });
  const edges = edgesByDependency.flat();
  const runFirst = carrier.postStart?.exec?.command;
  const given = edges.map(e => e.declared.timeoutSeconds).filter(t => t !== undefined);
  const boundsItself = waits.length === 1 && waits[0].check.kind === 'blockingCommand' && given.length === 0 && !runFirst;
  return {
    carrier: carrier.name,
    usesInstalledAgent: !ownShell && !boundsItself,
    waits,
    timeoutSeconds: boundsItself ? undefined : given.length === edges.length ? Math.max(...given) : Math.max(HOOK_TIMEOUT_SECONDS, ...given),
    onTimeout: edges.some(e => e.declared.onTimeout === OnTimeout.FAIL) ? OnTimeout.FAIL : OnTimeout.CONTINUE,
    runFirst,
  };
}

/** READY and STARTED may mean two checks, or one. */
function distinct(checks: readonly Check[]): Check[] {
  const same = [...new Set(checks)];
  return same.length === 1 ? same : [...new Map(same.map(check => [JSON.stringify(check), check])).values()];
}

/** A container has one hook. An exec hook is merged; any other kind would be lost. */
export function hookProblems(carrier: ContainerIntent): Problem[] {
  const handler = Object.keys(carrier.postStart ?? {}).find(kind => kind !== 'exec');
  return handler ? [problem('SO501', { name: carrier.name, handler })] : [];
}
