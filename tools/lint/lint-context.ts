import { JsonObject } from '../../src/api/private/json-object';
import { valueAt } from '../../src/pod/json-path';
import { MetadataTexts } from '../../src/pod/meshes/mesh-product';
import { objectOf, textOf, textsOf } from '../read/coerce-json';
import { findWorkloads, unwrapDocument } from '../read/find-workloads';

export interface ServiceFacts {
  readonly selector: MetadataTexts;
  readonly publishesNotReady: boolean;
}

/** The facts about the other objects that rules need for a pod. The caller does not have to keep the objects. */
export class LintContext {
  /** The labels of all pods, by namespace; empty where a manifest specifies none. */
  public readonly pods = new Map<string, MetadataTexts[]>();
  /** By `namespace/name`. */
  public readonly services = new Map<string, ServiceFacts>();
  /** The labels and annotations of Namespaces, by name. */
  public readonly namespaces = new Map<string, MetadataTexts>();

  public addDocument(document: unknown): void {
    for (const object of unwrapDocument(document)) {
      this.add(object);
    }
  }

  private add(object: JsonObject): void {
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
