import { changeText } from './change-text';
import { formatDocument } from './format-yaml';
import { ManifestStream, OrderedDocument } from './manifest-stream';
import { DocumentText, parsePath } from './parse-documents';
import { problem } from '../../src/api/private/problem';
import { formatTitle } from '../read/find-workloads';

/**
 * Returns the texts of all documents with the workloads in order, and before them the objects that they need and that
 * are not there yet.
 */
export function writeManifests(stream: ManifestStream, ordered: Iterable<OrderedDocument>): string[] {
  const changes = new Map<DocumentText, string>();
  for (const { document, before, after, planned } of ordered) {
    const changed = changeText(document.text, before, after);
    if (changed === undefined) {
      const workloads = planned.map(({ workload }) => workload);
      const unchangeable = problem('SO680', { workload: workloads.map(formatTitle).join(', ') });
      stream.reportOf(workloads[0], parsePath(workloads[0].templatePath), unchangeable);
    } else {
      changes.set(document, changed);
    }
  }
  return joinDocuments(stream, changes);
}

/**
 * Joins the documents, with the missing objects before one of them. A file need not begin with a separator, and need
 * not end with a line ending.
 */
function joinDocuments(stream: ManifestStream, changes: ReadonlyMap<DocumentText, string>): string[] {
  const { documents, missing } = stream;
  const parts: string[] = [];
  const add = (text: string, separator: string) => {
    const previous = parts[parts.length - 1] ?? '\n';
    parts.push(`${previous === '' || previous.endsWith('\n') ? '' : '\n'}${separator}${text}`);
  };
  const place = stream.findPlace();
  const addMissing = () => { missing.forEach(object => { add(formatDocument(object), ''); }); };
  for (const [i, { source, document }] of documents.entries()) {
    if (i === place) { addMissing(); }
    const text = changes.get(document) ?? document.text;
    const followsItsFile = parts.length === 0 || documents[i - 1]?.source === source;
    if (followsItsFile) { parts.push(text); } else { add(text, chooseSeparator(text)); }
  }
  if (place >= documents.length) { addMissing(); }
  return parts;
}

/** Returns the separator before the first document of a file, which can begin with comments and directives. */
function chooseSeparator(text: string): string {
  const [, marker] = /^\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*(---(?=\s|$)|%)?/.exec(text)!;
  return marker === undefined ? '---\n' : marker === '%' ? '...\n' : '';
}
