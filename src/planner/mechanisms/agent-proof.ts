import { findCheck, refuseCheck } from './agent-limits';
import { decline, Verdict } from './mechanism';
import { Mechanism } from '../../api/mechanism';
import { problem } from '../../api/private/problem';
import { StartCondition } from '../../api/start-condition';
import { findAgentObstacle } from '../../pod/checks';
import { Edge } from '../graph/edge';

/** Returns a refusal if the wait agent cannot prove the condition; `undefined`: the agent can, or the condition needs no proof. */
export function refuseUnprovable(edge: Edge, mechanism: Mechanism, onContainer: boolean): Verdict | undefined {
  const { dependent, dependency, condition } = edge;
  const check = findCheck(edge);
  if (!check && condition === StartCondition.READY) {
    return decline('nothing says when it is ready', problem('SO301', { dependent: dependent.name, dependency: dependency.name }));
  }
  if (!check && condition === StartCondition.STARTED && dependency.startup) {
    return decline(`the startup probe of '${dependency.name}' makes no check that the agent could repeat`);
  }
  const obstacle = check && findAgentObstacle(check);
  return obstacle && decline(obstacle.why, refuseCheck(edge, check, mechanism, obstacle, onContainer));
}
