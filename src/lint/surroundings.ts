import { PodLabels, Surroundings } from './rule';
import { JsonObject, textOf, textsOf, valueAt } from '../reader/json';
import { workloadsIn } from '../reader/workloads-in';

/** What rules look up for each pod, found once. */
export function surroundingsOf(objects: readonly JsonObject[]): Omit<Surroundings, 'kubernetesVersion'> {
  const ofCore = (kind: string) => objects.filter(object => object.kind === kind && object.apiVersion === 'v1');
  return {
    pods: podsByNamespace(objects),
    services: new Map(ofCore('Service').map(service => [`${namespaceOf(service)}/${nameOf(service)}`, service])),
    namespaces: new Map(ofCore('Namespace').map(namespace => [nameOf(namespace), namespace])),
  };
}

function podsByNamespace(objects: readonly JsonObject[]): ReadonlyMap<string, readonly PodLabels[]> {
  const pods = new Map<string, PodLabels[]>();
  for (const { object, namespace = '', template } of objects.flatMap(workloadsIn)) {
    const all = pods.get(namespace) ?? [];
    all.push({ object, labels: textsOf(valueAt(template, ['metadata', 'labels'])) });
    pods.set(namespace, all);
  }
  return pods;
}

function nameOf(object: JsonObject): string {
  return textOf(valueAt(object, ['metadata', 'name'])) ?? '';
}

/** Empty where none is said. */
function namespaceOf(object: JsonObject): string {
  return textOf(valueAt(object, ['metadata', 'namespace'])) ?? '';
}
