/** The volumes that the plan adds to the pod, and the containers that mount them. */
import { describeDelivery, runsAgent, usesState } from './agent';
import {
  AGENT_DIR,
  AGENT_INSTALLER,
  AGENT_VOLUME,
  AUTHORITIES_VOLUME,
  BINARIES_DIR,
  BINARIES_VOLUME,
  STATE_DIR,
  STATE_VOLUME,
  TOKEN_VOLUME,
} from '../agent/contract';
import { when } from '../api/private/collections';
import { Delivery } from '../pod/delivery';
import { ContainerIntent, PodIntent } from '../pod/intent';
import {
  ContainerPlan,
  InitEntry,
  InstallerPlan,
  MountPlan,
  PodPlan,
  VolumePlan,
  WaitContainerPlan,
} from '../pod/pod-plan';

/** Read-only: no container may replace the agent. */
const AGENT_MOUNT: MountPlan = { volume: AGENT_VOLUME, path: AGENT_DIR, readOnly: true };
const STATE_MOUNT: MountPlan = { volume: STATE_VOLUME, path: STATE_DIR, readOnly: false };
/** The directory in which kubectl looks for the token. */
const TOKEN_MOUNT: MountPlan = {
  volume: TOKEN_VOLUME,
  path: '/var/run/secrets/kubernetes.io/serviceaccount',
  readOnly: true,
};

/**
 * Adds the mounts to all containers, and the installer of the agent to the entries of `initContainers`. `forgets`:
 * containers whose marks of an earlier sandbox the installer removes.
 */
export function planVolumes(
  plans: ReadonlyMap<ContainerIntent, ContainerPlan>,
  entries: readonly (ContainerIntent | WaitContainerPlan)[],
  app: readonly ContainerIntent[],
  forgets: readonly string[],
  agent: Delivery | undefined,
  { restartPolicy }: PodIntent,
): Pick<PodPlan, 'initContainers' | 'containers' | 'volumes'> {
  const configMaps = [...new Set(entries.flatMap(e => ('file' in e && e.file ? [e.file.configMap] : [])))];
  const ofAgent = agent?.path === undefined ? [AGENT_MOUNT] : [];
  // The kubelet itself reads the files of guards, so a guard mounts nothing.
  const mountContainer = (container: ContainerIntent): ContainerPlan => {
    const plan = plans.get(container)!;
    const mounts = [...(runsAgent(plan) ? ofAgent : []), ...when(usesState(plan), STATE_MOUNT)];
    return Object.assign(plan, { mounts });
  };
  const mountWait = (wait: WaitContainerPlan): WaitContainerPlan => {
    const { sidecarMounts, file } = wait;
    const mounts = [
      ...sidecarMounts.map(({ volume, path }) => ({ volume, path, readOnly: true })),
      ...ofAgent,
      ...when(wait.forgets.length > 0, STATE_MOUNT),
      ...when(wait.tool === 'kubectl', TOKEN_MOUNT),
    ];
    if (file) {
      const volume = nameConfigMapVolume(configMaps.indexOf(file.configMap));
      mounts.push({ volume, path: file.path.slice(0, file.path.lastIndexOf('/')), readOnly: true });
    }
    return { ...wait, mounts };
  };
  const containers = app.map(mountContainer);
  const initContainers: InitEntry[] = entries.map(e => ('place' in e ? mountContainer(e) : mountWait(e)));
  if (agent?.delivery === 'COPY') {
    initContainers.unshift(planInstaller(forgets));
  }
  const used = new Set([...initContainers, ...containers].flatMap(c => c.mounts.map(m => m.volume)));
  // After a reboot of the node, the kubelet runs a container that has ended for good in no later sandbox (kubelet
  // 1.27–1.37, kuberuntime_manager.go computePodActions), so its end has to stay known. A pod with Never fails.
  const keepsEnds = restartPolicy !== 'Never' && containers.some(c => c.gate?.marksEnd);
  const volumes = listVolumes(agent, configMaps, keepsEnds).filter(v => used.has(v.name));
  return { initContainers, containers, volumes };
}

/** Plans the init container that copies the agent. */
function planInstaller(forgets: readonly string[]): InstallerPlan {
  return {
    kind: 'installer',
    field: 'initContainers',
    reason: 'copies the wait agent for the architecture of the node',
    name: AGENT_INSTALLER,
    forgets,
    mounts: [
      { volume: AGENT_VOLUME, path: AGENT_DIR, readOnly: false },
      { volume: BINARIES_VOLUME, path: BINARIES_DIR, readOnly: true },
      ...when(forgets.length > 0, STATE_MOUNT),
    ],
  };
}

/** Returns all volumes that the containers may mount. */
function listVolumes(agent: Delivery | undefined, configMaps: readonly string[], keepsEnds: boolean): VolumePlan[] {
  const files = 'marker files tell which containers are ready, and lock files which containers still run';
  const onDisk = 'on the disk, since the end of a container counts after a reboot, too';
  const own = [
    ['agent', AGENT_VOLUME, agent ? describeDelivery(agent) : ''],
    ['binaries', BINARIES_VOLUME, `the wait agent for ${agent?.architectures.join(', ')}, from a ConfigMap`],
    [keepsEnds ? 'stateOnDisk' : 'state', STATE_VOLUME, keepsEnds ? `${files}; ${onDisk}` : files],
    ['token', TOKEN_VOLUME, 'the token with which a wait reads through the API'],
  ] as const;
  const volumes = own.map(([kind, name, reason]): VolumePlan => ({ kind, name, field: `volumes[${name}]`, reason }));
  for (const [i, configMap] of configMaps.entries()) {
    const name = nameConfigMapVolume(i);
    const reason = `the ConfigMap ${configMap}, with which a wait verifies a certificate`;
    volumes.push({ kind: 'configMap', name, configMap, field: `volumes[${name}]`, reason });
  }
  return volumes;
}

function nameConfigMapVolume(index: number): string {
  return index === 0 ? AUTHORITIES_VOLUME : `${AUTHORITIES_VOLUME}-${index + 1}`;
}
