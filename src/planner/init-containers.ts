import { findAgentProblems, planAgent } from './agent';
import { Markers } from './mechanisms/guarded-hook/markers';
import { WaitDraft } from './mechanisms/wait-draft';
import { mountAgent, STATE_MOUNT } from './mounts';
import { Waits } from './wait-drafts';
import {
  AGENT_DIR,
  AGENT_INSTALLER,
  AGENT_VOLUME,
  AUTHORITIES_VOLUME,
  BINARIES_DIR,
  BINARIES_VOLUME,
  TOKEN_VOLUME,
} from '../agent/contract';
import { Problem } from '../api/private/problem';
import { AgentDelivery } from '../api/startup-order-options';
import { Delivery } from '../pod/delivery';
import { PodIntent } from '../pod/intent';
import { ContainerPlan, InitEntry, InstallerPlan, listWaits, MountPlan, WaitContainerPlan } from '../pod/pod-plan';

/** The directory in which kubectl looks for the token. */
const TOKEN_MOUNT: MountPlan = {
  volume: TOKEN_VOLUME,
  path: '/var/run/secrets/kubernetes.io/serviceaccount',
  readOnly: true,
};

export interface InitContainers {
  readonly agent?: Delivery;
  /** In start order. */
  readonly initContainers: readonly InitEntry[];
  readonly problems: readonly Problem[];
}

/**
 * Plans the entries of `initContainers`: containers of the manifest, waits, and the installer of the agent.
 * `containers`: by container index.
 */
export function planInitContainers(
  { entries }: Waits,
  { guarded }: Markers,
  containers: readonly ContainerPlan[],
  intent: PodIntent,
): InitContainers {
  const forgets = guarded.flatMap(g => g?.dependency.name ?? []);
  const configMaps = [...listConfigMaps(entries.flatMap(e => ('place' in e ? [] : e)))];
  const planned = entries.map(
    (e): InitEntry => ('place' in e ? containers[e.place] : planWait(e, forgets, configMaps, intent.delivery)),
  );
  const agent = planAgent(containers, listWaits({ initContainers: planned }), intent);
  return { agent, initContainers: [...planInstaller(agent, forgets), ...planned], problems: findAgentProblems(agent) };
}

/**
 * Adds the mounts to an init container that waits. `forgets`: containers whose marks of an earlier sandbox the wait
 * removes.
 */
function planWait(
  draft: WaitDraft,
  forgets: readonly string[],
  configMaps: readonly string[],
  delivery: Delivery,
): WaitContainerPlan {
  return {
    kind: 'wait',
    field: 'initContainers',
    reason: `waits for ${[...new Set(draft.awaited.map(a => a.dependency))].join(', ')}`,
    ...draft,
    forgets,
    mounts: [
      ...draft.sidecarMounts.map(({ volume, path }) => ({ volume, path, readOnly: true })),
      ...mountAgent(delivery),
      ...(forgets.length > 0 ? [STATE_MOUNT] : []),
      ...(draft.tool === 'kubectl' ? [TOKEN_MOUNT] : []),
      ...(draft.file ? [mountFile(draft.file.path, configMaps.indexOf(draft.file.configMap))] : []),
    ],
  };
}

export function listConfigMaps(waits: readonly Pick<WaitDraft, 'file'>[]): Set<string> {
  return new Set(waits.flatMap(w => (w.file ? [w.file.configMap] : [])));
}

function mountFile(path: string, configMap: number): MountPlan {
  return { volume: nameConfigMapVolume(configMap), path: path.slice(0, path.lastIndexOf('/')), readOnly: true };
}

export function nameConfigMapVolume(index: number): string {
  return index === 0 ? AUTHORITIES_VOLUME : `${AUTHORITIES_VOLUME}-${index + 1}`;
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
