import { Delivery } from './delivery';
import { findNodeLabel } from './node-labels';
import { OrderSettings } from './settings';
import { COMMON_ARCHITECTURES } from '../agent/binaries';
import { AgentDelivery } from '../api/private/agent-delivery';
import { PodSpecJson } from '../api/private/pod-spec';

/**
 * Chooses the delivery of the agent. The node selector and the node affinity of the pod take precedence over the
 * architecture of the options.
 */
export function chooseDelivery(spec: PodSpecJson, { agent, architecture: stated }: OrderSettings): Delivery {
  const bound = findNodeLabel(spec, 'kubernetes.io/arch');
  const known = bound ? { name: bound.value, source: bound.source } : stated;
  const nodes = { architectures: known ? [known.name] : COMMON_ARCHITECTURES, boundBy: bound?.source };
  if (agent.delivery) {
    const path = agent.delivery === AgentDelivery.IN_IMAGE ? { path: agent.path } : {};
    return { delivery: agent.delivery, ...path, stated: true, reason: '`agent.delivery` asks for it', ...nodes };
  }
  if (!known) {
    return {
      delivery: AgentDelivery.COPY,
      stated: false,
      reason: 'the architecture of the nodes is unknown',
      ...nodes,
    };
  }
  const reason = `${known.source} states the architecture ${known.name}`;
  return { delivery: AgentDelivery.CONFIG_MAP, stated: false, reason, ...nodes };
}
