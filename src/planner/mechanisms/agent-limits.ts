import { Mechanism } from '../../api/mechanism';
import { Check } from '../../api/private/check';
import { Problem, problem } from '../../api/private/problem';
import { StartCondition } from '../../api/start-condition';
import { buildProbeHandler, describeCheck } from '../../pod/checks';
import { AgentObstacle } from '../../pod/checks/check-module';
import { ReadyCheckIntent } from '../../pod/intent';
import { Edge } from '../graph/edge';

/** Returns the check of an edge. */
export function findCheck(edge: Edge): Check | undefined {
  return findCheckWithSource(edge)?.check;
}

/** Returns the check of an edge, and its source. */
export function findCheckWithSource({ dependency: { startup, ready }, condition }: Edge): ReadyCheckIntent | undefined {
  switch (condition) {
    case StartCondition.READY: return ready;
    case StartCondition.STARTED: return startup?.check && { check: startup.check, source: startup.automatic ? 'automaticStartupProbe' : 'startupProbe' };
    default: return undefined;
  }
}

/** Returns the problem of a check that the wait agent cannot make. `onContainer`: the role SIDECAR would let the kubelet make the check. */
export function refuseCheck(
  { dependent, dependency }: Edge, check: Check, mechanism: Mechanism, { why, instead }: AgentObstacle, onContainer: boolean,
): Problem {
  const byKubelet = onContainer && typeof buildProbeHandler(check) !== 'string'
    ? 'with the role SIDECAR and Kubernetes 1.29 or newer the kubelet makes the check; otherwise ' : '';
  const names = { dependent: dependent.name, dependency: dependency.name };
  return problem('SO303', { ...names, check: describeCheck(check), mechanism, why, remedy: `${byKubelet}${instead}` });
}
