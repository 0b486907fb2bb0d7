import { AgentConfigMap, loadAgentConfigMap, ARCHITECTURES, binaryKey, ONLY_KEY } from '../agent/binaries';
import { VolumeJson, VolumeMountJson } from '../api/private/pod-spec';
import { Delivery, usesBinaries } from '../pod/delivery';
import { MountPlan, VolumePlan } from '../pod/pod-plan';
import { AgentSettings } from '../pod/settings';

/**
 * 0555. Every user of a container has to execute the agent: 0500 and the 0540 of `fsGroup` fail without the capability
 * DAC_OVERRIDE.
 */
const EXECUTABLE = 0o555;

/** Returns a volume of the plan. `agent`: how the agent gets into the pod. */
export function writeVolume(volume: VolumePlan, agent: Delivery | undefined, settings: AgentSettings): VolumeJson {
  const { name } = volume;
  switch (volume.kind) {
    case 'agent':
      return writeAgentVolume(name, agent!, settings);
    case 'binaries':
      return writeBinaries(name, agent!, settings, true);
    case 'state':
      return writeMemory(name);
    // The kubelet evicts a pod that exceeds the limit of a volume on the disk (kubelet 1.27–1.37, eviction_manager.go
    // emptyDirLimitEviction). The limit leaves room for file systems that give a small file a large block.
    case 'stateOnDisk':
      return { emptyDir: { sizeLimit: '16Mi' }, name };
    case 'token':
      return writeToken(name);
    case 'configMap':
      return { configMap: { name: volume.configMap }, name };
  }
}

function writeAgentVolume(name: string, agent: Delivery, settings: AgentSettings): VolumeJson {
  switch (agent.delivery) {
    case 'CONFIG_MAP':
      return writeBinaries(name, agent, settings, agent.byShell ?? false);
    // An emptyDir on the disk of a hardened node inherits `noexec`.
    case 'COPY':
      return writeMemory(name);
    case 'IMAGE_VOLUME':
      return { image: { pullPolicy: 'IfNotPresent', reference: settings.image }, name };
    default:
      throw new Error(`unreachable: ${agent.delivery} has no volume`);
  }
}

function writeMemory(name: string): VolumeJson {
  return { emptyDir: { medium: 'Memory', sizeLimit: '1Mi' }, name };
}

/** Returns the volume that the API server adds for a service account: a token of one hour that the kubelet renews. */
function writeToken(name: string): VolumeJson {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: 3600, path: 'token' } },
        { configMap: { items: [{ key: 'ca.crt', path: 'ca.crt' }], name: 'kube-root-ca.crt' } },
        { downwardAPI: { items: [{ fieldRef: { fieldPath: 'metadata.namespace' }, path: 'namespace' }] } },
      ],
    },
  };
}

/**
 * A projected volume is a tmpfs of the kubelet (kubelet 1.27–1.37, projected.go), which is executable on every node. A
 * ConfigMap volume is a directory on the disk of the node. `byMachine`: each binary has the output of `uname -m` as its
 * name, otherwise the only binary has the name `wait`.
 */
function writeBinaries(
  name: string,
  { architectures }: Delivery,
  { configMap, owner }: AgentSettings,
  byMachine: boolean,
): VolumeJson {
  const items = architectures.map(architecture => {
    const machine = ARCHITECTURES[architecture];
    const keyOfOurs = architectures.length === 1 ? ONLY_KEY : machine;
    return { key: configMap === undefined ? keyOfOurs : binaryKey(architecture), path: byMachine ? machine : ONLY_KEY };
  });
  const renamed = items.some(({ key, path }) => key !== path) ? { items } : {};
  const source = { configMap: { ...renamed, name: configMap ?? loadAgentConfigMap(architectures, owner).name } };
  return { name, projected: { defaultMode: EXECUTABLE, sources: [source] } };
}

export function writeMount({ volume, path, readOnly }: MountPlan): VolumeMountJson {
  return { mountPath: path, name: volume, ...(readOnly ? { readOnly } : {}) };
}

/** Returns the ConfigMaps that the pod needs and the library has to add. */
export function listAgentConfigMaps(
  agent: Delivery | undefined,
  { configMap, owner }: AgentSettings,
): AgentConfigMap[] {
  if (!agent || !usesBinaries(agent.delivery) || configMap !== undefined) {
    return [];
  }
  return [loadAgentConfigMap(agent.architectures, owner)];
}
