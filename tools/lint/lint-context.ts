import { getHost, listEarlyTargets } from './early-waits';
import { JsonObject } from '../../src/api/private/json-object';
import { hasLabels } from '../../src/pod/app-objects';
import { valueAt } from '../../src/pod/json-path';
import { MetadataTexts } from '../../src/pod/meshes/mesh-product';
import { objectOf, textOf, textsOf } from '../read/coerce-json';
import { findWorkloads, FoundWorkload, unwrapDocument } from '../read/find-workloads';
import { readPodView } from '../read/pod-view';
import { PodReading } from '../read/read-pod';

/** A workload, as others see it. */
export interface WorkloadFacts {
  readonly kind: string;
  readonly name: string;
  /** The labels of its pods. */
  readonly labels: MetadataTexts;
  /** The hosts for which its pods wait before they are ready. */
  readonly hosts: readonly string[];
}

/** A Service. */
interface ServiceFacts {
  readonly name: string;
  readonly selector: MetadataTexts;
  /** The Service publishes the address of a pod that is not ready. */
  readonly publishesNotReady: boolean;
}

/** A Service that selects the pods of only one workload. */
export interface AwaitedService extends ServiceFacts {
  readonly workload: WorkloadFacts;
}

/**
 * The facts about the other objects that rules need for a pod. `addDocument` collects them document by document, so
 * that the caller does not have to keep the documents; rules ask afterwards.
 */
export class LintContext {
  /** The labels and annotations of Namespaces, by name. */
  public readonly namespaces = new Map<string, MetadataTexts>();
  private readonly services = new Map<string, ServiceFacts>();
  /** By namespace, name and value of each label of their pods. */
  private readonly byLabel = new Map<string, WorkloadFacts[]>();
  private readonly byName = new Map<string, WorkloadFacts>();
  private readonly found = new Map<string, AwaitedService | undefined>();

  public addDocument(document: unknown): void {
    for (const object of unwrapDocument(document)) {
      this.add(object);
    }
  }

  private add(object: JsonObject): void {
    for (const workload of findWorkloads(object)) {
      this.addWorkload(workload);
    }
    if (object.apiVersion !== 'v1') {
      return;
    }
    const name = textOf(valueAt(object, ['metadata', 'name'])) ?? '';
    if (object.kind === 'Service') {
      const namespace = textOf(valueAt(object, ['metadata', 'namespace'])) ?? '';
      const publishesNotReady = objectOf(object.spec)?.publishNotReadyAddresses === true;
      const selector = textsOf(valueAt(object, ['spec', 'selector']));
      this.services.set(formatKey(namespace, name), { name, selector, publishesNotReady });
    }
    if (object.kind === 'Namespace') {
      this.namespaces.set(name, {
        ...textsOf(valueAt(object, ['metadata', 'labels'])),
        ...textsOf(valueAt(object, ['metadata', 'annotations'])),
      });
    }
  }

  /** Returns the workload of a pod. */
  public findWorkload({ workload: { kind, name, namespace = '' } }: PodReading): WorkloadFacts | undefined {
    return this.byName.get(formatKey(namespace, kind, name));
  }

  /** Returns the Service with this host name, if it selects the pods of only one workload. */
  public findService(host: string, namespace: string): AwaitedService | undefined {
    const key = formatKey(namespace, host);
    if (!this.found.has(key)) {
      this.found.set(key, this.searchService(host, namespace));
    }
    return this.found.get(key);
  }

  private addWorkload(workload: FoundWorkload): void {
    const { namespace = '', kind, name, template } = workload;
    const labels = textsOf(valueAt(template, ['metadata', 'labels']));
    const facts = { kind, name, labels, hosts: listEarlyHosts(workload) };
    this.byName.set(formatKey(namespace, kind, name), facts);
    for (const label of Object.entries(labels)) {
      const key = formatKey(namespace, ...label);
      const alike = this.byLabel.get(key) ?? [];
      alike.push(facts);
      this.byLabel.set(key, alike);
    }
  }

  private searchService(host: string, namespace: string): AwaitedService | undefined {
    const name = host.split('.')[0];
    const service = isHostOf(host, name, namespace) ? this.services.get(formatKey(namespace, name)) : undefined;
    const [label] = Object.entries(service?.selector ?? {});
    if (!service || !label) {
      return undefined;
    }
    const candidates = this.byLabel.get(formatKey(namespace, ...label)) ?? [];
    const behind = candidates.filter(({ labels }) => hasLabels(labels, service.selector));
    return behind.length === 1 ? { ...service, workload: behind[0] } : undefined;
  }
}

/** Whether the host is a name of the Service in the cluster DNS, from a pod of the same namespace. */
function isHostOf(host: string, name: string, namespace: string): boolean {
  if (name === '' || host === name) {
    return name !== '';
  }
  const domains = ['', '.svc', '.svc.cluster.local', '.svc.cluster.local.'];
  return namespace !== '' && domains.some(domain => host === `${name}.${namespace}${domain}`);
}

function listEarlyHosts(workload: FoundWorkload): string[] {
  const hosts = listEarlyTargets(readPodView(workload)).map(({ target }) => getHost(target));
  return [...new Set(hosts)].filter(host => host !== undefined);
}

function formatKey(...words: readonly string[]): string {
  return JSON.stringify(words);
}
