import { AgentConfigMap, ONLY_KEY } from '../agent/binaries';
import { sortEntries } from '../api/private/sorted-entries';

const LABELS = { 'app.kubernetes.io/managed-by': 'cdk8s-startup-order', 'app.kubernetes.io/name': 'startup-order-wait' };

/** A ConfigMap with the agent, and the namespace in which a workload needs it. */
export interface NeededConfigMap extends AgentConfigMap {
  readonly namespace?: string;
}

/** Returns the manifest of a ConfigMap, with its fields in the order in which cdk8s writes the fields of an ApiObject. */
export function buildAgentConfigMap({ name, namespace, binary }: NeededConfigMap, labels: Readonly<Record<string, string>> = {}) {
  const metadata = { labels: Object.fromEntries(sortEntries({ ...LABELS, ...labels })), name, ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, binaryData: { [ONLY_KEY]: binary }, immutable: true };
}
