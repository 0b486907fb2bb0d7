import { Document, isAlias, isCollection, isMap, isNode, isScalar, LineCounter, Pair, parseDocument } from 'yaml';
import { objectOf, textOf } from '../reader/json';

/** A place in a file; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One YAML document, or one item of a List: an object that has a kind. */
export interface ManifestDocument {
  readonly source: string;
  readonly value: { readonly kind: string; readonly [key: string]: unknown };
  /** Where a path such as `spec.containers[0].image` is; if it is not there, where the nearest thing around it is. */
  readonly positionOf: (path: string) => Position;
}

/** What could not be read. */
export interface Unreadable {
  readonly source: string;
  readonly position?: Position;
  readonly message: string;
  /** It is fine YAML, and no Kubernetes object. */
  readonly isOther?: boolean;
}

interface Part {
  readonly text: string;
  /** How many lines of the file are in front of it. */
  readonly linesBefore: number;
}

/**
 * The documents of a file, one by one. Each is parsed by itself, so that what is wrong with one leaves the others as they are. Its syntax tree, which takes
 * ten times the room of its text, is not kept: who asks for a place makes it again.
 */
export function* documentsOf(source: string, text: string): Generator<ManifestDocument | Unreadable> {
  let last: Tree | undefined;
  const treeOf = (part: Part) => {
    if (last?.part !== part) { last = parsed(part); }
    return last;
  };
  for (const part of partsOf(text)) { yield* documentsOfPart(source, part, treeOf); }
}

export function isUnreadable(read: ManifestDocument | Unreadable): read is Unreadable {
  return 'message' in read;
}

/** A line that begins with three hyphens separates documents wherever it stands, also within a block of text. */
function* partsOf(text: string): Generator<Part> {
  let begin = 0;
  let linesBefore = 0;
  const separator = /^(?:---|\.\.\.)(?=\s|$)/gm;
  for (const { index } of text.matchAll(separator)) {
    const before = text.slice(begin, index);
    // Comments and %YAML lines belong to the document that follows.
    if (index === begin || isOnlyPreamble(before)) { continue; }
    yield { text: before, linesBefore };
    linesBefore += linesIn(before);
    begin = index;
  }
  yield { text: text.slice(begin), linesBefore };
}

const isOnlyPreamble = (text: string) => text.split('\n').every(line => /^\s*(?:[%#].*)?$/.test(line));
const linesIn = (text: string) => text.split('\n').length - 1;

interface Tree {
  readonly part: Part;
  readonly document: Document;
  /** Of an offset in the part. */
  readonly place: (offset: number) => Position;
}

function parsed(part: Part): Tree {
  const lines = new LineCounter();
  return {
    part,
    document: parseDocument(part.text, { lineCounter: lines, logLevel: 'error', merge: true, prettyErrors: false }),
    place: offset => {
      const { line, col } = lines.linePos(offset);
      return { line: part.linesBefore + Math.max(line, 1), column: Math.max(col, 1) };
    },
  };
}

function* documentsOfPart(source: string, part: Part, treeOf: (part: Part) => Tree): Generator<ManifestDocument | Unreadable> {
  const hint = part.text.includes('{{') ? '; what is in {{ }} has to be filled in first: pass what `helm template` prints' : '';
  const context = { source, tree: () => treeOf(part), hint };
  const json = jsonOf(part.text);
  if (json !== undefined) {
    yield* objectsIn(context, json, []);
    return;
  }
  const { document, place } = treeOf(part);
  yield* document.errors.map(e => ({ source, position: place(e.pos[0]), message: `${firstLine(e.message)}${hint}` }));
  // Helm writes keys twice now and then, and the API server takes the last one: such a document is judged all the same.
  if (document.errors.some(e => e.code !== 'DUPLICATE_KEY')) { return; }
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    yield { source, position: place(0), message: firstLine((error as Error).message) };
    return;
  }
  if (value === null || value === undefined) { return; }
  yield* objectsIn(context, value, []);
}

/** JSON is YAML, but a list of all pods of a cluster takes a minute and gigabytes as YAML. */
function jsonOf(text: string): unknown {
  if (!/^\s*\{/.test(text)) { return undefined; }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Context {
  readonly source: string;
  readonly tree: () => Tree;
  /** What may have been meant, where it is no object. */
  readonly hint: string;
}

/** The object, or the items of a List in its place. */
function* objectsIn(context: Context, value: unknown, prefix: readonly string[]): Generator<ManifestDocument | Unreadable> {
  const { source, tree } = context;
  const positionOf = (path: string) => {
    const { document, place } = tree();
    return place(offsetOf(document, [...prefix, ...keysOf(path)]));
  };
  const object = objectOf(value);
  const kind = textOf(object?.kind);
  if (!object || kind === undefined) {
    const isOther = prefix.length === 0 && !(object && ('kind' in object || 'apiVersion' in object));
    const hint = context.hint || (object ? '; for a Helm chart pass what `helm template` prints' : '');
    yield { source, position: positionOf(''), message: `this is no Kubernetes object: it has no \`kind\`${hint}`, isOther };
    return;
  }
  if (kind.endsWith('List') && Array.isArray(object.items)) {
    // What the API server lists says nothing of its kind; what kubectl makes of it does.
    const ofList = kind === 'List' ? {} : { apiVersion: object.apiVersion, kind: kind.slice(0, -'List'.length) };
    for (const [i, item] of object.items.entries()) { yield* objectsIn(context, objectOf(item) ? { ...ofList, ...item } : item, [...prefix, 'items', `${i}`]); }
    return;
  }
  yield { source, value: object as ManifestDocument['value'], positionOf };
}

/** 'spec.containers[0]["a.b"]' as spec, containers, 0, a.b. */
export function keysOf(path: string): string[] {
  return [...path.matchAll(/\[(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\]]*))\]|([^.[\]]+)/g)].map(m => m[1] ?? m[2] ?? m[3] ?? m[4]);
}

/** Where the key of the path stands, or, if it is not there, that of what is around it. */
function offsetOf(document: Document, keys: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? node.range?.[0] ?? 0 : 0;
  for (const key of keys) {
    if (isAlias(node)) { node = node.resolve(document); }
    if (!isCollection(node)) { break; }
    const next: unknown = isMap(node) ? pairOf(node.items, key) : node.items[Number(key)];
    if (next === undefined) { break; }
    const pair = next as Pair;
    const begin = isMap(node) ? pair.key : next;
    offset = (isNode(begin) ? begin.range?.[0] : undefined) ?? offset;
    node = isMap(node) ? pair.value : next;
  }
  return offset;
}

function pairOf(pairs: readonly Pair[], key: string): Pair | undefined {
  // Of two of one name the last one counts.
  return [...pairs].reverse().find(p => String(isScalar(p.key) ? p.key.value : p.key) === key);
}

const firstLine = (message: string) => message.split('\n')[0];
