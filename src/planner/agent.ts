import { ARCHITECTURES, hasBinary } from '../agent/binaries';
import {
  AGENT_DIR,
  AGENT_INSTALLER,
  AGENT_VOLUME,
  BINARIES_DIR,
  BINARIES_VOLUME,
  STATE_DIR,
  STATE_VOLUME,
} from '../agent/contract';
import { AgentDelivery } from '../api/private/agent-delivery';
import { Problem } from '../api/private/problem';
import { Delivery, usesBinaries } from '../pod/delivery';
import { ContainerIntent, PodIntent } from '../pod/intent';
import {
  ContainerPlan,
  GatePlan,
  InitEntry,
  InstallerPlan,
  listWaits,
  MountPlan,
  PodPlan,
  PostStartPlan,
  WaitContainerPlan,
} from '../pod/pod-plan';
import { problem } from '../pod/problems';

/** Plans how the agent gets into the pod; `undefined`: no container runs the agent. */
function planAgent(
  containers: readonly ContainerPlan[],
  waits: readonly WaitContainerPlan[],
  { delivery }: PodIntent,
): Delivery | undefined {
  const isUsedByContainers = containers.some(runsAgent);
  if (waits.length === 0 && !isUsedByContainers) {
    return undefined;
  }
  return !isUsedByContainers && waits.every(canUseShell) && mayUseShell(delivery)
    ? {
        ...delivery,
        delivery: AgentDelivery.CONFIG_MAP,
        byShell: true,
        reason: 'the shell of each wait selects the binary for its node',
      }
    : delivery;
}

/** The folders of the image with the shell and its libraries. */
const SHELL_FOLDERS = ['bin', 'sbin', 'lib', 'lib64', 'usr', ''];

/** Whether the wait can run in the image of the agent, and no volume of a sidecar hides the shell there. */
function canUseShell({ anyImage, sidecarMounts }: WaitContainerPlan): boolean {
  return anyImage && sidecarMounts.every(({ path }) => !SHELL_FOLDERS.includes(path.replace(/^\/+/, '').split('/')[0]));
}

/** Whether the architecture is unknown, and the user accepts a ConfigMap. */
function mayUseShell({ delivery, stated, architectures }: Delivery): boolean {
  return (
    architectures.length > 1 && (delivery === AgentDelivery.CONFIG_MAP || (delivery === AgentDelivery.COPY && !stated))
  );
}

/**
 * Finds obstacles to this delivery of the agent. The validation of the options checks the architecture that the options
 * specify.
 */
function findAgentProblems(agent: Delivery | undefined, { annotations }: PodIntent): Problem[] {
  if (!agent || !usesBinaries(agent.delivery)) {
    return [];
  }
  const annotation = findStaticPodAnnotation(annotations);
  if (annotation !== undefined) {
    return [problem('SO615', { annotation })];
  }
  if (agent.delivery === AgentDelivery.CONFIG_MAP && agent.architectures.length > 1 && !agent.byShell) {
    return [problem('SO614', {})];
  }
  const {
    boundBy,
    architectures: [given],
  } = agent;
  if (boundBy === undefined || hasBinary(given)) {
    return [];
  }
  return [problem('SO612', { where: boundBy, given, known: Object.keys(ARCHITECTURES) })];
}

/**
 * Returns the annotation that distinguishes a static pod from a pod of the API server; `undefined`: the pod has no such
 * annotation. The kubelet adds both annotations, so a manifest for its folder contains one only if the user wrote it.
 *
 * kubelet 1.35–1.37, config/common.go `PreventStaticPodAPIReferences`: "static pods may not reference configmaps".
 * kubelet 1.27–1.37, types/pod_update.go.
 */
function findStaticPodAnnotation(annotations: PodIntent['annotations']): string | undefined {
  if (annotations[MIRROR] !== undefined) {
    return MIRROR;
  }
  return ['file', 'http'].includes(annotations[SOURCE]) ? SOURCE : undefined;
}

const MIRROR = 'kubernetes.io/config.mirror';
const SOURCE = 'kubernetes.io/config.source';

/** Read-only: no container may replace the agent. */
const AGENT_MOUNT: MountPlan = { volume: AGENT_VOLUME, path: AGENT_DIR, readOnly: true };
export const STATE_MOUNT: MountPlan = { volume: STATE_VOLUME, path: STATE_DIR, readOnly: false };

type Parts = Omit<ContainerPlan, 'mounts'>;

/** Plans the mounts of a container. The kubelet itself reads the files of guards, so a guard mounts nothing. */
export function planMounts(container: Parts, delivery: Delivery): MountPlan[] {
  return [...(runsAgent(container) ? mountAgent(delivery) : []), ...(usesState(container) ? [STATE_MOUNT] : [])];
}

/** Returns the mount of the agent; none where the images contain the agent. */
export function mountAgent({ delivery }: Delivery): MountPlan[] {
  return delivery === AgentDelivery.IN_IMAGE ? [] : [AGENT_MOUNT];
}

/** Whether the container runs the agent. */
function runsAgent(container: Parts): boolean {
  return container.gate !== undefined || usesState(container) || (container.postStart?.usesAgent ?? false);
}

/** Whether the container reads or writes files that the containers of the pod share. */
function usesState({ gate, postStart, preStop, startupProbe, readinessProbe }: Parts): boolean {
  return (
    (gate !== undefined && usesStateInGate(gate)) ||
    preStop !== undefined ||
    readinessProbe !== undefined ||
    startupProbe?.kind === 'marker' ||
    (postStart !== undefined && usesStateIn(postStart))
  );
}

function usesStateInGate({ awaited, locks, endsAfter, marksOpen, marksEnd }: GatePlan): boolean {
  const reads = awaited.some(a => a.check.kind === 'mark' || a.check.kind === 'ended') || endsAfter.length > 0;
  return reads || locks || marksOpen || marksEnd;
}

/** Whether the hook reads or writes files that the containers of the pod share. */
function usesStateIn({ resets, locks, forgets, waits }: PostStartPlan): boolean {
  return resets || locks || forgets.length > 0 || waits.some(w => 'check' in w && w.check.kind === 'mark');
}

/** Plans the entries of `initContainers`: containers of the manifest, waits, and the installer of the agent. */
export function planInitContainers(
  entries: readonly (ContainerIntent | WaitContainerPlan)[],
  forgets: readonly string[],
  containers: ReadonlyMap<ContainerIntent, ContainerPlan>,
  intent: PodIntent,
): Pick<PodPlan, 'agent' | 'initContainers'> & { problems: readonly Problem[] } {
  const planned = entries.map((e): InitEntry => ('place' in e ? containers.get(e)! : e));
  const agent = planAgent([...containers.values()], listWaits({ initContainers: planned }), intent);
  return {
    agent,
    initContainers: [...planInstaller(agent, forgets), ...planned],
    problems: findAgentProblems(agent, intent),
  };
}

/** Plans the init container that copies the agent; empty where the agent is mounted in another way. */
function planInstaller(agent: Delivery | undefined, forgets: readonly string[]): InstallerPlan[] {
  return agent?.delivery !== AgentDelivery.COPY
    ? []
    : [
        {
          kind: 'installer',
          field: 'initContainers',
          reason: 'copies the wait agent for the architecture of the node',
          name: AGENT_INSTALLER,
          forgets,
          mounts: [
            { volume: AGENT_VOLUME, path: AGENT_DIR, readOnly: false },
            { volume: BINARIES_VOLUME, path: BINARIES_DIR, readOnly: true },
            ...(forgets.length > 0 ? [STATE_MOUNT] : []),
          ],
        },
      ];
}
