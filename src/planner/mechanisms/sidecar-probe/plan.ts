import { TRY_SECONDS } from '../../../agent/contract';
import { Mechanism } from '../../../api/mechanism';
import { StartCondition } from '../../../api/start-condition';
import { describeCheck } from '../../../pod/checks';
import { POD_IP } from '../../../pod/checks/hosts';
import { ReadyProbePlan } from '../../../pod/pod-plan';
import { Edge, groupByPlace } from '../../graph/edge';
import { Choices, selectEdges } from '../chosen-edge';
import { findLongestTimeout, NO_LIMIT } from '../timeouts';

/** Plans the startup probe of each native sidecar whose readiness SIDECAR_PROBE proves, by container index. */
export function planReadyProbes({ edges: chosen }: Choices): (ReadyProbePlan | undefined)[] {
  const edgesOn = groupByPlace(
    chosen.map(c => c.edge).filter(e => e.condition === StartCondition.READY),
    e => e.dependency,
  );
  const probes: (ReadyProbePlan | undefined)[] = [];
  for (const {
    dependency: { place },
  } of selectEdges(chosen, Mechanism.SIDECAR_PROBE)) {
    probes[place] ??= planReadyProbe(edgesOn[place]);
  }
  return probes;
}

/**
 * `edges`: all edges that need the sidecar ready. The restart after the limit affects dependents with another
 * mechanism, too.
 */
function planReadyProbe(edges: readonly Edge[]): ReadyProbePlan {
  const { check, source } = edges[0].dependency.ready!;
  const timeoutSeconds = findLongestTimeout(edges);
  const trySeconds = 'trySeconds' in check ? check.trySeconds : undefined;
  return {
    kind: 'readyCheck',
    field: 'startupProbe',
    reason: `the kubelet waits for its ready check: ${describeCheck(check, POD_IP)}`,
    check,
    // The kubelet's default of 1 s equals the agent's default for network checks, but not for commands.
    trySeconds: trySeconds ?? (check.kind === 'command' && source === 'readyWhen' ? TRY_SECONDS.command : undefined),
    failureThreshold: timeoutSeconds ?? NO_LIMIT,
    timeoutSeconds,
  };
}
