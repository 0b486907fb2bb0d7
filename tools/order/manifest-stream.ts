import {
  CommandContext,
  DeclaredOrder,
  DeclaredOrders,
  declareOrders,
  ManifestWorkload,
  Orders,
  withoutPod,
} from './declare-orders';
import { locateInObject, locateInTemplate } from './locate-subject';
import { orderWorkload, PlannedWorkload } from './order-workload';
import { DocumentText, InputText, isUnreadable, mergeErrors, parseTexts, UnreadableInput } from './parse-documents';
import { problem } from './problems';
import { API_VERSION, isStartupOrder, parseStartupOrder, StartupOrderObject } from './startup-order-object';
import { findWrongAnnotations } from './wrong-annotations';
import { DOMAIN } from '../../src/api/private/annotations';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { PodTemplateJson } from '../../src/api/private/pod-spec';
import { Problem } from '../../src/api/private/problem';
import {
  AppObject,
  AppObjects,
  AppWorkload,
  isAppObject,
  listExternalWaits,
  WaitingWorkload,
} from '../../src/pod/app-objects';
import { findCrossWorkloadProblems } from '../../src/pod/cross-workload-checks';
import { valueAt } from '../../src/pod/json-path';
import { unwrapList } from '../../src/pod/list-items';
import { readAppObject, readAppWorkload } from '../read/app-object';
import { objectOf, textOf } from '../read/coerce-json';
import { findWorkloads, formatTitle, unwrapDocument } from '../read/find-workloads';

/** The text of a document, and its workloads. */
export interface StreamDocument extends DocumentText {
  readonly workloads: readonly ManifestWorkload[];
}

/** A document before and after its workloads were ordered. */
export interface OrderedDocument {
  readonly document: StreamDocument;
  readonly before: unknown;
  readonly after: unknown;
  readonly planned: readonly PlannedWorkload[];
}

type Subject = ManifestWorkload | StartupOrderObject;

/** The document of a workload or StartupOrder, and the keys of the pod template or StartupOrder in it. */
interface SubjectPlace {
  readonly document: DocumentText;
  readonly keys: readonly string[];
}

/** 'order.yaml:1' */
function formatPlace({ document, keys }: SubjectPlace): string {
  return `${document.source}:${document.positionOf(keys).line}`;
}

/**
 * Manifests of several files. Only the texts stay in memory; a parsed document takes ten times the memory of its text.
 */
export class ManifestStream {
  public readonly problems: UnreadableInput[] = [];
  public readonly documents: StreamDocument[] = [];
  /** The objects that the ordered pods need, and that the manifests do not contain. */
  public readonly missing: JsonObject[] = [];
  private readonly objects = new Set<string>();
  private readonly declarations: StartupOrderObject[] = [];
  private readonly places = new Map<Subject, SubjectPlace>();
  /** The index of the document with each namespace. */
  private readonly namespaces = new Map<unknown, number>();
  private readonly awaitable: AppObject[] = [];

  /**
   * Reads a file. Objects of the kind StartupOrder are declarations. `isDeclarations`: the file must not contain
   * others.
   */
  public read(input: InputText, isDeclarations = false): void {
    const { source, text, isNamed } = input;
    let objects = 0;
    const wrong: UnreadableInput[] = [];
    for (const document of parseTexts(source, text)) {
      const failures = [...document.objects()].filter(isUnreadable);
      wrong.push(...failures.filter(read => !read.isReadable && (isNamed || !read.isOther)));
      if (failures.some(read => read.isOther)) {
        continue;
      }
      const repeated = failures.find(read => read.isReadable);
      if (repeated && [...document.text.matchAll(/^kind:/gm)].length > 1) {
        wrong.push({ ...repeated, message: 'there is no line `---` between two objects' });
        continue;
      }
      const value = document.read();
      const isEmpty = value === undefined || value === null;
      if (!isEmpty) {
        objects++;
      }
      if (isStartupOrder(value)) {
        this.declare(document, value, []);
        // The API server takes the last of two equal keys. A declaration must not lose the first one.
        wrong.push(...failures.filter(read => read.isReadable));
      } else if (!isDeclarations) {
        this.add(document, value);
      } else if (!isEmpty) {
        const given = textOf(valueAt(value, ['kind'])) ?? '';
        this.report(document, [], problem('SO671', { given, wanted: API_VERSION }));
      }
    }
    mergeErrors(input, objects === 0, wrong).forEach(read => {
      this.reportUnreadable(read);
    });
  }

  private add(document: DocumentText, value: unknown): void {
    const configuration = isResourceList(value) ? value.functionConfig : undefined;
    if (isStartupOrder(configuration)) {
      this.declare(document, configuration, ['functionConfig']);
    } else {
      this.reportListedOrders(document, value);
    }
    for (const object of unwrapDocument(value)) {
      if (NEEDED_KINDS.includes(object.kind)) {
        this.objects.add(identify(object));
      }
      if (isAppObject(object)) {
        this.awaitable.push(readAppObject(object));
      }
      if (object.kind === 'Namespace') {
        this.namespaces.set(objectOf(object.metadata)?.name, this.documents.length);
      }
    }
    const found = findWorkloads(value);
    if (document.text.includes(DOMAIN)) {
      findWrongAnnotations(value, found).forEach(wrong => {
        this.report(document, wrong.keys, wrong.problem);
      });
    }
    const workloads = found.map(withoutPod);
    for (const workload of workloads) {
      this.places.set(workload, { document, keys: workload.templateKeys });
    }
    this.documents.push({ ...document, workloads });
  }

  /** The items of a function can contain its configuration, too. */
  private reportListedOrders(document: DocumentText, value: unknown): void {
    const why = 'a StartupOrder in a List has no effect; write it as a document of its own, or pass it with `--file`';
    for (const { path } of unwrapList(value).filter(item => isStartupOrder(item.value))) {
      this.report(document, path, problem('SO670', { why }));
    }
  }

  private declare(document: DocumentText, value: unknown, keys: readonly string[]): void {
    const { object, problems } = parseStartupOrder(value);
    problems.forEach(wrong => {
      this.report(document, [...keys, ...wrong.keys], wrong.problem);
    });
    if (!object) {
      return;
    }
    const declared = { ...object, place: formatPlace({ document, keys }) };
    this.declarations.push(declared);
    this.places.set(declared, { document, keys });
  }

  public get workloads(): readonly ManifestWorkload[] {
    return this.documents.flatMap(({ workloads }) => workloads);
  }

  /**
   * Finds the order of each workload, and reports the problems of the declarations. Throws an error for a problem of
   * the context.
   */
  public findOrders(context: CommandContext): DeclaredOrders {
    const found = declareOrders(this.declarations, this.workloads, context);
    for (const { keys, problem: wrong, ...subject } of found.problems) {
      if ('object' in subject) {
        this.reportOf(subject.object, keys, wrong);
      } else {
        const title = formatTitle(subject.workload);
        const isNamed = wrong.text.startsWith(title);
        this.report(this.places.get(subject.workload)!.document, keys, wrong, isNamed ? undefined : title);
      }
    }
    return found;
  }

  /** Reports the problems between workloads, such as a Job that waits for a Deployment that waits for the Job. */
  public checkWaits(orders: Orders): void {
    const ordered = [...orders].filter(([, { settings }]) => settings.disabledReason === undefined);
    const waiting = ordered.map(
      ([workload, { declaration }]): WaitingWorkload => ({
        ...readAppWorkload(workload),
        path: formatTitle(workload),
        externals: listExternalWaits(declaration.containers),
      }),
    );
    const app = new AppObjects(this.awaitable, waiting);
    ordered.forEach(([workload, order], i) =>
      findCrossWorkloadProblems(waiting[i], app).forEach(wrong => {
        this.reportOrder(workload, order, wrong);
      }),
    );
  }

  /** Orders the workloads of one document after the other. Documents without a declared order are omitted. */
  public *order(orders: Orders, announce: (planned: PlannedWorkload) => void): Generator<OrderedDocument> {
    const app = new AppObjects<AppWorkload>(this.awaitable, []);
    for (const document of this.documents) {
      const ordered = document.workloads.filter(workload => orders.has(workload));
      if (ordered.length === 0) {
        continue;
      }
      const before = document.read();
      let after = before;
      const planned: PlannedWorkload[] = [];
      for (const workload of ordered) {
        const order = orders.get(workload)!;
        const result = orderWorkload(after, workload, order, app);
        result.problems.forEach(wrong => {
          this.reportOrder(workload, order, wrong);
        });
        if (!result.planned) {
          continue;
        }
        after = result.document;
        planned.push(result.planned);
        result.planned.objects.forEach(object => {
          this.need(object);
        });
        announce(result.planned);
      }
      yield { document, before, after, planned };
    }
  }

  /** The manifests need an object, which several workloads can share. */
  private need(object: JsonObject): void {
    const identity = identify(object);
    if (!this.objects.has(identity)) {
      this.missing.push(object);
    }
    this.objects.add(identity);
  }

  /** Reports a problem at its subject: in the StartupOrder, in the annotation or in the pod. */
  private reportOrder(workload: ManifestWorkload, { object, additions }: DeclaredOrder, wrong: Problem): void {
    const place = this.places.get(workload)!;
    const inObject = object && locateInObject(wrong.subject, object.spec);
    if (object && inObject) {
      this.reportOf(object, inObject, wrong, `${formatTitle(workload)} (${formatPlace(place)})`);
    } else {
      const template = valueAt(place.document.read(), place.keys) as PodTemplateJson;
      const told = object || additions ? wrong : explainWords(wrong);
      this.reportOf(workload, locateInTemplate(wrong.subject, template), told, formatTitle(workload));
    }
  }

  public reportUnreadable(read: UnreadableInput): void {
    const { text, code } = problem('SO670', { why: read.message });
    this.problems.push({ ...read, message: `${text} [${code}]` });
  }

  /** Reports a problem at these keys of a pod template or a StartupOrder. */
  public reportOf(subject: Subject, keys: readonly string[], wrong: Problem, title?: string): void {
    const place = this.places.get(subject)!;
    this.report(place.document, [...place.keys, ...keys], wrong, title);
  }

  private report(document: DocumentText, keys: readonly string[], { text, code }: Problem, title?: string): void {
    const message = `${title === undefined ? '' : `${title}: `}${text} [${code}]`;
    this.problems.push({ source: document.source, position: document.positionOf(keys), message });
  }

  /**
   * Returns the index of the document before which the missing objects are written: the first, or the document after
   * their namespaces.
   */
  public findPlace(): number {
    const places = this.missing.map(({ metadata }) => this.namespaces.get(objectOf(metadata)?.namespace) ?? -1);
    return Math.max(-1, ...places) + 1;
  }
}

export type ResourceList = JsonObject & { readonly items: readonly unknown[] };

/** Names the object with the words of a remedy that an annotation does not have. */
function explainWords(wrong: Problem): Problem {
  const words = ' (roles and `readyWhen` need an object StartupOrder instead of the annotation)';
  return /the role [A-Z]|`readyWhen`/.test(wrong.text) ? { ...wrong, text: `${wrong.text}${words}` } : wrong;
}

/**
 * Whether a document is the input of a KRM function. Its field `functionConfig` contains the configuration of the
 * function.
 */
export function isResourceList(document: unknown): document is ResourceList {
  return (
    isObject(document) &&
    document.kind === 'ResourceList' &&
    Array.isArray(document.items) &&
    String(document.apiVersion).startsWith('config.kubernetes.io/')
  );
}

/** The kinds of objects that an ordered pod can need. */
const NEEDED_KINDS: readonly unknown[] = [
  'ConfigMap',
  'ServiceAccount',
  'Role',
  'RoleBinding',
  'ClusterRole',
  'ClusterRoleBinding',
];

/** Identifies an object of a cluster. */
function identify({ kind, metadata }: JsonObject): string {
  const { name, namespace } = objectOf(metadata) ?? {};
  return JSON.stringify([kind, namespace, name]);
}
