import { Guarantee } from '../../../api/guarantee';
import { Mechanism } from '../../../api/mechanism';
import { OnTimeout } from '../../../api/on-timeout';
import { ContainerSlot } from '../../../api/private/container-slot';
import { HandlerJson } from '../../../api/private/pod-spec';
import { StartCondition } from '../../../api/start-condition';
import { buildProbeHandler } from '../../../pod/checks';
import { PodIntent } from '../../../pod/intent';
import { Edge } from '../../graph/edge';
import { findSlot } from '../../schedule/container-slots';
import { accept, decline, declineWithoutCheck, MechanismModule, Verdict, requireTimeout } from '../mechanism';

const NOT_NATIVE = decline('only the startup probe of a native sidecar holds other containers');

/**
 * The ready check becomes the startup probe of a native sidecar. The kubelet starts the next containers after the probe
 * has passed. A crash of the sidecar does not open this order.
 *
 * kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions: the containers after a native sidecar start
 * when the sidecar is running and its startup probe has succeeded. prober/worker.go: after `failureThreshold` failures
 * in a row the kubelet restarts the sidecar, and the containers after it wait on.
 */
export const sidecarProbe: MechanismModule = {
  mechanism: Mechanism.SIDECAR_PROBE,
  meaning:
    'A native sidecar with the check as its startup probe: the kubelet starts the next container when the ' +
    'probe has passed.',
  waiter: 'the startup probe of native sidecar',
  intrusiveness: 2,
  heldBy: 'list',
  addedSteps: ['statusShown', 'probePassed'],
  locateWait: ({ dependency: { name, place } }, { readyProbes }) => ({
    waitsIn: name,
    timeoutSeconds: readyProbes[place]!.timeoutSeconds,
  }),
  findTimeoutProblem: edge => requireTimeout(edge, 'a startup probe'),

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependency, condition } = edge;
    if (findSlot(dependency, intent) !== ContainerSlot.NATIVE_SIDECAR) {
      return NOT_NATIVE;
    }
    if (condition !== StartCondition.READY) {
      return decline(`the ready check becomes the startup probe, which cannot detect that its sidecar is ${condition}`);
    }
    if (!dependency.ready) {
      return declineWithoutCheck(edge);
    }
    if (dependency.startup && !dependency.startup.automatic) {
      return decline(`'${dependency.name}' has a startup probe of its own, which stays`);
    }
    const handler = buildProbeHandler(dependency.ready.check);
    const why = typeof handler === 'string' ? handler : (findMeshObstacle(handler, intent) ?? findOpening(edge));
    if (why) {
      return decline(why);
    }
    const reason =
      'the kubelet starts the next containers after the startup probe of the native sidecar, which is the ready ' +
      'check, has passed; the kubelet makes the probe once a second, ' +
      'which costs up to about a second';
    return accept(Guarantee.FAIL_CLOSED, reason, 'startupProbe');
  },

  judgeExternal: () => decline('a target outside the pod has no startup probe'),
};

/** Meshes rewrite the probes of app containers; no mesh documents this for native sidecars. */
function findMeshObstacle({ exec }: HandlerJson, { mesh }: PodIntent): string | undefined {
  if (!mesh || mesh.initTraffic === 'free' || exec) {
    return undefined;
  }
  return (
    `the kubelet asks from outside the pod, where '${mesh.proxy}' may accept a connection for a container that ` +
    `is not there, or refuse requests without the TLS of the mesh`
  );
}

/** A startup probe holds all dependents of the sidecar, so no dependent can start after a timeout. */
function findOpening({ dependent, declared, siblings }: Edge): string | undefined {
  if (declared.onTimeout === OnTimeout.CONTINUE) {
    return 'a startup probe that fails restarts its sidecar and cannot let the dependent start (`onTimeout` CONTINUE)';
  }
  const open = siblings.open.find(s => s.dependent !== dependent);
  return open && `container '${open.dependent.name}' starts after a timeout, and a startup probe would hold it, too`;
}
