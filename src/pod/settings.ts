import { Target } from './capabilities';
import { AgentDelivery, Guarantee, Mechanism } from '../api/private/enums';
import { Mesh } from '../api/private/mesh';
import { PodSpecJson } from '../api/private/pod-spec';
import { ResourcesJson } from '../api/private/resources';
import { AgentOptions } from '../api/startup-order-options';
import { ImageFile } from '../images/image-file';

/** `StartupOrderOptions` with every default filled in. */
export interface OrderSettings {
  readonly target: Target;
  /**
   * The version that the user states, as 'major.minor' or 'major.minor.patch'; at most the newest known version.
   * `undefined`: the default is assumed.
   */
  readonly statedVersion?: string;
  /** The architecture of the nodes, and the option or context that specifies it. `undefined`: unknown. */
  readonly architecture?: { readonly name: string; readonly source: string };
  readonly agent: AgentSettings;
  readonly mechanism?: Mechanism;
  readonly guarantee?: Guarantee;
  /** The codes of warnings that become notes. */
  readonly acceptedWarnings: readonly string[];
  /** The default of each dependency. */
  readonly orderedShutdown: boolean;
  /** `undefined`: no image file. */
  readonly images?: ImageFile;
  readonly mesh?: Mesh;
  /** The reason why the order is disabled; `undefined`: enabled. */
  readonly disabledReason?: string;
}

/** `AgentOptions` as plain data. */
export interface AgentValues extends Omit<AgentOptions, 'delivery' | 'resources'> {
  /** `undefined`: CONFIG_MAP if the architecture is known, otherwise COPY. */
  readonly delivery?: AgentDelivery;
  /**
   * The requests and limits that override the defaults; without requests and limits, injected containers have no
   * `resources`.
   */
  readonly resources?: ResourcesJson;
}

/** `AgentOptions` with every default filled in. */
export interface AgentSettings extends AgentValues {
  /** The end of the name of the ConfigMap that the library adds: the chart or the release. `undefined`: unknown. */
  readonly owner?: string;
  /** The image of the init container that copies the agent; with IMAGE_VOLUME, the image of the agent. */
  readonly image: string;
  readonly omitRunAsUser: boolean;
}

/**
 * Whether injected containers have no `resources`: the user leaves them out, or the pod has resources of its own, which
 * containers with defaults could exceed. The API server refuses that (kubernetes 1.37, validation.go
 * validatePodResourceConsistency).
 */
export function omitsResources({ resources }: AgentSettings, pod: PodSpecJson): boolean {
  return resources === undefined ? hasResources(pod.resources ?? {}) : !hasResources(resources);
}

function hasResources({ requests, limits }: Partial<ResourcesJson>): boolean {
  return Object.keys({ ...requests, ...limits }).length > 0;
}
