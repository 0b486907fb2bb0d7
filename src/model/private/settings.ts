import { AgentSource } from './agent-source';
import { Target } from './capabilities';
import { Mesh } from './mesh';
import { Guarantee } from '../guarantee';
import { Mechanism } from '../mechanism';
import { AgentResources } from '../startup-order-options';

/** `StartupOrderOptions` with every default filled in. */
export interface OrderSettings {
  readonly target: Target;
  readonly agent: AgentSettings;
  readonly mechanism?: Mechanism;
  readonly guarantee?: Guarantee;
  readonly orderedShutdown: boolean;
  readonly mesh?: Mesh;
  /** The order is switched off, for this reason. */
  readonly disabledReason?: string;
}

export interface AgentSettings {
  readonly image: string;
  /** In front of the default images of tools. */
  readonly registry?: string;
  /** Where the busybox lies in the image. */
  readonly busybox: string;
  readonly source: AgentSource;
  readonly resources?: AgentResources;
  readonly omitResources: boolean;
  readonly runAsUser?: number;
  readonly omitRunAsUser: boolean;
}
