import { InitCheckTraffic, passesAtOnce, classifyTraffic } from './mesh-traffic';
import { Guarantee } from '../../../api/guarantee';
import { Mechanism } from '../../../api/mechanism';
import { OnTimeout } from '../../../api/on-timeout';
import { ExternalCheck, leaves } from '../../../api/private/check';
import { ContainerSlot } from '../../../api/private/container-slot';
import { PodMesh } from '../../../api/private/mesh';
import { describeCheck, findTool } from '../../../pod/checks';
import { isLoopback, LOOPBACK } from '../../../pod/checks/hosts';
import { PodIntent } from '../../../pod/intent';
import { Tool } from '../../../pod/wait-tool';
import { ExternalEdge } from '../../graph/edge';
import { problem } from '../../problems';
import { findSlot } from '../../schedule/container-slots';
import { accept, decline, declineOnWindows, MechanismModule, Verdict, requireTimeout } from '../mechanism';

const ENDS_TOO_EARLY = decline(
  'an init container has exited before any container of the pod starts, so it cannot wait for one',
);

const INJECTED = decline('an init container has exited before an injected container starts');

/**
 * An init container waits for a target outside the pod. It holds all later init containers, and all containers of the
 * pod.
 */
export const initContainer: MechanismModule = {
  mechanism: Mechanism.INIT_CONTAINER,
  meaning: 'An init container waits for something outside the pod, and the whole pod waits with it.',
  waiter: 'init container',
  intrusiveness: 3,
  heldBy: 'initContainer',
  addedSteps: ['poll'],
  // No init container enforces a dependency on a container of the pod.
  locateWait: () => ({}),
  findTimeoutProblem: edge => requireTimeout(edge, 'an init container'),

  judge: () => ENDS_TOO_EARLY,

  judgeExternal(edge: ExternalEdge, intent: PodIntent): Verdict {
    const { dependent, target, declared } = edge;
    if (target.injected) {
      return INJECTED;
    }
    if (intent.windows) {
      return declineOnWindows(edge, Mechanism.INIT_CONTAINER);
    }
    if (asksLocalhost(target.check) && !hasListener(intent)) {
      return decline(
        'an init container runs before any container of the pod listens',
        problem('SO915', { dependent: dependent.name, dependency: target.name }),
      );
    }
    const tool = target.image === undefined ? findTool(target.check) : undefined;
    if (tool && intent.delivery.path !== undefined) {
      return refuseToolImage(tool, edge);
    }
    const traffic = classifyTraffic(target.check, intent.mesh);
    if (traffic === 'lost' || traffic === 'accepted') {
      const { name, proxy, excludePorts } = intent.mesh!;
      const why =
        traffic === 'lost'
          ? `${name} captures the traffic of init containers, and its proxy does not run yet`
          : `'${proxy}' of ${name} accepts every connection itself, so that the check would pass at once`;
      return decline(
        why,
        problem('SO807', {
          dependent: dependent.name,
          image: dependent.image,
          dependency: target.name,
          why,
          connects: passesAtOnce(target.check, intent.mesh),
          native: traffic === 'accepted',
          annotation: excludePorts,
        }),
      );
    }
    const way = describeRoute(traffic, intent.mesh);
    return declared.onTimeout === OnTimeout.CONTINUE
      ? accept(
          Guarantee.BEST_EFFORT,
          `an init container waits for it${way}; after the timeout the pod starts anyway, as specified`,
          'initContainers',
        )
      : accept(
          Guarantee.FAIL_CLOSED,
          `an init container waits for it${way}, which delays the whole pod`,
          'initContainers',
        );
  },
};

function asksLocalhost(check: ExternalCheck): boolean {
  return leaves(check).some(leaf => 'host' in leaf && isLoopback(leaf.host ?? LOOPBACK));
}

/** Whether something can listen at localhost while the init containers run: a native sidecar, or the node. */
function hasListener(intent: PodIntent): boolean {
  return (
    intent.hostNetwork ||
    intent.mesh?.order === 'native' ||
    intent.containers.some(c => findSlot(c, intent) === ContainerSlot.NATIVE_SIDECAR)
  );
}

/** The public image of a tool contains no agent. */
function refuseToolImage(tool: Tool, { dependent, target }: ExternalEdge): Verdict {
  const why =
    `${tool} runs in its public image, which does not contain the wait agent (\`agent.delivery\` ` + `is IN_IMAGE)`;
  return decline(
    why,
    problem('SO303', {
      dependent: dependent.name,
      dependency: target.name,
      check: describeCheck(target.check),
      mechanism: Mechanism.INIT_CONTAINER,
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
