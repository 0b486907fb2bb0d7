import { changeText } from './change-text';
import { DeclaredOrders } from './declare-orders';
import { formatDocument } from './format-yaml';
import { ManifestStream } from './manifest-stream';
import { PlannedWorkload, titleOf } from './order-workload';
import { parsePath } from './parse-documents';
import { JsonObject } from '../../src/api/private/json-object';
import { problem } from '../../src/api/private/problem';

/** Returns the texts of all documents with the workloads in order, and before them the objects that they need and that are not there yet. */
export function writeManifests(stream: ManifestStream, orders: DeclaredOrders['orders'], announce: (planned: PlannedWorkload) => void): string[] {
  const texts = stream.documents.map(({ document }) => document.text);
  const needed: JsonObject[] = [];
  for (const { index, ordered } of stream.order(orders)) {
    const { document, before, after, planned } = ordered;
    const changed = changeText(document.text, before, after);
    if (changed === undefined) {
      const unchangeable = problem('SO680', { workload: planned.map(({ workload }) => titleOf(workload)).join(', ') });
      stream.report(ordered, parsePath(planned[0].workload.templatePath), unchangeable);
    }
    texts[index] = changed ?? document.text;
    planned.forEach(announce);
    needed.push(...planned.flatMap(({ objects }) => objects));
  }
  const missing = stream.listMissing(needed);
  return joinDocuments(missing, stream.findPlace(missing), texts, stream.documents.map(({ source }) => source));
}

/** Joins documents, with the objects before the document at `place`. A file need not begin with a separator, and need not end with a line ending. */
function joinDocuments(objects: readonly JsonObject[], place: number, texts: readonly string[], sources: readonly string[]): string[] {
  const parts: string[] = [];
  const add = (text: string, separator: string) => {
    const previous = parts[parts.length - 1] ?? '\n';
    parts.push(`${previous === '' || previous.endsWith('\n') ? '' : '\n'}${separator}${text}`);
  };
  for (const [i, text] of texts.entries()) {
    if (i === place) { objects.forEach(object => { add(formatDocument(object), ''); }); }
    const followsItsFile = parts.length === 0 || (i > 0 && sources[i - 1] === sources[i]);
    if (followsItsFile) { parts.push(text); } else { add(text, chooseSeparator(text)); }
  }
  if (place >= texts.length) { objects.forEach(object => { add(formatDocument(object), ''); }); }
  return parts;
}

/** Returns the separator before the first document of a file, which can begin with comments and directives. */
function chooseSeparator(text: string): string {
  const [, marker] = /^\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*(---(?=\s|$)|%)?/.exec(text)!;
  return marker === undefined ? '---\n' : marker === '%' ? '...\n' : '';
}
