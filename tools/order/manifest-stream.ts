import { DeclaredOrder, DeclaredOrders } from './declare-orders';
import { locateInObject, locateInTemplate } from './locate-subject';
import { ManifestObjects } from './manifest-objects';
import { ManifestWorkload, orderWorkload, PlannedWorkload } from './order-workload';
import { DocumentText, InputText, isUnreadable, mergeErrors, NO_OBJECT, parsePath, parseTexts, UnreadableInput } from './parse-documents';
import { StartupOrderObject } from './startup-order-object';
import { JsonObject } from '../../src/api/private/json-object';
import { PodTemplateJson } from '../../src/api/private/pod-spec';
import { Problem, problem } from '../../src/api/private/problem';
import { Labels } from '../../src/pod/cross-workload-checks';
import { valueAt } from '../../src/pod/json-path';
import { objectOf } from '../read/coerce-json';
import { findWorkloads, formatTitle, FoundWorkload, unwrapDocument } from '../read/find-workloads';

/** The text of a document, and its workloads. */
export interface StreamDocument {
  readonly source: string;
  readonly document: DocumentText;
  readonly workloads: readonly ManifestWorkload[];
}

/** An object of the kind StartupOrder, and its place. */
export interface DeclaredObject extends Pick<StreamDocument, 'source' | 'document'> {
  readonly object: StartupOrderObject;
  /** The keys of the object in the document. */
  readonly keys: readonly string[];
}

/** A document before and after its workloads were ordered. */
export interface OrderedDocument extends StreamDocument {
  readonly before: unknown;
  readonly after: unknown;
  readonly planned: readonly PlannedWorkload[];
}

/** Manifests of several files. Only the texts stay in memory; a parsed document takes ten times the memory of its text. */
export class ManifestStream {
  public readonly problems: UnreadableInput[] = [];
  public readonly documents: StreamDocument[] = [];
  public readonly declarations: DeclaredObject[] = [];
  private readonly objects = new Set<string>();
  /** The index of the document with each namespace. */
  private readonly namespaces = new Map<unknown, number>();
  private readonly awaitable = new ManifestObjects();

  /** Reads a file. `take` returns whether it takes the document out of the stream, such as a declaration. */
  public read({ source, text, isNamed }: InputText, take: (source: string, document: DocumentText) => boolean): void {
    let objects = 0;
    const wrong: UnreadableInput[] = [];
    for (const document of parseTexts(source, text)) {
      const failures = [...document.objects()].filter(isUnreadable);
      wrong.push(...failures.filter(read => !read.isReadable && (isNamed || !read.isOther)));
      if (failures.some(read => read.isOther)) { continue; }
      const value = document.read();
      if (value !== undefined && value !== null) { objects++; }
      if (take(source, document)) {
        // The API server takes the last of two equal keys. A declaration must not lose the first one.
        wrong.push(...failures.filter(read => read.isReadable));
        continue;
      }
      for (const object of unwrapDocument(value)) {
        if (NEEDED_KINDS.includes(object.kind)) { this.objects.add(identify(object)); }
        this.awaitable.add(object);
        if (object.kind === 'Namespace') { this.namespaces.set(objectOf(object.metadata)?.name, this.documents.length); }
      }
      this.documents.push({ source, document, workloads: findWorkloads(value).map(withoutPod) });
    }
    if (isNamed && objects === 0 && wrong.length === 0) { wrong.push({ source, message: NO_OBJECT }); }
    if (wrong.length > 0) { this.reportUnreadable(mergeErrors(wrong)); }
  }

  public get workloads(): readonly ManifestWorkload[] {
    return this.documents.flatMap(({ workloads }) => workloads);
  }

  /** Reports the problems between workloads, such as a Job that waits for a Deployment that waits for the Job. */
  public checkWaits(orders: DeclaredOrders['orders']): void {
    const ordered = this.documents.flatMap(document => document.workloads.map(workload => ({ document, workload })))
      .flatMap(({ document, workload }, i) => {
        const order = orders[i];
        return order === undefined || order.settings.disabledReason !== undefined ? [] : [{ document, workload, order }];
      });
    const problems = this.awaitable.findProblems(ordered.map(({ workload, order: { declaration } }) => ({
      kind: workload.kind,
      name: workload.name,
      title: formatTitle(workload),
      pods: { namespace: workload.namespace, labels: objectOf(valueAt(workload.template, ['metadata', 'labels'])) as Labels ?? {} },
      declaration,
    })));
    ordered.forEach(({ document, workload, order }, i) => problems[i].forEach(wrong => { this.reportOrder(document, workload, order, wrong); }));
  }

  /** Orders the workloads of one document after the other. Documents without a declared order are omitted. */
  public* order(orders: DeclaredOrders['orders']): Generator<{ readonly index: number; readonly ordered: OrderedDocument }> {
    let next = 0;
    for (const [index, found] of this.documents.entries()) {
      const pairs = found.workloads.map(workload => ({ workload, order: orders[next++] }))
        .filter((pair): pair is OrderPair => pair.order !== undefined);
      if (pairs.length === 0) { continue; }
      const before = found.document.read();
      let after = before;
      const planned: PlannedWorkload[] = [];
      for (const { workload, order } of pairs) {
        const result = orderWorkload(after, workload, order);
        result.problems.forEach(wrong => { this.reportOrder(found, workload, order, wrong); });
        if (!result.planned) { continue; }
        after = result.document;
        planned.push(result.planned);
      }
      yield { index, ordered: { ...found, before, after, planned } };
    }
  }

  /** Reports a problem at its subject: in the StartupOrder, in the annotation or in the pod. */
  private reportOrder(found: StreamDocument, workload: ManifestWorkload, order: DeclaredOrder, wrong: Problem): void {
    const keys = parsePath(workload.templatePath);
    const declared = order.object === undefined ? undefined : this.declarations[order.object];
    const inObject = declared && locateInObject(wrong.subject, declared.object.spec);
    if (declared && inObject) {
      const { line } = found.document.positionOf(keys);
      this.report(declared, [...declared.keys, ...inObject], wrong, `${formatTitle(workload)} (${found.source}:${line})`);
    } else {
      const template = valueAt(found.document.read(), keys) as PodTemplateJson;
      this.report(found, [...keys, ...locateInTemplate(wrong.subject, template)], wrong, formatTitle(workload));
    }
  }

  public reportUnreadable(read: UnreadableInput): void {
    const { text, code } = problem('SO670', { why: read.message });
    this.problems.push({ ...read, message: `${text} [${code}]` });
  }

  public report({ source, document }: Pick<StreamDocument, 'source' | 'document'>, keys: readonly string[], { text, code }: Problem, title?: string): void {
    this.problems.push({ source, position: document.positionOf(keys), message: `${title === undefined ? '' : `${title}: `}${text} [${code}]` });
  }

  /** Returns the index of the document before which objects are written: the first, or the document after their namespaces. */
  public findPlace(objects: readonly JsonObject[]): number {
    return Math.max(0, ...objects.map(({ metadata }) => (this.namespaces.get(objectOf(metadata)?.namespace) ?? -1) + 1));
  }

  /** Returns the objects that the manifests do not contain, each once. */
  public listMissing(needed: readonly JsonObject[]): JsonObject[] {
    const there = new Set(this.objects);
    return needed.filter(object => !there.has(identify(object)) && there.add(identify(object)));
  }
}

/** The kinds of objects that an ordered pod can need. */
const NEEDED_KINDS: readonly unknown[] = ['ConfigMap', 'ServiceAccount', 'Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'];

interface OrderPair {
  readonly workload: ManifestWorkload;
  readonly order: DeclaredOrder;
}

function withoutPod({ object, template, apiVersion, kind, name, namespace, templatePath }: FoundWorkload): ManifestWorkload {
  const objectAt = (key: string) => objectOf(valueAt(object, ['metadata', key])) ?? {};
  return { apiVersion, kind, name, namespace, templatePath, labels: objectAt('labels'), annotations: objectAt('annotations'), template: { metadata: template.metadata } };
}

/** Identifies an object of a cluster. */
function identify({ kind, metadata }: JsonObject): string {
  const { name, namespace } = objectOf(metadata) ?? {};
  return JSON.stringify([kind, namespace, name]);
}
