import { can, cannot, MechanismModule, Verdict } from './verdict';
import { Guarantee } from '../../model/guarantee';
import { Mechanism } from '../../model/mechanism';
import { OnTimeout } from '../../model/on-timeout';
import { ContainerIntent, PodIntent } from '../../model/private/intent';
import { Problem, problem } from '../../model/private/problem';
import { StartCondition } from '../../model/start-condition';
import { ContainerSlot } from '../../model/startup-plan';
import { cannotCheck, checkOf, obstacleForAgent } from '../agent-check';
import { Edge, ExternalEdge } from '../resolve';
import { slotOf } from '../slots';
import { checkSeenFrom } from '../visible';

const EACH_START = can(Guarantee.EVERY_START, 'the wait agent runs in front of its command and makes the check itself, at each start');
const OPENS = can(Guarantee.START_ORDER, 'the wait agent runs in front of its command; after the timeout the command starts all the same, as asked');

/**
 * The wait agent is put in front of the dependent's own command: it makes the check until it passes, then the command takes its place
 * (`exec`). Nothing in the kubelet has to hold anything, so nothing that happens to the kubelet or the dependency opens it.
 */
export const entrypointGate: MechanismModule = {
  mechanism: Mechanism.ENTRYPOINT_GATE,

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependent, dependency, condition, declared } = edge;
    const names = { dependent: dependent.name, dependency: dependency.name };
    if (slotOf(dependency, intent).slot === ContainerSlot.INIT_CONTAINER) { return cannot('an ordinary init container has ended before a gate could look'); }
    if (condition !== StartCondition.READY && condition !== StartCondition.STARTED) {
      return cannot(`a gate makes a check of its own, it cannot see that a container is ${condition}`);
    }
    const unfit = unfitDependent(dependent, intent);
    if (unfit) { return cannot(unfit, windowsProblem(edge, dependency.name, intent)); }
    const check = checkOf(edge);
    if (!check) { return cannot(`nothing says when it is ${condition}`, condition === StartCondition.READY ? problem('SO301', names) : undefined); }
    const obstacle = obstacleForAgent(check, intent.agentWithoutTools, false);
    if (obstacle) { return cannot(obstacle.why, cannotCheck(edge, check, Mechanism.ENTRYPOINT_GATE, obstacle)); }
    if (!checkSeenFrom(dependent, dependency, check)) { return cannot(`only '${dependency.name}' can make that check, and the gate stands in '${dependent.name}'`); }
    return declared.onTimeout === OnTimeout.CONTINUE ? OPENS : EACH_START;
  },

  judgeExternal({ dependent, target, declared, neededByAll }: ExternalEdge, intent: PodIntent): Verdict {
    const unfit = unfitDependent(dependent, intent);
    if (unfit) { return cannot(unfit, windowsProblem({ dependent }, target.name, intent)); }
    if (target.check.kind === 'command') { return cannot('the command runs in an image of its own'); }
    if (neededByAll && declared.mechanism === undefined) { return cannot('all containers need it, so one init container does for all of them'); }
    const obstacle = obstacleForAgent(target.check, intent.agentWithoutTools, false);
    if (obstacle) { return cannot(obstacle.why); }
    return declared.onTimeout === OnTimeout.CONTINUE ? OPENS : EACH_START;
  },
};

function windowsProblem({ dependent }: Pick<Edge, 'dependent'>, dependency: string, { windows }: PodIntent): Problem | undefined {
  return windows && dependent.hasCommand ? problem('SO408', { dependent: dependent.name, dependency, mechanism: Mechanism.ENTRYPOINT_GATE }) : undefined;
}

function unfitDependent(dependent: ContainerIntent, intent: PodIntent): string | undefined {
  if (slotOf(dependent, intent).slot !== ContainerSlot.CONTAINER) { return 'a gate stands in app containers, not in what starts before them'; }
  if (!dependent.hasCommand) { return `the command of '${dependent.name}' comes from its image, and nobody here knows it: write \`command\``; }
  return intent.windows ? 'the wait agent does not run on Windows' : undefined;
}
