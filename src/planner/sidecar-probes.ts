import { ChosenEdge } from './choose-mechanism';
import { Edge } from './resolve-edges';
import { longestTimeout, NO_LIMIT } from './timeouts';
import { TRY_SECONDS } from '../agent/contract';
import { Mechanism } from '../api/mechanism';
import { StartCondition } from '../api/start-condition';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { ProbeDecision } from '../pod/pod-plan';

/** The startup probe of each native sidecar that something waits for in this way, in the order of declaration. */
export function probesOf(chosen: readonly ChosenEdge<Edge>[], { containers }: PodIntent): ProbeDecision[] {
  const edgesOn = containers.map((): Edge[] => []);
  const probed = new Set<ContainerIntent>();
  for (const { edge, choice } of chosen) {
    if (edge.condition === StartCondition.READY) { edgesOn[edge.dependency.place].push(edge); }
    if (choice.mechanism === Mechanism.SIDECAR_PROBE) { probed.add(edge.dependency); }
  }
  return containers.filter(c => probed.has(c)).map(c => probeFor(edgesOn[c.place]));
}

/** `edges`: all that need the sidecar ready. Its restart after the limit concerns those with another mechanism as well. */
function probeFor(edges: readonly Edge[]): ProbeDecision {
  const { name, ready } = edges[0].dependency;
  const { check, source } = ready!;
  const timeoutSeconds = longestTimeout(edges);
  const trySeconds = 'trySeconds' in check ? check.trySeconds : undefined;
  return {
    container: name,
    check,
    // The kubelet's own default of 1 s is that of our network checks too, but not that of our commands.
    trySeconds: trySeconds ?? (check.kind === 'command' && source === 'readyWhen' ? TRY_SECONDS.command : undefined),
    failureThreshold: timeoutSeconds ?? NO_LIMIT,
    timeoutSeconds,
  };
}
