import { can, cannot, MechanismModule, Verdict } from './verdict';
import { Guarantee } from '../../model/guarantee';
import { Mechanism } from '../../model/mechanism';
import { OnTimeout } from '../../model/on-timeout';
import { ContainerIntent, PodIntent } from '../../model/private/intent';
import { problem } from '../../model/private/problem';
import { StartCondition } from '../../model/start-condition';
import { ContainerSlot } from '../../model/startup-plan';
import { cannotCheck, checkOf, obstacleForAgent } from '../agent-check';
import { Edge, ExternalEdge } from '../resolve';
import { slotOf } from '../slots';
import { checkSeenFrom } from '../visible';

const NOT_AN_APP = cannot('a gate stands in app containers, not in what starts before them');
const UNKNOWN_COMMAND = cannot('the command of the dependent comes from its image, and nobody here knows it: write `command`');
const TOO_LATE = cannot('an ordinary init container has ended before a gate could look');
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
    const unfit = unfitDependent(dependent, dependency.name, intent);
    if (unfit) { return unfit; }
    if (slotOf(dependency, intent).slot === ContainerSlot.INIT_CONTAINER) { return TOO_LATE; }
    if (condition !== StartCondition.READY && condition !== StartCondition.STARTED) {
      return cannot(`a gate makes a check of its own, it cannot see that a container is ${condition}`);
    }
    const check = checkOf(edge);
    if (!check) {
      return cannot(`nothing says when it is ${condition}`, condition === StartCondition.READY
        ? problem('SO301', { dependent: dependent.name, dependency: dependency.name }) : undefined);
    }
    const obstacle = obstacleForAgent(check, intent.agentWithoutTools, false);
    if (obstacle) { return cannot(obstacle.why, cannotCheck(edge, check, Mechanism.ENTRYPOINT_GATE, obstacle)); }
    if (!checkSeenFrom(dependent, dependency, check)) { return cannot(`only '${dependency.name}' can make that check, and the gate stands in '${dependent.name}'`); }
    return declared.onTimeout === OnTimeout.CONTINUE ? OPENS : EACH_START;
  },

  judgeExternal({ dependent, target, declared }: ExternalEdge, intent: PodIntent): Verdict {
    const unfit = unfitDependent(dependent, target.name, intent);
    if (unfit) { return unfit; }
    if (target.check.kind === 'command') { return cannot('the command runs in an image of its own'); }
    const obstacle = obstacleForAgent(target.check, intent.agentWithoutTools, false);
    if (obstacle) { return cannot(obstacle.why); }
    return declared.onTimeout === OnTimeout.CONTINUE ? OPENS : EACH_START;
  },
};

function unfitDependent(dependent: ContainerIntent, dependency: string, intent: PodIntent): Verdict | undefined {
  if (slotOf(dependent, intent).slot !== ContainerSlot.CONTAINER) { return NOT_AN_APP; }
  if (!dependent.hasCommand) { return UNKNOWN_COMMAND; }
  if (intent.windows) {
    return cannot('the wait agent does not run on Windows', problem('SO408', { dependent: dependent.name, dependency, mechanism: Mechanism.ENTRYPOINT_GATE }));
  }
  if (dependent.postStart) { return cannot(`the postStart hook of '${dependent.name}' would run while the gate still waits, with no app behind it`); }
  return intent.agentWithoutTools && dependent.hasLivenessProbe
    ? cannot(`the liveness probe of '${dependent.name}' would end a gate that still waits: nothing is mounted that could tell the kubelet (agent.shell is IMAGE)`)
    : undefined;
}
