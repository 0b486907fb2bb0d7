import { AGENT_DIR, AGENT_VOLUME, STATE_DIR, STATE_VOLUME } from '../agent/contract';
import { AgentDelivery } from '../api/startup-order-options';
import { Delivery } from '../pod/delivery';
import { ContainerPlan, MountPlan, PostStartPlan } from '../pod/pod-plan';

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
export function runsAgent(container: Parts): boolean {
  return usesState(container) || (container.postStart?.usesAgent ?? false);
}

/** Whether the container reads or writes files that the containers of the pod share. */
function usesState({ gate, postStart, preStop, startupProbe, readinessProbe }: Parts): boolean {
  return (
    gate !== undefined ||
    preStop !== undefined ||
    readinessProbe !== undefined ||
    startupProbe?.kind === 'marker' ||
    (postStart !== undefined && usesStateIn(postStart))
  );
}

/** Whether the hook reads or writes files that the containers of the pod share. */
function usesStateIn({ resets, locks, forgets, waits }: PostStartPlan): boolean {
  return resets || locks || forgets.length > 0 || waits.some(w => 'check' in w && w.check.kind === 'mark');
}
