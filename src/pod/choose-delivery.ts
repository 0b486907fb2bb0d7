import { Delivery } from './delivery';
import { OrderSettings } from './settings';
import { COMMON_ARCHITECTURES } from '../agent/binaries';
import { PodSpecJson } from '../api/private/pod-spec';
import { AgentDelivery } from '../api/startup-order-options';

const ARCHITECTURE_LABEL = 'kubernetes.io/arch';

/** Chooses the delivery of the agent. The node selector and the node affinity of the pod take precedence over the architecture of the options. */
export function chooseDelivery(spec: PodSpecJson, { agent, architecture: stated }: OrderSettings): Delivery {
  const bound = findArchitecture(spec);
  const known = bound ?? stated;
  const architectures = known ? [known.name] : COMMON_ARCHITECTURES;
  const boundBy = bound?.source;
  if (agent.delivery) {
    const path = agent.delivery === AgentDelivery.IN_IMAGE ? { path: agent.path } : {};
    return { delivery: agent.delivery, ...path, stated: true, reason: '`agent.delivery` asks for it', architectures, boundBy };
  }
  return known ? { delivery: AgentDelivery.CONFIG_MAP, stated: false, reason: `${known.source} states the architecture ${known.name}`, architectures, boundBy }
    : { delivery: AgentDelivery.COPY, stated: false, reason: 'the architecture of the nodes is unknown', architectures, boundBy };
}

/** Returns the architecture to which the pod is bound. Every term of the required node affinity has to specify the same architecture. */
function findArchitecture({ nodeSelector, affinity }: PodSpecJson): OrderSettings['architecture'] {
  const selected = nodeSelector?.[ARCHITECTURE_LABEL];
  if (selected !== undefined) { return { name: selected, source: 'the node selector of the pod' }; }
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const named = terms.map(t => t.matchExpressions?.find(e => e.key === ARCHITECTURE_LABEL && e.operator === 'In' && e.values?.length === 1)?.values?.[0]);
  const [name] = named;
  return name !== undefined && named.every(n => n === name) ? { name, source: 'the node affinity of the pod' } : undefined;
}
