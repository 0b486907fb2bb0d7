import { JsonObject } from '../../src/api/private/json-object';
import { valueAt } from '../../src/pod/json-path';
import { MetadataTexts } from '../../src/pod/meshes/mesh-product';
import { objectOf, textOf, textsOf } from '../read/coerce-json';
import { findWorkloads } from '../read/find-workloads';

/** The facts about the other objects that rules need for a pod. */
export interface LintContext {
  /** The labels of all pods, by namespace; empty where a manifest specifies none. */
  readonly pods: ReadonlyMap<string, readonly MetadataTexts[]>;
  /** By `namespace/name`. */
  readonly services: ReadonlyMap<string, ServiceFacts>;
  /** The labels and annotations of Namespaces, by name. */
  readonly namespaces: ReadonlyMap<string, MetadataTexts>;
}

export interface ServiceFacts {
  readonly selector: MetadataTexts;
  readonly publishesNotReady: boolean;
}

/** Collects the facts object by object, so that the caller does not have to keep the objects. */
export class LintContextCollector implements LintContext {
  public readonly pods = new Map<string, MetadataTexts[]>();
  public readonly services = new Map<string, ServiceFacts>();
  public readonly namespaces = new Map<string, MetadataTexts>();

  public add(object: JsonObject): void {
    for (const { namespace = '', template } of findWorkloads(object)) {
      const labels = this.pods.get(namespace) ?? [];
      labels.push(textsOf(valueAt(template, ['metadata', 'labels'])));
      this.pods.set(namespace, labels);
    }
    if (object.apiVersion !== 'v1') {
      return;
    }
    const name = textOf(valueAt(object, ['metadata', 'name'])) ?? '';
    if (object.kind === 'Service') {
      const namespace = textOf(valueAt(object, ['metadata', 'namespace'])) ?? '';
      const publishesNotReady = objectOf(object.spec)?.publishNotReadyAddresses === true;
      this.services.set(`${namespace}/${name}`, {
        selector: textsOf(valueAt(object, ['spec', 'selector'])),
        publishesNotReady,
      });
    }
    if (object.kind === 'Namespace') {
      this.namespaces.set(name, {
        ...textsOf(valueAt(object, ['metadata', 'labels'])),
        ...textsOf(valueAt(object, ['metadata', 'annotations'])),
      });
    }
  }
}
