import {
  accept,
  decline,
  declineWithoutCheck,
  MechanismModule,
  Verdict,
  requireTimeout,
  Choices,
  selectEdges,
  findLongestTimeout,
} from './mechanism';
import { TRY_SECONDS } from '../../agent/contract';
import { groupBy } from '../../api/private/collections';
import { HandlerJson, NO_LIMIT } from '../../api/private/pod-spec';
import { POD_IP } from '../../pod/checks/hosts';
import { buildProbeHandler, describeCheck } from '../../pod/checks/index';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { CheckProbePlan } from '../../pod/pod-plan';
import { Edge } from '../graph/edge';

const NOT_NATIVE = decline('only the startup probe of a native sidecar holds other containers');

/**
 * The ready check becomes the startup probe of a native sidecar. The kubelet starts the next containers after the probe
 * has passed. A crash of the sidecar before that does not open this order.
 *
 * kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions: the containers after a native sidecar start
 * when the sidecar is running and its startup probe has succeeded. prober/worker.go: after `failureThreshold` failures
 * in a row the kubelet restarts the sidecar, and the containers after it wait on.
 */
export const sidecarProbe: MechanismModule = {
  mechanism: 'SIDECAR_PROBE',
  waiter: 'the startup probe of native sidecar',
  heldBy: 'list',
  addedSteps: ['statusShown', 'probePassed'],
  findTimeoutProblem: edge => requireTimeout(edge, 'a startup probe'),

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependency, condition } = edge;
    if (dependency.slot !== 'NATIVE_SIDECAR') {
      return NOT_NATIVE;
    }
    if (condition !== 'READY') {
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
    return accept('FAIL_CLOSED', reason, 'startupProbe');
  },

  judgeExternal: () => decline('a target outside the pod has no startup probe'),
};

/** Every mesh rewrites probes of app containers, and some also of native sidecars (scripts/mesh-facts.ts). */
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
  if (declared.onTimeout === 'CONTINUE') {
    return 'a startup probe that fails restarts its sidecar and cannot let the dependent start (`onTimeout` CONTINUE)';
  }
  const open = siblings.open.find(s => s.dependent !== dependent);
  return open && `container '${open.dependent.name}' starts after a timeout, and a startup probe would hold it, too`;
}

/**
 * Plans the startup probe of each native sidecar whose readiness SIDECAR_PROBE proves, and sets the wait of each edge
 * that relies on it.
 */
export function planReadyProbes({ edges }: Choices): Map<ContainerIntent, CheckProbePlan> {
  const probes = new Map<ContainerIntent, CheckProbePlan>();
  const probed = groupBy(selectEdges(edges, 'SIDECAR_PROBE'), e => e.dependency);
  if (probed.size === 0) {
    return probes;
  }
  const edgesOn = groupBy(
    edges.filter(e => e.condition === 'READY'),
    e => e.dependency,
  );
  for (const [dependency, relying] of probed) {
    const probe = planReadyProbe(edgesOn.get(dependency)!);
    probes.set(dependency, probe);
    for (const edge of relying) {
      edge.wait = { waitsIn: dependency.name, timeoutSeconds: probe.timeoutSeconds };
    }
  }
  return probes;
}

/**
 * `edges`: all edges that need the sidecar ready. The restart after the limit affects dependents with another
 * mechanism, too.
 */
function planReadyProbe(edges: readonly Edge[]): CheckProbePlan {
  const { check, source } = edges[0].dependency.ready!;
  const timeoutSeconds = findLongestTimeout(edges);
  const trySeconds = 'trySeconds' in check ? check.trySeconds : undefined;
  return {
    kind: 'readyCheck',
    field: 'startupProbe',
    reason: `the kubelet waits for its ready check: ${describeCheck(check, POD_IP)}`,
    check,
    // The kubelet's default of 1 s equals the agent's default for network checks, but not for commands.
    trySeconds: trySeconds ?? (check.kind === 'command' && source === 'readyWhen' ? TRY_SECONDS.command : undefined),
    failureThreshold: timeoutSeconds ?? NO_LIMIT,
    timeoutSeconds,
  };
}
