import { AGENT_DIR, AGENT_VOLUME, STATE_DIR, STATE_VOLUME } from '../agent/contract';
import { ContainerPlan, MountPlan, PostStartPlan } from '../pod/pod-plan';

/** Read-only: no container may replace the agent. */
export const AGENT_MOUNT: MountPlan = { volume: AGENT_VOLUME, path: AGENT_DIR, readOnly: true };
export const STATE_MOUNT: MountPlan = { volume: STATE_VOLUME, path: STATE_DIR, readOnly: false };

/** Plans the mounts of a container. The kubelet itself reads the files of guards, so a guard mounts nothing. */
export function planMounts({ gate, postStart, preStop, startupProbe, readinessProbe }: Omit<ContainerPlan, 'mounts'>): MountPlan[] {
  const usesState = gate !== undefined || preStop !== undefined || readinessProbe !== undefined || startupProbe?.kind === 'marker'
    || (postStart !== undefined && usesStateIn(postStart));
  return [...(usesState || postStart?.usesAgent ? [AGENT_MOUNT] : []), ...(usesState ? [STATE_MOUNT] : [])];
}

/** Whether the hook reads or writes files that the containers of the pod share. */
function usesStateIn({ resets, locks, forgets, waits }: PostStartPlan): boolean {
  return resets || locks || forgets.length > 0 || waits.some(w => 'check' in w && w.check.kind === 'mark');
}
