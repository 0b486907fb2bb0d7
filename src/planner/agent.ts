import { AgentDelivery } from '../api/private/enums';
import { Problem } from '../api/private/problem';
import { Delivery, usesBinaries, validateArchitecture } from '../pod/delivery';
import { PodIntent } from '../pod/intent';
import { ContainerPlan, WaitContainerPlan } from '../pod/pod-plan';
import { problem } from '../pod/problems';

const DELIVERIES: Readonly<Record<AgentDelivery, string>> = {
  CONFIG_MAP: 'the wait agent, from a ConfigMap',
  COPY: 'the wait agent, copied by an init container',
  IMAGE_VOLUME: 'the wait agent, from its image',
  IN_IMAGE: 'the wait agent, in the images of the pod',
  NONE: 'no wait agent',
};

export function describeDelivery({ delivery, reason }: Delivery): string {
  return `${DELIVERIES[delivery]} (${delivery}): ${reason}`;
}

/** Plans how the agent gets into the pod; `undefined`: no container runs the agent. */
export function planAgent(
  containers: readonly ContainerPlan[],
  waits: readonly WaitContainerPlan[],
  intent: PodIntent,
): { agent?: Delivery; problems: readonly Problem[] } {
  const { delivery } = intent;
  const isUsedByContainers = containers.some(runsAgent);
  if (waits.length === 0 && !isUsedByContainers) {
    return { problems: [] };
  }
  const byShell = !isUsedByContainers && waits.every(canUseShell) && mayUseShell(delivery);
  const agent: Delivery = byShell
    ? {
        ...delivery,
        delivery: 'CONFIG_MAP',
        byShell: true,
        reason: 'the shell of each wait selects the binary for its node',
      }
    : delivery;
  return { agent, problems: findAgentProblems(agent, intent) };
}

/** The folders of the image with the shell and its libraries. */
const SHELL_FOLDERS = ['bin', 'sbin', 'lib', 'lib64', 'usr', ''];

/** Whether the wait can run in the image of the agent, and no volume of a sidecar hides the shell there. */
function canUseShell({ anyImage, sidecarMounts }: WaitContainerPlan): boolean {
  return anyImage && sidecarMounts.every(({ path }) => !SHELL_FOLDERS.includes(path.replace(/^\/+/, '').split('/')[0]));
}

/** Whether the architecture is unknown, and the user accepts a ConfigMap. */
function mayUseShell({ delivery, stated, architectures }: Delivery): boolean {
  return architectures.length > 1 && (delivery === 'CONFIG_MAP' || (delivery === 'COPY' && !stated));
}

/**
 * Finds obstacles to this delivery of the agent. The validation of the options checks the architecture that the options
 * specify.
 */
function findAgentProblems(agent: Delivery, { annotations }: PodIntent): Problem[] {
  if (!usesBinaries(agent.delivery)) {
    return [];
  }
  const annotation = findStaticPodAnnotation(annotations);
  if (annotation !== undefined) {
    return [problem('SO615', { annotation })];
  }
  if (agent.delivery === 'CONFIG_MAP' && agent.architectures.length > 1 && !agent.byShell) {
    return [problem('SO614', {})];
  }
  return agent.boundBy === undefined ? [] : validateArchitecture(agent.architectures[0], agent.boundBy);
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

/** Whether the container runs the agent. */
export function runsAgent(container: ContainerPlan): boolean {
  return container.gate !== undefined || usesState(container) || (container.postStart?.usesAgent ?? false);
}

/** Whether the container reads or writes files that the containers of the pod share. */
export function usesState({ gate, postStart, preStop, startupProbe, readinessProbe }: ContainerPlan): boolean {
  const steps = [...(gate?.awaited ?? []), ...(postStart?.waits ?? [])];
  return (
    steps.some(s => 'check' in s && (s.check.kind === 'mark' || s.check.kind === 'ended')) ||
    (gate !== undefined && (gate.locks || gate.marksOpen || gate.marksEnd || gate.endsAfter.length > 0)) ||
    (postStart !== undefined && (postStart.resets || postStart.locks || postStart.forgets.length > 0)) ||
    preStop !== undefined ||
    readinessProbe !== undefined ||
    startupProbe?.kind === 'marker'
  );
}
