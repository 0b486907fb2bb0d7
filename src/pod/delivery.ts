import { findNodeLabel } from './node-labels';
import { problem } from './problems';
import { OrderSettings } from './settings';
import { ARCHITECTURES, COMMON_ARCHITECTURES } from '../agent/binaries';
import { AgentDelivery } from '../api/private/enums';
import { PodSpecJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';

/** How the wait agent gets into the containers of one pod, and the reason. */
export interface Delivery {
  readonly delivery: AgentDelivery;
  /** Whether `agent.delivery` asks for it. */
  readonly stated: boolean;
  /** The shell of each wait selects the binary for its node, in the image of the agent. */
  readonly byShell?: true;
  /** As an independent clause. */
  readonly reason: string;
  /** The architectures of the binaries in the volume: one where the architecture of the node is known. */
  readonly architectures: readonly string[];
  /** The path of the agent in the images; `undefined`: the agent is in a volume. */
  readonly path?: string;
  /**
   * The field that binds the pod to the architecture: its node selector or its node affinity. `undefined`: the pod can
   * run on a node of another architecture.
   */
  readonly boundBy?: string;
}

/**
 * Whether pods get a binary of the package: an image of the user may contain an agent for any architecture.
 * `undefined`: the default.
 */
export function usesBinaries(delivery: AgentDelivery | undefined): boolean {
  return delivery === undefined || delivery === 'CONFIG_MAP' || delivery === 'COPY';
}

/**
 * Chooses the delivery of the agent. The node selector and the node affinity of the pod take precedence over the
 * architecture of the options.
 */
export function chooseDelivery(spec: PodSpecJson, { agent, architecture: stated }: OrderSettings): Delivery {
  const bound = findNodeLabel(spec, 'arch');
  const known = bound ? { name: bound.value, source: bound.source } : stated;
  const nodes = { architectures: known ? [known.name] : COMMON_ARCHITECTURES, boundBy: bound?.source };
  const { delivery, path } = agent;
  if (delivery) {
    return { delivery, path, stated: true, reason: '`agent.delivery` asks for it', ...nodes };
  }
  return {
    delivery: known ? 'CONFIG_MAP' : 'COPY',
    stated: false,
    reason: known
      ? `${known.source} states the architecture ${known.name}`
      : 'the architecture of the nodes is unknown',
    ...nodes,
  };
}

/** Returns the problem of an architecture for which the package has no agent. */
export function validateArchitecture(given: string, where: string): Problem[] {
  return Object.hasOwn(ARCHITECTURES, given)
    ? []
    : [problem('SO612', { where, given, known: Object.keys(ARCHITECTURES) })];
}
