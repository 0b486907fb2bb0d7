import { decline, Verdict } from './mechanism';
import { Mechanism } from '../../api/mechanism';
import { Check } from '../../api/private/check';
import { Problem, problem } from '../../api/private/problem';
import { StartCondition } from '../../api/start-condition';
import { buildProbeHandler, describeCheck, findAgentObstacle } from '../../pod/checks';
import { AgentObstacle } from '../../pod/checks/check-module';
import { Edge, findCheck } from '../graph/edge';

/** Returns a refusal if the wait agent cannot check the condition; `undefined`: the agent can, or the condition needs no check. */
export function refuseUncheckable(edge: Edge, mechanism: Mechanism, onContainer: boolean): Verdict | undefined {
  const { dependent, dependency, condition } = edge;
  const check = findCheck(edge);
  if (!check && condition === StartCondition.READY) {
    return decline(`'${dependency.name}' has no ready check`, problem('SO301', { dependent: dependent.name, dependency: dependency.name, healthcheck: dependency.hasHealthcheck }));
  }
  if (!check && condition === StartCondition.STARTED && dependency.startup) {
    return decline(`the startup probe of '${dependency.name}' makes no check that the agent could repeat`);
  }
  const obstacle = check && findAgentObstacle(check);
  return obstacle && decline(obstacle.why, refuseCheck(edge, check, mechanism, obstacle, onContainer));
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
