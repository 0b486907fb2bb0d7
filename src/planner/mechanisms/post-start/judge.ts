import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { Edge, findCheck, isExternal, namesOf } from '../../graph/edge';
import { problem } from '../../problems';
import { refuseCheck } from '../agent-checks';
import {
  accept,
  decline,
  declineOnWindows,
  declineWithoutCheck,
  MechanismModule,
  STARTS_AT_ONCE,
  Verdict,
} from '../mechanism';

const ON_SIDECAR = accept(
  'BEST_EFFORT',
  'a postStart hook holds the kubelet until it is ready; the timeout or a restart of the kubelet opens it',
);
const ON_CONTAINER = accept(
  'BEST_EFFORT',
  'a postStart hook holds the kubelet until it is ready; a crash, the timeout or a restart of the kubelet opens it',
  'containers',
);

/**
 * A postStart exec hook blocks the start loop of the kubelet until the ready check has passed. The hook belongs to the
 * dependency or to a later container. The order opens when the dependency crashes, when the hook fails or times out,
 * and when the kubelet restarts: BEST_EFFORT. On a native sidecar a crash or a failed hook does not open it, because
 * the kubelet starts no further container while the sidecar is not running.
 *
 * kubelet 1.27–1.37, kuberuntime_container.go startContainer: the hook runs inline, without a timeout of its own.
 */
export const postStart: MechanismModule = {
  mechanism: 'POST_START',
  waiter: 'the postStart hook of',
  heldBy: 'hook',
  addedSteps: ['hookCall', 'poll'],
  /**
   * The kubelet starts the next container after a failed hook, so a hook of a regular container cannot fail the
   * dependent.
   */
  findTimeoutProblem: edge =>
    edge.declared.onTimeout === 'FAIL' && !isExternal(edge) && edge.dependency.slot === 'CONTAINER'
      ? problem('SO404', namesOf(edge))
      : undefined,

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependency, condition } = edge;
    const { slot } = dependency;
    if (slot === 'INIT') {
      return decline('an ordinary init container can have no hook');
    }
    if (condition !== 'READY' && condition !== 'STARTED') {
      return decline(`a hook waits until its container is ready and cannot detect that it is ${condition}`);
    }
    if (slot === 'CONTAINER' && !intent.capabilities.serialStarts) {
      return STARTS_AT_ONCE;
    }
    const check = findCheck(edge);
    if (!check) {
      return condition === 'READY'
        ? declineWithoutCheck(edge)
        : decline(`'${dependency.name}' has no startup probe that the agent could repeat`);
    }
    if (intent.windows) {
      return declineOnWindows(edge, 'POST_START', intent);
    }
    const accepted = slot === 'NATIVE_SIDECAR' ? ON_SIDECAR : ON_CONTAINER;
    return refuseCheck(edge, check, 'POST_START', intent) ?? accepted;
  },

  judgeExternal: () => decline('a target outside the pod has no hook'),
};

/**
 * Returns the kind of a postStart hook that leaves no room for the agent: a container has one hook, and the plan can
 * merge only an exec hook.
 */
export function findForeignHook({ postStart: hook = {} }: ContainerIntent): string | undefined {
  return Object.keys(hook).find(kind => kind !== 'exec');
}
