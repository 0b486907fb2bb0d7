import { binaryKey, loadBinary, NeededConfigMap } from '../agent/binaries';
import { MANAGED_BY } from '../api/private/annotations';
import { sortEntries, withoutUndefined } from '../api/private/collections';

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
    annotations: annotations && sortTexts(annotations),
    labels: sortTexts({ ...LABELS, ...labels }),
    name,
    namespace,
  });
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, binaryData, immutable: true };
}

function sortTexts(texts: Texts): Texts {
  return Object.fromEntries(sortEntries(texts));
}

/** Returns the data of a ConfigMap for `agent.configMap`. */
export function loadSeparateBinaries(architectures: readonly string[]): Record<string, string> {
  return Object.fromEntries(architectures.map(a => [binaryKey(a), loadBinary(a).base64]));
}
