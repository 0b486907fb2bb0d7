import { Surroundings } from './rule';
import { JsonObject, textOf, valueAt } from '../reader/json';

/** What rules look up for each pod, found once. */
export function surroundingsOf(objects: readonly JsonObject[]): Omit<Surroundings, 'kubernetesVersion'> {
  const ofCore = (kind: string) => objects.filter(object => object.kind === kind && object.apiVersion === 'v1');
  return {
    objects,
    services: new Map(ofCore('Service').map(service => [`${namespaceOf(service)}/${nameOf(service)}`, service])),
    namespaces: new Map(ofCore('Namespace').map(namespace => [nameOf(namespace), namespace])),
  };
}

export function nameOf(object: JsonObject): string {
  return textOf(valueAt(object, ['metadata', 'name'])) ?? '';
}

/** Empty where none is said. */
export function namespaceOf(object: JsonObject): string {
  return textOf(valueAt(object, ['metadata', 'namespace'])) ?? '';
}
