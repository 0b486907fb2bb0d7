import { cannotCheck, checkOf, obstacleForAgent } from './agent-limits';
import { cannot, Verdict } from './mechanism';
import { Mechanism } from '../../api/mechanism';
import { problem } from '../../api/private/problem';
import { StartCondition } from '../../api/start-condition';
import { Edge } from '../graph/edge';

/** Why the wait agent cannot prove what is asked of the dependency; `undefined`: it can, or there is nothing to prove but that this runs. */
export function unprovable(edge: Edge, mechanism: Mechanism, onContainer: boolean): Verdict | undefined {
  const { dependent, dependency, condition } = edge;
  const check = checkOf(edge);
  if (!check && condition === StartCondition.READY) {
    return cannot('nothing says when it is ready', problem('SO301', { dependent: dependent.name, dependency: dependency.name }));
  }
  if (!check && condition === StartCondition.STARTED && dependency.startup) {
    return cannot(`the startup probe of '${dependency.name}' makes no check that the agent could repeat`);
  }
  const obstacle = check && obstacleForAgent(check, onContainer);
  return obstacle && cannot(obstacle.why, cannotCheck(edge, check, mechanism, obstacle));
}
