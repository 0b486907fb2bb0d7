import { leaves, ExternalCheck } from '../../../api/private/check';
import { Guarantee } from '../../../api/private/enums';
import { PodMesh } from '../../../api/private/mesh';
import { Problem } from '../../../api/private/problem';
import { isLoopback, LOOPBACK } from '../../../pod/checks/hosts';
import { describeCheck, findTool } from '../../../pod/checks/index';
import { findReachable } from '../../../pod/cycles';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { InitCheckTraffic, passesAtOnce } from '../../../pod/mesh-traffic';
import { Tool } from '../../../pod/wait-tool';
import { Edge, ExternalEdge, isExternal, namesOf } from '../../graph/edge';
import { problem } from '../../problems';
import { findVisibilityObstacle } from '../check-visibility';
import {
  accept,
  decline,
  declineOnWindows,
  declineWithoutCheck,
  MechanismModule,
  Verdict,
  requireTimeout,
} from '../mechanism';

const ENDS_TOO_EARLY = decline(
  'an init container has exited before any container of the pod starts, so it cannot wait for one',
);

const INJECTED = decline('an init container has exited before an injected container starts');

/**
 * An init container waits for a target outside the pod. It holds all later init containers, and all containers of the
 * pod.
 */
export const initContainer: MechanismModule = {
  mechanism: 'INIT_CONTAINER',
  waiter: 'init container',
  heldBy: 'initContainer',
  addedSteps: ['poll'],
  findTimeoutProblem: edge => requireTimeout(edge, 'an init container'),

  judge: () => ENDS_TOO_EARLY,

  judgeExternal(edge: ExternalEdge, intent: PodIntent): Verdict {
    const { dependent, target, declared, traffic } = edge;
    if (target.injected) {
      return INJECTED;
    }
    if (intent.windows) {
      return declineOnWindows(edge, 'INIT_CONTAINER', intent);
    }
    if (asksLocalhost(target.check) && !hasListener(dependent, intent)) {
      return decline('an init container runs before any container of the pod listens', problem('SO915', namesOf(edge)));
    }
    const tool = target.image === undefined ? findTool(target.check) : undefined;
    if (tool && intent.delivery.path !== undefined) {
      return refuseToolImage(tool, edge);
    }
    if (traffic === 'lost' || traffic === 'accepted') {
      const { name, proxy, excludePorts, forNative } = intent.mesh!;
      const why =
        traffic === 'lost'
          ? `${name} captures the traffic of init containers, and its proxy does not run yet`
          : `'${proxy}' of ${name} accepts every connection itself, so that the check would pass at once`;
      return decline(
        why,
        problem('SO807', {
          ...namesOf(edge),
          image: dependent.image,
          why,
          needsCommand: dependent.command === undefined && findTool(target.check) === undefined,
          connects: passesAtOnce(target.check, intent.mesh),
          forNative,
          annotation: excludePorts,
        }),
      );
    }
    const way = describeRoute(traffic, intent.mesh);
    return declared.onTimeout === 'CONTINUE'
      ? hold(
          'BEST_EFFORT',
          `an init container waits for it${way}; after the timeout the pod starts anyway, as specified`,
        )
      : hold('FAIL_CLOSED', `an init container waits for it${way}, which delays the whole pod`);
  },
};

function asksLocalhost(check: ExternalCheck): boolean {
  return leaves(check).some(leaf => 'host' in leaf && isLoopback(leaf.host ?? LOOPBACK));
}

/** Whether something can listen at localhost before the dependent starts: a native sidecar before it, or the node. */
function hasListener(dependent: ContainerIntent, { hostNetwork, mesh, containers }: PodIntent): boolean {
  const isBefore = (c: ContainerIntent) => dependent.slot === 'CONTAINER' || c.place < dependent.place;
  const earlier = containers.filter(c => c !== dependent && c.slot !== 'CONTAINER' && isBefore(c));
  const listNeeded = (c: ContainerIntent) =>
    containers.filter(({ name }) => c.dependsOn.some(({ target }) => target.name === name));
  const needed = [dependent, ...earlier].flatMap(c => [...findReachable(c, listNeeded)]);
  return hostNetwork || mesh?.order === 'native' || needed.some(c => c !== dependent && c.slot === 'NATIVE_SIDECAR');
}

/** The public image of a tool contains no agent. */
function refuseToolImage(tool: Tool, edge: ExternalEdge): Verdict {
  const why =
    `${tool} runs in its public image, which does not contain the wait agent ` + '(`agent.delivery` is IN_IMAGE)';
  return decline(
    why,
    problem('SO303', {
      ...namesOf(edge),
      check: describeCheck(edge.target.check),
      mechanism: 'INIT_CONTAINER',
      why,
      remedy:
        `write an \`image\` of the dependency with ${tool} and the agent, or a check that the agent ` +
        `can make itself`,
    }),
  );
}

/** Returns the way of the check through or past a mesh, as an addition to a reason. */
function describeRoute(traffic: Exclude<InitCheckTraffic, 'lost' | 'accepted'>, mesh: PodMesh | undefined): string {
  switch (traffic) {
    case 'untouched':
      return '';
    case 'meshed':
      return ` after '${mesh!.proxy}', through the mesh`;
    case 'plain':
      return ` before ${mesh!.name} captures any traffic, in plain text`;
    case 'plainAsUser':
      return ` as user ${mesh!.uncapturedUser}, whose traffic ${mesh!.name} does not capture, in plain text`;
  }
}

const NO_SIDECAR_BEFORE = decline('an init container waits only for native sidecars before it');

/**
 * An init container after native sidecars waits until the sidecars are ready. The kubelet starts the next containers
 * after it has exited with 0. A crash of a sidecar before that, or a restart of the kubelet, does not open this order.
 *
 * kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions: the kubelet restarts native sidecars before
 * a running init container when they end. A restarted kubelet does not repeat an init container that runs or has
 * exited.
 */
export const sidecarWaitInit: MechanismModule = {
  mechanism: 'SIDECAR_WAIT_INIT',
  waiter: 'init container',
  heldBy: 'initContainer',
  addedSteps: ['poll'],
  findTimeoutProblem: edge =>
    requireTimeout(edge, 'an init container') ?? (isExternal(edge) ? undefined : findConflict(edge)),

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependent, dependency, condition, declared } = edge;
    if (dependency.slot !== 'NATIVE_SIDECAR') {
      return NO_SIDECAR_BEFORE;
    }
    if (condition !== 'READY') {
      return decline(`an init container makes the ready check and cannot detect that a sidecar is ${condition}`);
    }
    if (!dependency.ready) {
      return declineWithoutCheck(edge);
    }
    if (intent.windows) {
      return declineOnWindows(edge, 'SIDECAR_WAIT_INIT', intent);
    }
    const hooked = edge.siblings.hooked.find(s => s.dependent !== dependent);
    const why = hooked
      ? `the hook for container '${hooked.dependent.name}' opens after a time, and an init container would hold ` +
        `that container, too`
      : findVisibilityObstacle(dependency, dependency.ready.check);
    if (why) {
      return decline(why);
    }
    if (declared.onTimeout === 'CONTINUE') {
      return hold(
        'BEST_EFFORT',
        'an init container after the sidecar waits for it; after the timeout the dependent starts anyway, as specified',
      );
    }
    const open = edge.siblings.open.find(s => s.dependent !== dependent);
    if (leaves(dependency.ready.check).some(leaf => leaf.kind === 'delay')) {
      return hold(
        'BEST_EFFORT',
        'an init container after the sidecar waits; a delay counts from its own start, and does not begin again ' +
          'when the sidecar restarts',
      );
    }
    return open
      ? hold(
          'BEST_EFFORT',
          `an init container after the sidecar waits for it; it opens after a timeout, as container ` +
            `'${open.dependent.name}' asked`,
        )
      : hold(
          'FAIL_CLOSED',
          'the kubelet starts the next containers after the init container that waits for it has exited with 0',
        );
  },

  judgeExternal: () => decline('a target outside the pod is in no list'),
};

function hold(guarantee: Guarantee, reason: string): Verdict {
  return accept(guarantee, reason, 'initContainers');
}

/** One init container holds all dependents of a sidecar. */
function findConflict(edge: Edge): Problem | undefined {
  const { open } = edge.siblings;
  return edge.declared.onTimeout !== 'FAIL' || open.length === 0
    ? undefined
    : problem('SO406', {
        ...namesOf(edge),
        what:
          `FAIL as \`onTimeout\`, but container '${open[0].dependent.name}' wants CONTINUE for it, and one init ` +
          `container waits for both`,
        remedy: 'use the same for both',
      });
}
