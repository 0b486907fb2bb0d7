import { CommandContext, DeclaredOrders, declareOrders } from './declare-orders';
import { ManifestStream, StreamDocument } from './manifest-stream';
import { titleOf } from './order-workload';
import { DocumentText, InputText } from './parse-documents';
import { API_VERSION, isStartupOrder, parseStartupOrder } from './startup-order-object';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { problem, startOrderError } from '../../src/api/private/problem';
import { valueAt } from '../../src/pod/json-path';
import { textOf } from '../read/coerce-json';

/** Finds the order of each workload, and reports the problems of the declarations. Throws an error for a problem of the context. */
export function findOrders(stream: ManifestStream, context: CommandContext): DeclaredOrders {
  const { workloads } = stream;
  const found = declareOrders(stream.declarations.map(({ object }) => object), workloads, context);
  if (found.contextProblems.length > 0) { throw startOrderError(found.contextProblems.map(wrong => ({ path: 'order', problem: wrong }))); }
  const documents = stream.documents.flatMap(document => document.workloads.map(() => document));
  for (const { keys, problem: wrong, ...place } of found.problems) {
    if ('object' in place) {
      const declared = stream.declarations[place.object];
      stream.report(declared, [...declared.keys, ...keys], wrong);
    } else {
      stream.report(documents[place.workload], keys, wrong, titleOf(workloads[place.workload]));
    }
  }
  return found;
}

/** Whether a document is the input of a KRM function. Its field `functionConfig` contains the configuration of the function. */
export function isResourceList(document: unknown): document is JsonObject & { readonly items: readonly unknown[] } {
  return isObject(document) && document.kind === 'ResourceList' && String(document.apiVersion).startsWith('config.kubernetes.io/') && Array.isArray(document.items);
}

/** Collects the objects of the kind StartupOrder: from the files of `--file`, from the manifests, and from `functionConfig` of a ResourceList. */
export class DeclarationReader {
  constructor(private readonly stream: ManifestStream) {}

  public readFile(text: InputText): void {
    const file = new ManifestStream();
    file.read(text, (source, document) => this.take(source, document));
    this.stream.problems.push(...file.problems);
    for (const { source, document } of file.documents) {
      const value = document.read();
      if (value === null || value === undefined) { continue; }
      this.stream.report({ source, document }, [], problem('SO671', { given: textOf(valueAt(value, ['kind'])) ?? '', wanted: API_VERSION }));
    }
  }

  /** Returns whether the document is a declaration and no manifest. */
  public take(source: string, document: DocumentText): boolean {
    const value = document.read();
    if (isResourceList(value)) {
      if (isStartupOrder(value.functionConfig)) { this.add({ source, document }, value.functionConfig, ['functionConfig']); }
      return false;
    }
    if (!isStartupOrder(value)) { return false; }
    this.add({ source, document }, value, []);
    return true;
  }

  private add(place: Pick<StreamDocument, 'source' | 'document'>, value: unknown, keys: readonly string[]): void {
    const { object, problems } = parseStartupOrder(value);
    problems.forEach(wrong => { this.stream.report(place, [...keys, ...wrong.keys], wrong.problem); });
    if (!object) { return; }
    const { source, document } = place;
    this.stream.declarations.push({ source, document, object: { ...object, place: `${source}:${document.positionOf(keys).line}` }, keys });
  }
}
