import { Guarantee } from '../../../api/guarantee';
import { Mechanism } from '../../../api/mechanism';
import { OnTimeout } from '../../../api/on-timeout';
import { Check, leaves } from '../../../api/private/check';
import { ContainerSlot } from '../../../api/private/container-slot';
import { Problem } from '../../../api/private/problem';
import { StartCondition } from '../../../api/start-condition';
import { findAgentObstacle, isFileCheck, findScope } from '../../../pod/checks';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { Edge, isExternal } from '../../graph/edge';
import { problem } from '../../problems';
import { findSlot } from '../../schedule/container-slots';
import { findMount } from '../check-visibility';
import {
  accept,
  decline,
  declineOnWindows,
  declineWithoutCheck,
  MechanismModule,
  Verdict,
  requireTimeout,
} from '../mechanism';

const NO_SIDECAR_BEFORE = decline('an init container waits only for native sidecars before it');

/**
 * An init container after native sidecars waits until the sidecars are ready. The kubelet starts the next containers
 * after it has exited with 0. A crash of a sidecar or a restart of the kubelet does not open this order.
 *
 * kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions: the kubelet restarts native sidecars before
 * a running init container when they end. A restarted kubelet does not repeat an init container that runs or has
 * exited.
 */
export const sidecarWaitInit: MechanismModule = {
  mechanism: Mechanism.SIDECAR_WAIT_INIT,
  meaning: 'An init container after the native sidecar waits until the sidecar is ready.',
  waiter: 'init container',
  intrusiveness: 4,
  heldBy: 'initContainer',
  addedSteps: ['poll'],
  locateWait: (edge, { waits }) => {
    const { name, awaited } = waits.waitFor.get(edge)!;
    const { timeoutSeconds, onTimeout } = awaited.find(a => a.dependency === edge.dependency.name)!;
    return { waitsIn: name, timeoutSeconds, onTimeout };
  },
  findTimeoutProblem: edge =>
    requireTimeout(edge, 'an init container') ?? (isExternal(edge) ? undefined : findConflict(edge)),

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependent, dependency, condition, declared } = edge;
    if (findSlot(dependency, intent) !== ContainerSlot.NATIVE_SIDECAR) {
      return NO_SIDECAR_BEFORE;
    }
    if (condition !== StartCondition.READY) {
      return decline(`an init container makes the ready check and cannot detect that a sidecar is ${condition}`);
    }
    if (!dependency.ready) {
      return declineWithoutCheck(edge);
    }
    if (intent.windows) {
      return declineOnWindows(edge, Mechanism.SIDECAR_WAIT_INIT);
    }
    const hooked = edge.siblings.hooked.find(s => s.dependent !== dependent);
    const why = hooked
      ? `the hook for container '${hooked.dependent.name}' opens after a time, and an init container would hold ` +
        `that container, too`
      : findCheckObstacle(dependency.ready.check, dependency);
    if (why) {
      return decline(why);
    }
    if (declared.onTimeout === OnTimeout.CONTINUE) {
      return hold(
        Guarantee.BEST_EFFORT,
        'an init container after the sidecar waits for it; after the timeout the dependent starts anyway, as specified',
      );
    }
    const open = edge.siblings.open.find(s => s.dependent !== dependent);
    if (leaves(dependency.ready.check).some(leaf => leaf.kind === 'delay')) {
      return hold(
        Guarantee.BEST_EFFORT,
        'an init container after the sidecar waits; a delay counts from its own start, and does not begin again ' +
          'when the sidecar restarts',
      );
    }
    return open
      ? hold(
          Guarantee.BEST_EFFORT,
          `an init container after the sidecar waits for it; it opens after a timeout, as container ` +
            `'${open.dependent.name}' asked`,
        )
      : hold(
          Guarantee.FAIL_CLOSED,
          'the kubelet starts the next containers after the init container that waits for it has exited with 0',
        );
  },

  judgeExternal: () => decline('a target outside the pod is in no list'),
};

function hold(guarantee: Guarantee, reason: string): Verdict {
  return accept(guarantee, reason, 'initContainers');
}

/** Returns the reason why another container, with the volumes of the dependency, cannot make this check. */
function findCheckObstacle(check: Check, dependency: ContainerIntent): string | undefined {
  for (const leaf of leaves(check)) {
    const obstacle = findAgentObstacle(leaf);
    if (obstacle) {
      return obstacle.why;
    }
    if (findScope(leaf) === 'image') {
      return `a command runs in the image of '${dependency.name}' only`;
    }
    if (isFileCheck(leaf) && !findMount(dependency, leaf.path)) {
      return `${leaf.path} lies in no volume of '${dependency.name}' that an init container could mount as a whole`;
    }
  }
  return undefined;
}

/** One init container holds all dependents of a sidecar. */
function findConflict({ dependent, dependency, declared, siblings: { open } }: Edge): Problem | undefined {
  return declared.onTimeout !== OnTimeout.FAIL || open.length === 0
    ? undefined
    : problem('SO406', {
        dependent: dependent.name,
        dependency: dependency.name,
        what:
          `FAIL as \`onTimeout\`, but container '${open[0].dependent.name}' wants CONTINUE for it, and one init ` +
          `container waits for both`,
        remedy: 'use the same for both',
      });
}
