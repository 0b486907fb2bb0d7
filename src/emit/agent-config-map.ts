import { binaryKey, loadBinary, NeededConfigMap } from '../agent/binaries';
import { MANAGED_BY } from '../api/private/annotations';
import { withoutUndefined } from '../api/private/collections';
import { sortKeys } from '../pod/sort-keys';

const LABELS = { ...MANAGED_BY, 'app.kubernetes.io/name': 'startup-order-wait' };

type Texts = Readonly<Record<string, string>>;

/**
 * Returns the manifest of a ConfigMap, with its fields in the order in which cdk8s writes the fields of an ApiObject.
 */
export function buildAgentConfigMap(
  { name, namespace, binaryData }: NeededConfigMap,
  labels: Texts = {},
  annotations?: Texts,
) {
  const metadata = withoutUndefined({
    annotations: annotations && sortKeys(annotations),
    labels: sortKeys({ ...LABELS, ...labels }),
    name,
    namespace,
  });
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, binaryData, immutable: true };
}

/** Returns the data of a ConfigMap for `agent.configMap`. */
export function loadSeparateBinaries(architectures: readonly string[]): Record<string, string> {
  return Object.fromEntries(architectures.map(a => [binaryKey(a), loadBinary(a).base64]));
}
