import { Mechanism } from '../../api/mechanism';
import { Check } from '../../api/private/check';
import { Problem, problem } from '../../api/private/problem';
import { StartCondition } from '../../api/start-condition';
import { agentObstacle, describeCheck, probeHandler } from '../../pod/checks';
import { ReadyProof } from '../../pod/intent';
import { Edge } from '../graph/edge';

/** What is checked for this edge. */
export function findCheck(edge: Edge): Check | undefined {
  return findProof(edge)?.check;
}

/** The same, and where it was declared. */
export function findProof({ dependency: { startup, ready }, condition }: Edge): ReadyProof | undefined {
  switch (condition) {
    case StartCondition.READY: return ready;
    case StartCondition.STARTED: return startup?.check && { check: startup.check, source: startup.automatic ? 'automaticStartupProbe' : 'startupProbe' };
    default: return undefined;
  }
}

/** Returns the reason why the wait agent cannot make this check, and what to do instead. */
export function findAgentObstacle(check: Check, onContainer: boolean): { why: string; remedy: string } | undefined {
  const obstacle = agentObstacle(check);
  const byKubelet = onContainer && typeof probeHandler(check) !== 'string' ? 'with the role SIDECAR and Kubernetes 1.29 or newer the kubelet asks for it; else ' : '';
  return obstacle && { why: obstacle.why, remedy: `${byKubelet}${obstacle.instead}` };
}

export function refuseCheck({ dependent, dependency }: Edge, check: Check, mechanism: Mechanism, obstacle: { why: string; remedy: string }): Problem {
  return problem('SO303', { dependent: dependent.name, dependency: dependency.name, check: describeCheck(check), mechanism, ...obstacle });
}
