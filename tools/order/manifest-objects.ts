import { DeclaredOrder, DeclaredWorkload } from './declare-orders';
import { leaves, SimpleCheck } from '../../src/api/private/check';
import { InApp, PodDeclaration } from '../../src/api/private/declaration';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { Problem } from '../../src/api/private/problem';
import {
  addTo, AppObjects, AwaitedObject, findCrossWorkloadProblems, findDeniedEgress, Labels, listExternalWaits, NetworkPolicy, Pods, readNetworkPolicy,
  WaitingWorkload, WorkloadsByLabels,
} from '../../src/pod/cross-workload-checks';
import { valueAt } from '../../src/pod/json-path';
import { objectOf, textOf } from '../read/coerce-json';
import { formatTitle } from '../read/find-workloads';

/** A workload with its order. */
export interface WorkloadOrder {
  readonly workload: DeclaredWorkload;
  readonly order: DeclaredOrder;
}

/**
 * The Services, Jobs and NetworkPolicies of manifests. Only the fields that the checks between workloads need stay in
 * memory.
 */
export class ManifestObjects implements AppObjects<WaitingWorkload> {
  /** The pods that each Service selects. */
  private readonly services = new Map<string, Pods>();
  private readonly timesToLive = new Map<string, number>();
  private readonly policies: NetworkPolicy[] = [];
  private readonly jobs = new Map<string, WaitingWorkload[]>();
  private byLabels = new WorkloadsByLabels<WaitingWorkload>([]);

  public add(object: JsonObject): void {
    const namespace = textOf(valueAt(object, ['metadata', 'namespace']));
    const path = joinPath(namespace, textOf(valueAt(object, ['metadata', 'name'])) ?? '');
    const selector = valueAt(object, ['spec', 'selector']);
    const seconds = valueAt(object, ['spec', 'ttlSecondsAfterFinished']);
    if (object.kind === 'Service') { this.services.set(path, { namespace, labels: isObject(selector) ? selector as Labels : {} }); }
    if (object.kind === 'Job' && typeof seconds === 'number') { this.timesToLive.set(path, seconds); }
    if (object.kind === 'NetworkPolicy' && isObject(object.spec)) { this.policies.push(readNetworkPolicy(path, object)); }
  }

  /** Returns the problems of each workload with the others. */
  public findProblems(declared: readonly WorkloadOrder[]): readonly (readonly Problem[])[] {
    const workloads = declared.map(({ workload, order: { declaration } }): WaitingWorkload => {
      const { kind, name, namespace, template } = workload;
      const pods = { namespace, labels: objectOf(valueAt(template, ['metadata', 'labels'])) as Labels ?? {} };
      const waiting = { path: formatTitle(workload), pods, awaited: this.findAwaitedObjects(declaration, pods) };
      if (kind === 'Job') { addTo(this.jobs, joinPath(namespace, name), waiting); }
      return waiting;
    });
    this.byLabels = new WorkloadsByLabels(workloads);
    return workloads.map((workload, i) => [
      ...findCrossWorkloadProblems(workload, this),
      ...findDeniedEgress(workload, listExternalWaits(declared[i].order.declaration.containers), () => this.policies),
    ]);
  }

  public findAwaited(awaited: InApp, { pods: { namespace } }: WaitingWorkload): readonly WaitingWorkload[] {
    if (awaited.kind === 'pods') { return this.byLabels.find(awaited.labels, awaited.namespace ?? namespace); }
    if (awaited.kind === 'job') { return this.jobs.get(awaited.path) ?? []; }
    const { labels, namespace: ofService } = this.services.get(awaited.path)!;
    return this.byLabels.find(labels, ofService);
  }

  public findTimeToLive(job: string): number | undefined {
    return this.timesToLive.get(job);
  }

  private findAwaitedObjects(declaration: PodDeclaration, { namespace }: Pods): AwaitedObject[] {
    return listExternalWaits(declaration.containers).flatMap(({ dependent, target }) => {
      const found = target.inApp ? [target.inApp] : leaves(target.check).flatMap(check => findObject(check, namespace));
      return found.filter(object => object.kind !== 'service' || this.services.has(object.path)).map(inApp => ({ dependent, dependency: target.name, inApp }));
    });
  }
}

/** Returns the Service or the Job that a check is about. `namespace`: the namespace of the pod. */
function findObject(check: SimpleCheck, namespace: string | undefined): InApp[] {
  switch (check.kind) {
    case 'resource': {
      const [, job] = /^jobs\.batch\/(.+)$/.exec(check.resource) ?? [];
      return job === undefined ? [] : [{ kind: 'job', path: joinPath(check.namespace ?? namespace, job), mayBeAbsent: check.mayBeAbsent }];
    }
    case 'pods': return [{ kind: 'service', path: joinPath(check.namespace ?? namespace, check.labels['kubernetes.io/service-name'] ?? '') }];
    case 'httpGet': case 'tcpSocket': case 'dns': case 'database': {
      const [, name, ofHost = namespace] = SERVICE_HOST.exec(check.host ?? '') ?? [];
      return name === undefined ? [] : [{ kind: 'service', path: joinPath(ofHost, name) }];
    }
    default: return [];
  }
}

/** The name of a Service in the DNS of a cluster: 'db', 'db.shop', 'db.shop.svc' or 'db.shop.svc.cluster.local'. */
const SERVICE_HOST = /^([a-z][-a-z0-9]*)(?:\.([-a-z0-9]+)(?:\.svc(?:\.cluster\.local)?)?)?\.?$/;

/** 'shop/db', or 'db' without a namespace. */
function joinPath(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
