/** The declarations in the text of manifests: as the annotation, or as objects `StartupOrder`. */
import { DEPENDS_ON_ANNOTATION } from '../../src/api/private/annotations';
import { JsonObject } from '../../src/api/private/json-object';
import { replaceAt, valueAt } from '../../src/pod/json-path';
import { findAnnotations } from '../../tools/order/annotation';
import { changeText } from '../../tools/order/change-text';
import { Orders } from '../../tools/order/declare-orders';
import { formatDocument } from '../../tools/order/format-yaml';
import { ManifestStream } from '../../tools/order/manifest-stream';
import { DocumentText, parseTexts } from '../../tools/order/parse-documents';
import { API_VERSION, KIND } from '../../tools/order/startup-order-object';
import { objectOf } from '../../tools/read/coerce-json';
import { findWorkloads, FoundWorkload } from '../../tools/read/find-workloads';

/** The name of the text in errors. */
export const SOURCE = 'manifests';

/** The forms of a declaration beside the manifests. A compose file is another text. */
export type Form = 'annotation' | 'object';

/** The fields of each container, as in the object. The annotation contains only `dependsOn`. */
type Containers = Readonly<Record<string, JsonObject>>;

/** The declaration of a workload in the text. */
export interface Declared {
  /** The document of the workload. */
  readonly document: number;
  readonly workload: FoundWorkload;
  /** `undefined`: there is no declaration. */
  readonly form?: Form;
  /** The name of the annotation; without one, the name of a new annotation. */
  readonly annotation: string;
  /** The document with the object. */
  readonly object?: number;
  readonly containers: Containers;
}

/** The text after a change, or the reason why it cannot be changed. */
export type Changed =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: string };

const HAS_ERRORS: Changed = { problem: 'The text cannot be changed: correct its errors first.' };

/** Returns what the text declares for each workload. `orders`: the orders of the workloads of the stream. */
export function readDeclared(text: string, stream: ManifestStream, orders: Orders): Declared[] {
  const documents = [...parseTexts(SOURCE, text)];
  const objects = new Map<string, number>();
  documents.forEach((document, i) => {
    if (document.text.includes(KIND)) { objects.set(`${SOURCE}:${document.positionOf([]).line}`, i); }
  });
  const found = documents.flatMap(({ read }, document) => findWorkloads(read()).map(workload => ({ document, workload })));
  return found.map(({ document, workload }, i): Declared => {
    const { metadata } = workload.template;
    const [annotation = DEPENDS_ON_ANNOTATION] = findAnnotations(metadata);
    const place = { document, workload, annotation };
    const object = objects.get(orders.get(stream.workloads[i])?.object?.place ?? '');
    if (object !== undefined) {
      return { ...place, form: 'object', object, containers: readObjects(valueAt(documents[object].read(), ['spec', 'containers'])) };
    }
    const given = valueAt(metadata, ['annotations', annotation]);
    return { ...place, form: given === undefined ? undefined : 'annotation', containers: readAnnotation(given) };
  });
}

/** An invalid annotation declares nothing. */
function readAnnotation(given: unknown): Containers {
  try {
    const content = objectOf(typeof given === 'string' ? JSON.parse(given) : undefined) ?? {};
    return Object.fromEntries(Object.entries(content).map(([name, dependsOn]) => [name, { dependsOn }]));
  } catch {
    return {};
  }
}

const readObjects = (value: unknown): Containers => (
  Object.fromEntries(Object.entries(objectOf(value) ?? {}).map(([name, fields]) => [name, objectOf(fields) ?? {}])));

/** Returns the options of each dependency, by its name. */
export function readOptions(dependsOn: unknown): Containers {
  return Array.isArray(dependsOn) ? Object.fromEntries(dependsOn.map(name => [String(name), {}])) : readObjects(dependsOn);
}

/** Declares a dependency of a workload, with an empty condition for the default, or removes it. Its other options stay. */
export function setDependency(
  text: string, index: number, form: Form, dependent: string, dependency: string, condition: string | undefined,
): Changed {
  return change(text, (draft, all) => {
    const old = all[index].containers[dependent] ?? {};
    const { [dependency]: own = {}, ...others } = readOptions(old.dependsOn);
    const { condition: _condition, ...rest } = own;
    const options = condition === undefined ? others : { ...others, [dependency]: condition === '' ? rest : { condition, ...rest } };
    draft.declare(all[index], form, dependent, { ...old, dependsOn: shorten(options) });
  });
}

/** The short form, a list of names, if no dependency has an option. */
function shorten(options: Containers): unknown {
  const names = Object.keys(options);
  if (names.length === 0) { return undefined; }
  return Object.values(options).every(own => Object.keys(own).length === 0) ? names : options;
}

/** Declares the role of a container; an empty role removes it. Only an object can contain a role, so an annotation becomes one. */
export function setRole(text: string, index: number, container: string, role: string): Changed {
  return change(text, (draft, all) => {
    draft.declare(all[index], 'object', container, { ...all[index].containers[container], role: role === '' ? undefined : role });
  });
}

/** Writes all declarations in another form. An object with fields that the annotation lacks stays. */
export function translate(text: string, form: Form): Changed {
  return change(text, (draft, all) => {
    const others = all.filter(declared => declared.form !== undefined && declared.form !== form);
    const lost = form === 'annotation' ? [...new Set(others.flatMap(({ object }) => draft.listOwnFields(object!)))] : [];
    if (lost.length > 0) { return `The annotation cannot contain ${lost.join(', ')}: the declaration stays an object.`; }
    for (const declared of others) { draft.write(declared, form, declared.containers); }
    return undefined;
  });
}

function change(text: string, edit: (draft: Draft, all: readonly Declared[]) => string | void): Changed {
  const stream = new ManifestStream();
  stream.read({ source: SOURCE, text, isNamed: true });
  const { orders } = stream.findOrders({});
  if (stream.problems.length > 0) { return HAS_ERRORS; }
  const draft = new Draft([...parseTexts(SOURCE, text)]);
  const problem = edit(draft, readDeclared(text, stream, orders));
  const changed = draft.text();
  if (problem !== undefined) { return { problem }; }
  return changed === undefined ? HAS_ERRORS : { text: changed };
}

/** The documents of a text, and their new values. */
class Draft {
  /** `undefined`: the document is removed. */
  private readonly values: unknown[];
  private readonly added: object[] = [];

  constructor(private readonly documents: readonly DocumentText[]) {
    this.values = documents.map(({ read }) => read());
  }

  /** Replaces the fields of one container. */
  public declare(declared: Declared, form: Form, container: string, fields: JsonObject): void {
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const { [container]: _old, ...others } = declared.containers;
    const containers = given.length > 0 ? { ...declared.containers, [container]: Object.fromEntries(given) } : others;
    const onlyAnnotation = Object.values(containers).every(own => Object.keys(own).every(field => field === 'dependsOn'));
    const kept = declared.form ?? form;
    this.write(declared, kept === 'annotation' && onlyAnnotation ? 'annotation' : 'object', containers);
  }

  /** Writes the declaration of a workload in this form. */
  public write(declared: Declared, form: Form, containers: Containers): void {
    const { workload: { kind, name, namespace }, object } = declared;
    const isEmpty = Object.keys(containers).length === 0;
    if (form === 'annotation') {
      if (object !== undefined) { this.values[object] = undefined; }
      const content = Object.fromEntries(Object.entries(containers).map(([container, { dependsOn }]) => [container, dependsOn]));
      this.annotate(declared, isEmpty ? undefined : JSON.stringify(content));
    } else if (object !== undefined) {
      const { containers: _old, ...others } = objectOf(valueAt(this.values[object], ['spec'])) ?? {};
      const isUseless = isEmpty && Object.keys(others).every(field => field === 'workloads');
      const spec = isEmpty ? others : { ...others, containers };
      this.values[object] = isUseless ? undefined : replaceAt(this.values[object], ['spec'], spec);
    } else {
      if (declared.form === 'annotation') { this.annotate(declared, undefined); }
      const selector = { kind, ...name === '' ? {} : { name }, ...namespace === undefined ? {} : { namespace } };
      const spec = { workloads: [selector], containers };
      if (!isEmpty) { this.added.push({ apiVersion: API_VERSION, kind: KIND, metadata: { name: name || kind.toLowerCase() }, spec }); }
    }
  }

  /** Writes the annotation of a pod template. */
  private annotate({ document, workload, annotation }: Declared, value: string | undefined): void {
    const path = workload.templateKeys;
    const { metadata: given, ...rest } = objectOf(valueAt(this.values[document], path))!;
    const { annotations, ...labels } = objectOf(given) ?? {};
    const { [annotation]: _old, ...others } = objectOf(annotations) ?? {};
    const own = value === undefined ? others : { ...others, [annotation]: value };
    const metadata = { ...labels, ...Object.keys(own).length > 0 ? { annotations: own } : {} };
    this.values[document] = replaceAt(this.values[document], path, { ...Object.keys(metadata).length > 0 ? { metadata } : {}, ...rest });
  }

  /** Returns the fields of an object that the annotation lacks. */
  public listOwnFields(object: number): string[] {
    const spec = objectOf(valueAt(this.values[object], ['spec'])) ?? {};
    const ofSpec = Object.keys(spec).filter(field => field !== 'workloads' && field !== 'containers');
    const ofContainers = Object.entries(readObjects(spec.containers)).flatMap(([name, fields]) => (
      Object.keys(fields).filter(field => field !== 'dependsOn').map(field => `\`${field}\` of container ${name}`)));
    return [...ofSpec.map(field => `\`${field}\``), ...ofContainers];
  }

  /** Returns the text; `undefined`: a document cannot have its new value. */
  public text(): string | undefined {
    const texts = this.documents.map(({ text, read }, i) => {
      const before = read();
      return this.values[i] === undefined && before !== undefined ? '' : changeText(text, before, this.values[i]);
    });
    if (texts.includes(undefined)) { return undefined; }
    const text = texts.join('');
    const end = text === '' || text.endsWith('\n') || this.added.length === 0 ? '' : '\n';
    return text + end + this.added.map(formatDocument).join('');
  }
}
