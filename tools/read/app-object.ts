import { objectOf, textOf, textsOf } from './coerce-json';
import { FoundWorkload, WorkloadName } from './find-workloads';
import { JsonObject } from '../../src/api/private/json-object';
import { AppObject, AppWorkload } from '../../src/pod/app-objects';
import { valueAt } from '../../src/pod/json-path';

/** Reads a Service, a Job or a NetworkPolicy. Only the fields that the checks between workloads need stay in memory. */
export function readAppObject({ kind, metadata, spec }: JsonObject): AppObject {
  const [name = '', namespace] = ['name', 'namespace'].map(field => textOf(valueAt(metadata, [field])));
  const path = namespace === undefined ? name : `${namespace}/${name}`;
  const { template: _pod, ...kept } = objectOf(spec) ?? {};
  return { kind: String(kind), name, namespace, path, readSpec: () => kept };
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
