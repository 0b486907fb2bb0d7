import { isLoopback } from './checks/hosts';
import { valueAt } from './json-path';
import { ExternalCheck, leaves, PodsCheck, ResourceCheck, SimpleCheck } from '../api/private/check';
import { addTo, getOrCreate } from '../api/private/collections';
import { ContainerDeclaration, ExternalTarget } from '../api/private/declaration';
import { isObject, JsonObject } from '../api/private/json-object';
import { joinTexts, MetadataTexts } from '../api/private/pod-spec';
import { findPortOfName } from '../api/private/service-port';

export interface AppWorkload {
  readonly kind: string;
  readonly name: string;
  readonly pods: Pods;
}

/** A workload with a start order: its pods, and its waits. */
export interface WaitingWorkload extends AppWorkload {
  readonly path: string;
  readonly externals: readonly ExternalWait[];
}

export interface Pods {
  readonly namespace?: string;
  readonly labels: Labels;
}

export type Labels = Readonly<Record<string, string>>;

/** A wait of a container for something outside the pod. */
export interface ExternalWait {
  readonly dependent: string;
  readonly target: ExternalTarget;
}

/** Returns the waits of these containers for something outside the pod. */
export function listExternalWaits(containers: readonly ContainerDeclaration[]): ExternalWait[] {
  const waits: ExternalWait[] = [];
  for (const { name, dependsOn } of containers) {
    for (const { target } of dependsOn) {
      if (target.kind === 'external') {
        waits.push({ dependent: name, target });
      }
    }
  }
  return waits;
}

/** A Service, a Job, a NetworkPolicy or a Namespace of an app. */
export interface AppObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  /** For messages. */
  readonly path: string;
  /** Returns its manifest. */
  readonly read: () => any;
}

const APP_TYPES = { Service: 'v1', Job: 'batch/v1', NetworkPolicy: 'networking.k8s.io/v1', Namespace: 'v1' };

/** Whether the checks between workloads read the object. */
export function isAppObject({ apiVersion, kind }: { readonly apiVersion?: unknown; readonly kind?: unknown }): boolean {
  return Object.entries(APP_TYPES).some(type => type[0] === kind && type[1] === apiVersion);
}

/** The part of an app that a check is about. */
export interface AwaitedPart<W extends AppWorkload> {
  /** 'the Service shop/web'; `undefined`: pods with labels. */
  readonly object?: string;
  /** The workloads whose pods or Job the check waits for. */
  readonly workloads: readonly W[];
  /** The name of the Service resolves to its pods. The name of any other Service resolves at once. */
  readonly isHeadless?: boolean;
  /** The Service also publishes pods that are not ready. */
  readonly publishesNotReady?: boolean;
  /** The TCP ports that accept connections at the name of the Service. */
  readonly ports?: readonly number[];
  /** The seconds after which a finished Job is deleted, if the check needs the Job. */
  readonly timeToLive?: number;
}

/** A Service or a NetworkPolicy that selects pods. */
export interface SelectingObject {
  readonly kind: string;
  /** For messages. */
  readonly path: string;
  readonly namespace?: string;
  readonly selector: Labels;
  /** The requirements beside its labels. */
  readonly expressions: readonly JsonObject[];
  /** The ports of containers that it contains by their names; of a NetworkPolicy, for incoming traffic. */
  readonly namedPorts: readonly { readonly name: string; readonly protocol: string }[];
  /** Whether a NetworkPolicy for egress has a rule, which may allow a check; `undefined`: it is not for egress. */
  readonly allowsEgress?: boolean;
}

/** Labels that the controllers of Kubernetes add to pods. */
const ADDED_LABEL = /^(?:job-name|controller-|pod-template-|(?:batch|apps|statefulset)\.kubernetes\.io\/)/;

/** The name of a Service in the DNS of a cluster: 'db', 'db.shop', 'db.shop.svc' or 'db.shop.svc.cluster.local'. */
const SERVICE_HOST = /^([a-z][-a-z0-9]*)(?:\.([-a-z0-9]+)(?:\.svc(?:\.cluster\.local)?)?)?\.?$/;

/** Whether the host is a Service, and no name that the DNS of a node may know: 'db' or 'db.shop.svc', not 'db.shop'. */
export function isSurelyService(host: string): boolean {
  const isOutside = isLoopback(host) || /^[^.]+\.[^.]+\.?$/.test(host);
  return SERVICE_HOST.test(host) && !isOutside;
}

/** The name of a pod of the StatefulSet 'db', with a Service: 'db-0.db'. */
const POD_HOST = /^([-a-z0-9]+)-\d+\.(.+)$/;

/**
 * The objects of an app, and its workloads with a start order. It reads each object once, and does not see later
 * changes.
 */
export class AppObjects<W extends AppWorkload> {
  private readonly byName = new Map<string, AppObject>();
  private readonly pods = new Map<W, Pods>();
  private readonly namespaces = new Map<string | undefined, MetadataTexts>();
  private readonly parts = new Map<string, AwaitedPart<W> | undefined>();
  private byLabel: ReadonlyMap<string, readonly W[]> | undefined;
  private selecting: readonly SelectingObject[] | undefined;

  constructor(
    objects: Iterable<AppObject>,
    private readonly workloads: readonly W[],
  ) {
    for (const object of objects) {
      const { kind, name } = object;
      // cdk8s writes the namespace of the chart also into a Namespace.
      const namespace = kind === 'Namespace' ? undefined : object.namespace;
      this.byName.set(formatKey(kind, namespace, name), object);
    }
  }

  /** Returns the parts of the app that a check of this workload is about. */
  public findAwaited(check: ExternalCheck, workload: W): AwaitedPart<W>[] {
    return leaves(check).flatMap(leaf => this.findPart(leaf, workload) ?? []);
  }

  /**
   * Returns the Service with this host name, or the pods of a StatefulSet. A pod that waits for its peers waits for
   * itself, too.
   */
  public findHost(host: string, workload: W): AwaitedPart<W> | undefined {
    const { namespace } = this.podsOf(workload);
    const service = this.findServiceOf(host, namespace);
    const [, statefulSet, domain] = POD_HOST.exec(host) ?? [];
    if (service || domain === undefined) {
      return service;
    }
    const peers = this.findServiceOf(domain, namespace);
    const isOwner = ({ kind, name }: W) => kind === 'StatefulSet' && name === statefulSet;
    return peers && { ...peers, workloads: peers.workloads.filter(isOwner) };
  }

  /** Returns a NetworkPolicy that denies all egress of the pods. */
  public findDenyingPolicy(workload: W): SelectingObject | undefined {
    const policies = this.findSelecting('NetworkPolicy', this.podsOf(workload));
    const forEgress = policies.filter(policy => policy.allowsEgress !== undefined);
    return forEgress.some(policy => policy.allowsEgress) ? undefined : forEgress[0];
  }

  /** Returns the Services with an address of their own, or the NetworkPolicies, that select these pods. */
  public findSelecting(kind: 'Service' | 'NetworkPolicy', { namespace, labels }: Pods): SelectingObject[] {
    this.selecting ??= [...this.byName.values()].flatMap(readSelectingObject);
    return this.selecting.filter(
      object => object.kind === kind && object.namespace === namespace && selects(object, labels),
    );
  }

  /** Returns the labels and annotations of a namespace. */
  public findNamespaceTexts(name: string | undefined): MetadataTexts {
    const key = formatKey('Namespace', undefined, name);
    return getOrCreate(this.namespaces, name, () => joinTexts(this.byName.get(key)?.read().metadata));
  }

  private findPart(check: SimpleCheck, workload: W): AwaitedPart<W> | undefined {
    switch (check.kind) {
      case 'resource':
        return this.findJob(check, workload);
      case 'pods':
        return this.findPods(check, workload);
      default: {
        const part = 'host' in check && check.host !== undefined ? this.findHost(check.host, workload) : undefined;
        return part && (check.kind !== 'dns' || namesOnlyReady(part)) ? part : undefined;
      }
    }
  }

  private findJob({ resource, namespace, mayBeAbsent }: ResourceCheck, workload: W): AwaitedPart<W> | undefined {
    const [, name] = /^jobs\.batch\/(.+)$/.exec(resource) ?? [];
    const job = this.byName.get(formatKey('Job', namespace ?? this.podsOf(workload).namespace, name));
    if (name === undefined || !job) {
      return undefined;
    }
    const jobs = this.workloads.filter(w => w.kind === 'Job' && w.name === name);
    return {
      object: `the Job ${job.path}`,
      workloads: jobs.filter(w => this.podsOf(w).namespace === job.namespace),
      timeToLive: mayBeAbsent ? undefined : job.read().spec?.ttlSecondsAfterFinished,
    };
  }

  private findPods({ of, labels, namespace }: PodsCheck, workload: W): AwaitedPart<W> | undefined {
    const where = namespace ?? this.podsOf(workload).namespace;
    return of === 'pods'
      ? { workloads: this.select(labels, where) }
      : this.findService(labels['kubernetes.io/service-name'] ?? '', where);
  }

  private findServiceOf(host: string, namespace: string | undefined): AwaitedPart<W> | undefined {
    const [, name, stated = namespace] = SERVICE_HOST.exec(host) ?? [];
    return name === undefined ? undefined : this.findService(name, stated);
  }

  private findService(name: string, namespace: string | undefined): AwaitedPart<W> | undefined {
    const key = formatKey('Service', namespace, name);
    if (!this.parts.has(key)) {
      // A ring of ExternalName Services ends here.
      this.parts.set(key, undefined);
      const service = this.byName.get(key);
      this.parts.set(key, service && this.readService(service));
    }
    return this.parts.get(key);
  }

  private readService({ path, namespace, read }: AppObject): AwaitedPart<W> | undefined {
    const { type, externalName, selector, clusterIP, ports, publishNotReadyAddresses } = read().spec ?? {};
    // The name is an alias, and Kubernetes ignores the selector.
    if (type === 'ExternalName') {
      return this.findServiceOf(String(externalName), undefined);
    }
    return {
      object: `the Service ${path}`,
      workloads: this.select(selector ?? {}, namespace),
      isHeadless: clusterIP === 'None',
      ports: ports && listTcpPorts(ports, clusterIP),
      publishesNotReady: publishNotReadyAddresses === true,
    };
  }

  /**
   * Returns the workloads whose pods have these labels, and none without labels, as for a Service without a selector.
   */
  private select(labels: Labels, namespace: string | undefined): readonly W[] {
    this.byLabel ??= this.indexLabels();
    const [first] = Object.entries(labels);
    const candidates = first ? (this.byLabel.get(formatKey(namespace, ...first)) ?? []) : [];
    return candidates.filter(w => hasLabels(this.podsOf(w).labels, labels));
  }

  private indexLabels(): Map<string, W[]> {
    const byLabel = new Map<string, W[]>();
    for (const workload of this.workloads) {
      const { namespace, labels } = this.podsOf(workload);
      for (const label of Object.entries(labels)) {
        addTo(byLabel, formatKey(namespace, ...label), workload);
      }
    }
    return byLabel;
  }

  private podsOf(workload: W): Pods {
    return getOrCreate(this.pods, workload, () => workload.pods);
  }
}

function listTcpPorts(ports: unknown, clusterIP: unknown): number[] {
  return listObjects(ports)
    .filter(({ protocol = 'TCP' }) => protocol === 'TCP')
    .map(port => findPortOfName(port, clusterIP))
    .filter(port => typeof port === 'number');
}

/**
 * Leaves out a Service without a selector, and a headless Service, whose name resolves to the pods without a port. A
 * NetworkPolicy with an empty selector selects all pods of its namespace.
 */
function readSelectingObject({ kind, path, namespace, read }: AppObject): SelectingObject[] {
  const { type, selector, clusterIP, ports, ingress, egress, policyTypes, podSelector } = read().spec ?? {};
  if (kind === 'NetworkPolicy') {
    const allowed = listObjects(ingress).flatMap(rule => listObjects(rule.ports));
    const isForEgress = [policyTypes ?? (egress ? 'Egress' : [])].flat().includes('Egress');
    return [
      {
        kind,
        path,
        namespace,
        selector: podSelector?.matchLabels ?? {},
        expressions: listObjects(podSelector?.matchExpressions),
        namedPorts: listNamedPorts(allowed, 'port'),
        allowsEgress: isForEgress ? (egress ?? []).length > 0 : undefined,
      },
    ];
  }
  const hasPorts = kind === 'Service' && type !== 'ExternalName' && clusterIP !== 'None';
  if (!hasPorts || !isObject(selector) || Object.keys(selector).length === 0) {
    return [];
  }
  const namedPorts = listNamedPorts(ports, 'targetPort');
  return [{ kind, path, namespace, selector: selector as Labels, expressions: [], namedPorts }];
}

function selects({ selector, expressions }: SelectingObject, labels: Labels): boolean {
  return hasLabels(labels, selector) && expressions.every(expression => isMet(expression, labels));
}

/** Whether the labels meet the expression for sure: a pod can get another label from its controller. */
function isMet({ key, operator, values }: JsonObject, labels: Labels): boolean {
  const value = valueAt(labels, [String(key)]);
  if (value === undefined) {
    return (operator === 'NotIn' || operator === 'DoesNotExist') && !ADDED_LABEL.test(String(key));
  }
  const isListed = Array.isArray(values) && values.includes(value);
  return operator === 'Exists' || (operator === 'In' && isListed) || (operator === 'NotIn' && !isListed);
}

function listNamedPorts(ports: unknown, field: string): SelectingObject['namedPorts'] {
  return listObjects(ports).flatMap(({ [field]: name, protocol = 'TCP' }) =>
    typeof name === 'string' ? [{ name, protocol: String(protocol) }] : [],
  );
}

function listObjects(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The name of the Service resolves only while a pod is ready. */
export function namesOnlyReady({ isHeadless, publishesNotReady }: AwaitedPart<AppWorkload>): boolean {
  return isHeadless === true && !publishesNotReady;
}

/** Whether these labels, or other fields, have the wanted values. */
export function hasLabels(labels: JsonObject, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

function formatKey(...words: readonly (string | undefined)[]): string {
  return JSON.stringify(words);
}
