import { binaryKey, loadBinary, NeededConfigMap } from '../agent/binaries';
import { MANAGED_BY } from '../api/private/annotations';
import { sortEntries } from '../api/private/sorted-entries';
import { Delivery } from '../pod/delivery';

const LABELS = { ...MANAGED_BY, 'app.kubernetes.io/name': 'startup-order-wait' };

/** Returns the manifest of a ConfigMap, with its fields in the order in which cdk8s writes the fields of an ApiObject. */
export function buildAgentConfigMap({ name, namespace, binaryData }: NeededConfigMap, labels: Readonly<Record<string, string>> = {}) {
  const metadata = { labels: Object.fromEntries(sortEntries({ ...LABELS, ...labels })), name, ...(namespace === undefined ? {} : { namespace }) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, binaryData, immutable: true };
}

/** A ConfigMap as the user of `agent.configMap` would install it, with the binaries of one pod. */
export interface SeparateConfigMap {
  readonly name: string;
  readonly namespace?: string;
  readonly agent: Delivery;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Returns the manifest of a ConfigMap for `agent.configMap`. */
export function buildSeparateConfigMap({ name, namespace, agent: { architectures }, annotations }: SeparateConfigMap) {
  const sorted = Object.fromEntries(sortEntries(annotations));
  const metadata = { annotations: sorted, labels: LABELS, name, ...(namespace === undefined ? {} : { namespace }) };
  const binaryData = Object.fromEntries(architectures.map(a => [binaryKey(a), loadBinary(a).base64]));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, binaryData, immutable: true };
}
