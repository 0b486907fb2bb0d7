import { checkOf } from './agent-check';
import { ChosenEdge } from './choose';
import { byLimit, NO_LIMIT } from './limits';
import { Edge, ExternalEdge } from './resolve';
import { checkSeenFrom } from './visible';
import { Mechanism } from '../model/mechanism';
import { OnTimeout } from '../model/on-timeout';
import { ContainerIntent, PodIntent } from '../model/private/intent';
import { AwaitedDecision, GateDecision } from '../model/private/pod-plan';

/** A container with a gate, and what it waits for. */
export interface Gated {
  readonly container: ContainerIntent;
  readonly awaited: readonly AwaitedDecision[];
}

/** In the order of declaration. */
export function gatedOf(
  chosen: readonly ChosenEdge<Edge>[], chosenOutside: readonly ChosenEdge<ExternalEdge>[], { containers }: PodIntent,
): (Gated | undefined)[] {
  const awaitedBy: AwaitedDecision[][] = [];
  for (const { edge, choice } of chosen) {
    if (choice.mechanism !== Mechanism.ENTRYPOINT_GATE) { continue; }
    const { dependent, dependency, declared } = edge;
    const check = checkSeenFrom(dependent, dependency, checkOf(edge)!)!;
    (awaitedBy[dependent.place] ??= []).push({ dependency: dependency.name, check, ...limitOf(declared) });
  }
  for (const { edge: { dependent, target, declared }, choice } of chosenOutside) {
    if (choice.mechanism !== Mechanism.ENTRYPOINT_GATE) { continue; }
    (awaitedBy[dependent.place] ??= []).push({ dependency: target.name, check: target.check, ...limitOf(declared) });
  }
  return awaitedBy.map((awaited, place) => ({ container: containers[place], awaited: awaited.sort(byLimit) }));
}

export function gatesOf(gated: readonly (Gated | undefined)[], { agentWithoutTools }: PodIntent): GateDecision[] {
  return gated.flatMap(g => !g ? [] : [{
    container: g.container.name,
    usesInstalledAgent: !agentWithoutTools,
    awaited: g.awaited,
    failureThreshold: failureThresholdOf(g),
  }]);
}

/** A startup probe over the network begins with the gate, and must not give up while that still waits. */
function failureThresholdOf({ container: { startup }, awaited }: Gated): number | undefined {
  if (!startup || startup.automatic || startup.check?.kind === 'command') { return undefined; }
  const longest = awaited.reduce((a, { timeoutSeconds = Infinity }) => Math.max(a, timeoutSeconds), 0);
  return Math.min(NO_LIMIT, startup.failureThreshold + Math.ceil(longest / startup.periodSeconds));
}

function limitOf({ timeoutSeconds, onTimeout = OnTimeout.FAIL }: Edge['declared']): Pick<AwaitedDecision, 'timeoutSeconds' | 'onTimeout'> {
  return { timeoutSeconds, onTimeout };
}
