import { Guarantee } from '../../../api/guarantee';
import { Mechanism } from '../../../api/mechanism';
import { problem } from '../../../api/private/problem';
import { StartCondition } from '../../../api/start-condition';
import { ContainerSlot } from '../../../api/startup-plan';
import { PodIntent } from '../../../pod/intent';
import { Edge } from '../../graph/edge';
import { slotOf } from '../../schedule/container-slots';
import { cannotCheck, checkOf, obstacleForAgent } from '../agent-limits';
import { can, cannot, MechanismModule, Verdict } from '../mechanism';

const ON_SIDECAR = can(Guarantee.BEST_EFFORT,
  'a postStart hook holds the kubelet until it is ready; the timeout or a restart of the kubelet opens it');
const ON_CONTAINER = can(Guarantee.BEST_EFFORT,
  'a postStart hook holds the kubelet until it is ready; a crash, the timeout or a restart of the kubelet opens it');

/**
 * A postStart exec hook on the dependency, or on one that starts with it, blocks the kubelet's start loop until the ready check has
 * passed. It opens when the dependency crashes, when the hook fails or times out, and when the kubelet restarts: BEST_EFFORT. On a native
 * sidecar a crash or a failed hook does not open it, since the kubelet starts nothing behind a sidecar that is not running; the rest does.
 *
 * kubelet 1.27–1.37, kuberuntime_container.go startContainer: the hook runs inline, without a timeout of its own.
 */
export const postStart: MechanismModule = {
  mechanism: Mechanism.POST_START,

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependency, condition } = edge;
    const { slot } = slotOf(dependency, intent);
    if (slot === ContainerSlot.INIT_CONTAINER) { return cannot('an ordinary init container can have no hook'); }
    if (condition !== StartCondition.READY && condition !== StartCondition.STARTED) {
      return cannot(`a hook waits until its container is ready, it cannot see that it is ${condition}`);
    }
    const check = checkOf(edge);
    if (!check) { return cannot('nothing says when it is ready', problem('SO301', names(edge))); }
    if (intent.windows) { return cannot('the wait agent does not run on Windows', problem('SO408', { ...names(edge), mechanism: Mechanism.POST_START })); }
    const obstacle = obstacleForAgent(check, slot === ContainerSlot.CONTAINER);
    return obstacle ? cannot(obstacle.why, cannotCheck(edge, check, Mechanism.POST_START, obstacle))
      : slot === ContainerSlot.NATIVE_SIDECAR ? ON_SIDECAR : ON_CONTAINER;
  },

  judgeExternal: () => cannot('a hook on something outside the pod is not possible'),
};

function names({ dependent, dependency }: Edge): { dependent: string; dependency: string } {
  return { dependent: dependent.name, dependency: dependency.name };
}
