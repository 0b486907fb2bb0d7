import { changeText } from './change-text';
import { formatDocument } from './format-yaml';
import { isResourceList, ManifestStream, OrderedDocument, ResourceList } from './manifest-stream';
import { DocumentText } from './parse-documents';
import { problem } from './problems';
import { formatTitle } from '../read/find-workloads';

/**
 * Returns the texts of all documents with the workloads in order, and before them the objects that they need and that
 * are not there yet. The input of a KRM function contains these objects in its list of items.
 */
export function writeManifests(stream: ManifestStream, ordered: Iterable<OrderedDocument>): string[] {
  const [first, second] = stream.documents;
  const isFunction = !second && isResourceList(first?.read());
  const changes = new Map<DocumentText, string>();
  for (const { document, before, after, planned } of ordered) {
    let changed = changeText(document.text, before, after);
    if (isFunction && changed !== undefined) {
      // New items come second: while each item is at its place, the text of a changed item stays, too.
      const items = [...stream.missing, ...(after as ResourceList).items];
      changed = changeText(changed, after, { ...(after as ResourceList), items });
    }
    if (changed === undefined) {
      const workloads = planned.map(({ workload }) => workload);
      const unchangeable = problem('SO680', { workload: workloads.map(formatTitle).join(', ') });
      stream.reportOf(workloads[0], [], unchangeable);
    } else {
      changes.set(document, changed);
    }
  }
  return isFunction ? [changes.get(first) ?? first.text] : joinDocuments(stream, changes);
}

/**
 * Joins the documents, with the missing objects before one of them. A file need not begin with a separator, and need
 * not end with a line ending. A byte order mark, and comments before the first separator, stay at the begin.
 */
function joinDocuments(stream: ManifestStream, changes: ReadonlyMap<DocumentText, string>): string[] {
  const { documents, missing } = stream;
  const parts: string[] = [];
  const add = (text: string, separator: string) => {
    const previous = parts[parts.length - 1] ?? '\n';
    parts.push(`${previous === '' || previous.endsWith('\n') ? '' : '\n'}${separator}${text}`);
  };
  const place = stream.findPlace();
  const addMissing = (head: string) =>
    missing.forEach((object, i) => {
      add(`${i === 0 ? head : ''}${formatDocument(object)}`, '');
    });
  // Beside YAML, also JSON objects that follow each other need separators.
  const isUniform = missing.length === 0 && documents.every(({ source }) => source === documents[0].source);
  for (const [i, document] of documents.entries()) {
    const { source } = document;
    let text = changes.get(document) ?? document.text;
    if (i === place && missing.length > 0) {
      const [head] = HEAD.exec(text)!;
      addMissing(head);
      text = text.slice(head.length);
    }
    const followsItsFile = documents[i - 1]?.source === source && (isUniform || !/^\s*\{/.test(text));
    if (parts.length === 0 || followsItsFile) {
      parts.push(text);
    } else {
      add(text.replace(/^\ufeff/, ''), chooseSeparator(text));
    }
  }
  if (place >= documents.length) {
    addMissing('');
  }
  return parts;
}

/** A byte order mark, and the comments before a separator. */
const HEAD = /^\ufeff?(?:(?:[ \t]*(?:#[^\n]*)?\r?\n)+(?=---(?:\s|$)))?/;

/** Returns the separator before the first document of a file, which can begin with comments and directives. */
function chooseSeparator(text: string): string {
  const [, marker] = /^\ufeff?(?:[ \t]*(?:#[^\n]*)?\r?\n)*(---(?=\s|$)|%)?/.exec(text)!;
  if (marker === undefined) {
    return '---\n';
  }
  return marker === '%' ? '...\n' : '';
}
