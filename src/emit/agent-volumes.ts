import { AgentConfigMap, agentConfigMap, ARCHITECTURES, binaryKey, ONLY_KEY } from '../agent/binaries';
import { AGENT_DIR, AGENT_VOLUME, BINARIES_VOLUME, STATE_DIR, STATE_VOLUME } from '../agent/contract';
import { VolumeJson, VolumeMountJson } from '../api/private/pod-spec';
import { AgentDelivery } from '../api/startup-order-options';
import { AgentPlan, PodPlan } from '../pod/pod-plan';
import { AgentSettings } from '../pod/settings';

/** The directory from which the init container copies the agent. */
const BINARIES_DIR = '/startup-order-binaries';

/** 0555. Every user of a container has to execute the agent: 0500 and the 0540 of `fsGroup` fail without the capability DAC_OVERRIDE. */
const EXECUTABLE = 0o555;

/** The volumes that the pod gets for the agent and its state. */
export function agentVolumes({ agent, usesState }: PodPlan, settings: AgentSettings): VolumeJson[] {
  return [...(agent ? volumesOf(agent, settings) : []), ...(usesState ? [stateVolume()] : [])];
}

function volumesOf(agent: AgentPlan, settings: AgentSettings): VolumeJson[] {
  switch (agent.delivery) {
    case AgentDelivery.CONFIG_MAP: return [binaries(AGENT_VOLUME, agent, settings, () => ONLY_KEY)];
    case AgentDelivery.INIT_CONTAINER: return [
      // In memory: an emptyDir on the disk of a hardened node inherits `noexec`.
      { emptyDir: { medium: 'Memory', sizeLimit: '1Mi' }, name: AGENT_VOLUME },
      binaries(BINARIES_VOLUME, agent, settings, architecture => ARCHITECTURES[architecture]),
    ];
    case AgentDelivery.IMAGE_VOLUME: return [{ image: { pullPolicy: 'IfNotPresent', reference: settings.image }, name: AGENT_VOLUME }];
  }
}

/**
 * A projected volume is a tmpfs of the kubelet (kubelet 1.27–1.37, projected.go), which is executable on every node. A ConfigMap volume is a directory on the disk of the node.
 */
function binaries(
  name: string, { architectures, https }: AgentPlan, { configMap }: AgentSettings, pathOf: (architecture: string) => string,
): VolumeJson {
  const sources = architectures.map(architecture => {
    const binary = { architecture, https };
    const [key, path] = [configMap === undefined ? ONLY_KEY : binaryKey(binary), pathOf(architecture)];
    return { configMap: { ...(key === path ? {} : { items: [{ key, path }] }), name: configMap ?? agentConfigMap(binary).name } };
  });
  return { name, projected: { defaultMode: EXECUTABLE, sources } };
}

/** In memory, so that a reboot of the node empties it. */
function stateVolume(): VolumeJson {
  return { emptyDir: { medium: 'Memory', sizeLimit: '1Mi' }, name: STATE_VOLUME };
}

/** Read-only: no container may replace the agent. */
export function agentMount(): VolumeMountJson {
  return { mountPath: AGENT_DIR, name: AGENT_VOLUME, readOnly: true };
}

export function stateMount(): VolumeMountJson {
  return { mountPath: STATE_DIR, name: STATE_VOLUME };
}

/** The mounts of the init container that copies the agent. */
export function installerMounts(): VolumeMountJson[] {
  return [{ mountPath: AGENT_DIR, name: AGENT_VOLUME }, { mountPath: BINARIES_DIR, name: BINARIES_VOLUME, readOnly: true }];
}

/** Copies the binary for the node. `cp -f`: after a new sandbox of the pod the file of the user who copied it before is still there. */
export const COPY_AGENT = `cp -f ${BINARIES_DIR}/\`uname -m\` ${AGENT_DIR}/wait`;

/** The ConfigMaps that the pod needs and that the library has to add. */
export function configMapsOf(agent: AgentPlan | undefined, { configMap }: AgentSettings): AgentConfigMap[] {
  if (!agent || agent.delivery === AgentDelivery.IMAGE_VOLUME || configMap !== undefined) { return []; }
  return agent.architectures.map(architecture => agentConfigMap({ architecture, https: agent.https }));
}
