import { objectOf, textOf, textsOf } from './coerce-json';
import { FoundWorkload, WorkloadName } from './find-workloads';
import { JsonObject } from '../../src/api/private/json-object';
import { AppObject, AppWorkload } from '../../src/pod/app-objects';
import { valueAt } from '../../src/pod/json-path';

/** Reads an object for the checks between workloads. Only the fields that they need stay in memory. */
export function readAppObject({ kind, metadata, spec }: JsonObject): AppObject {
  const [name = '', namespace] = ['name', 'namespace'].map(field => textOf(valueAt(metadata, [field])));
  const path = namespace === undefined ? name : `${namespace}/${name}`;
  const { template: _pod, ...kept } = objectOf(spec) ?? {};
  const texts = kind === 'Namespace' ? ['labels', 'annotations'].map(field => textsOf(valueAt(metadata, [field]))) : [];
  return {
    kind: String(kind),
    name,
    namespace,
    path,
    readSpec: () => kept,
    readTexts: () => Object.assign({}, ...texts),
  };
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
