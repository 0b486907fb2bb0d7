import { objectOf, textOf, textsOf } from './coerce-json';
import { FoundWorkload, WorkloadName } from './find-workloads';
import { JsonObject } from '../../src/api/private/json-object';
import { AppObject, AppWorkload } from '../../src/pod/app-objects';
import { valueAt } from '../../src/pod/json-path';

/** Reads an object for the checks between workloads. Only the fields that they need stay in memory. */
export function readAppObject({ kind, metadata, spec }: JsonObject): AppObject {
  const { labels, annotations, ...given } = objectOf(metadata) ?? {};
  const [name = '', namespace] = [given.name, given.namespace].map(textOf);
  const path = namespace === undefined ? name : `${namespace}/${name}`;
  const { template: _pod, ...kept } = objectOf(spec) ?? {};
  const read = { metadata: { labels: textsOf(labels), annotations: textsOf(annotations) }, spec: kept };
  return { kind: String(kind), name, namespace, path, read: () => read };
}

/** Returns the kind, the name and the pods of a workload. */
export function readAppWorkload({
  kind,
  name,
  namespace,
  template,
}: WorkloadName & Pick<FoundWorkload, 'template'>): AppWorkload {
  return { kind, name, pods: { namespace, labels: textsOf(valueAt(template, ['metadata', 'labels'])) } };
}
