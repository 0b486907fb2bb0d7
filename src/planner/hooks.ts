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

/** A container that carries a hook, and the edges that rely on it: those of one dependency together. */
export interface HookedContainer {
  readonly carrier: ContainerIntent;
  readonly toProve: readonly (readonly Edge[])[];
}

export function hookOn({ carrier, toProve }: HookedContainer, ownShell: boolean): HookDecision {
  const waits: { dependency: string; check: Check }[] = [];
  for (const edges of toProve) {
    const [{ dependency }] = edges;
    for (const check of distinct(edges.map(e => checkOf(e)!))) {
      waits.push({ dependency: dependency.name, check: checkSeenFrom(carrier, dependency, check)! });
    }
  }
  const declared = toProve.flat().map(e => e.declared);
  const runFirst = carrier.postStart?.exec?.command;
  const given = declared.map(d => d.timeoutSeconds).filter(t => t !== undefined);
  const boundsItself = waits.length === 1 && waits[0].check.kind === 'blockingCommand' && given.length === 0 && !runFirst;
  return {
    carrier: carrier.name,
    usesInstalledAgent: !ownShell && !boundsItself,
    waits,
    timeoutSeconds: boundsItself ? undefined : given.length === declared.length ? Math.max(...given) : Math.max(HOOK_TIMEOUT_SECONDS, ...given),
    onTimeout: declared.some(d => d.onTimeout === OnTimeout.FAIL) ? OnTimeout.FAIL : OnTimeout.CONTINUE,
    runFirst,
  };
}

/** READY and STARTED may mean two checks, or one. */
function distinct(checks: readonly Check[]): readonly Check[] {
  if (checks.length === 1) { return checks; }
  if (checks.every(c => c === checks[0])) { return [checks[0]]; }
  return [...new Map(checks.map(check => [JSON.stringify(check), check])).values()];
}

/** A container has one hook. An exec hook is merged; any other kind would be lost. */
export function hookProblems({ name, postStart }: ContainerIntent): Problem[] {
  const handler = postStart && Object.keys(postStart).find(kind => kind !== 'exec');
  return handler ? [problem('SO501', { name, handler })] : [];
}
