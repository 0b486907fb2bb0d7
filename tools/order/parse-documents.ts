import { Document, isAlias, isCollection, isMap, isNode, isScalar, LineCounter, Node, Pair, parseDocument, visit } from 'yaml';
import { JsonPlaces } from './json-places';
import { Places, readPlainYaml } from './plain-yaml';
import { readQuoteEscapes } from './quote-escapes';
import { objectOf, textOf } from '../read/coerce-json';
import { DEEPEST_LIST, isList, ListItem, unwrapList } from '../../src/pod/list-items';
import { isTooDeep } from '../../src/pod/yaml-depth';
import { COMPLEX_KEY, findComplexKey } from '../../src/pod/yaml-keys';

/** A position in a file; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A YAML document or an item of a List: an object with a `kind`. */
export interface ManifestDocument {
  readonly source: string;
  readonly value: ManifestValue;
  /** Parses the value again. Callers keep this function instead of the value, which takes ten times the memory of its text. */
  readonly reread: () => ManifestValue;
  /** Returns the position of a path such as `spec.containers[0].image`; of an absent path, the position of its nearest parent. */
  readonly positionOf: (path: string) => Position;
}

export type ManifestValue = { readonly kind: string; readonly [key: string]: unknown };

/** An input that cannot be read. */
export interface UnreadableInput {
  readonly source: string;
  readonly position?: Position;
  readonly message: string;
  /** The input is valid YAML, but no Kubernetes object. */
  readonly isOther?: boolean;
  /** The input has a value nevertheless: of two equal keys, the API server takes the last one. */
  readonly isReadable?: boolean;
}

/** The text of a file. */
export interface InputText {
  readonly source: string;
  readonly text: string;
  /** The user named the file; otherwise it was found in a directory. */
  readonly isNamed: boolean;
}

export const NO_OBJECT = 'there is no Kubernetes object';

/** A template that has not been rendered contains many errors with the same cause. */
export function mergeErrors([first, ...others]: readonly UnreadableInput[]): UnreadableInput {
  return others.length === 0 ? first : { ...first, message: `${first.message} (and ${others.length} more in this file)` };
}

/** The text of a document, and its first line. */
interface Part {
  /** The bytes of the file: from the separator, or the comments before it, to the next document. */
  readonly text: string;
  /** The number of lines of the file before the document. */
  readonly linesBefore: number;
}

/** Reads the objects of a file one by one: the documents, and the items of Lists. */
export function* parseDocuments(source: string, text: string): Generator<ManifestDocument | UnreadableInput> {
  for (const { objects } of parseTexts(source, text)) { yield* objects(); }
}

/** The text of one document of a file. The texts of all documents form the file. */
export interface DocumentText {
  readonly text: string;
  /** Returns the value; `undefined`: the text is empty or invalid. */
  readonly read: () => unknown;
  /** Returns the position of the keys, such as `items`, `0`, `spec`; of an absent value, the position of its nearest parent. */
  readonly positionOf: (keys: readonly string[]) => Position;
  /** Reads the object, or the items of a List. */
  readonly objects: () => Iterable<ManifestDocument | UnreadableInput>;
}

/**
 * Splits a file into its documents. Each document is parsed separately, so an error in one does not affect the others. Only the last document stays in memory: a
 * request for a position or for an earlier value parses that document again.
 */
export function* parseTexts(source: string, text: string): Generator<DocumentText> {
  let last: PartReader | undefined;
  const readerOf = (part: Part) => {
    if (last?.part !== part) { last = new PartReader(part); }
    return last;
  };
  for (const part of splitParts(text)) {
    yield {
      text: part.text,
      read: () => readerOf(part).read().value,
      positionOf: keys => readerOf(part).positionOf(keys),
      objects: () => parsePart(source, part, () => readerOf(part)),
    };
  }
}

export function isUnreadable(read: ManifestDocument | UnreadableInput): read is UnreadableInput {
  return 'message' in read;
}

/** Returns the value of one document; `undefined`: the text is empty or invalid. */
export function readValue(text: string): unknown {
  return new PartReader({ text, linesBefore: 0 }).read().value;
}

/** The line ending does not affect values and columns. */
function normalizeLineEndings(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

/** A line that begins with three hyphens, or with a byte order mark before them, separates documents, also inside a block scalar. The line that ends a document, `...`, is a part without a value. */
function* splitParts(text: string): Generator<Part> {
  let begin = 0;
  let linesBefore = 0;
  const takeUntil = (end: number): Part => {
    const part = { text: text.slice(begin, end), linesBefore };
    linesBefore += linesIn(part.text);
    begin = end;
    return part;
  };
  for (const { index, 0: marker } of text.matchAll(/^(?:\ufeff?---(?=\s|$)|\.\.\.(?=\s|$)[^\n]*\n?)/gm)) {
    const isEnd = marker.startsWith('.');
    // Comments and %YAML directives belong to the next document.
    if (index > begin && (isEnd || !isOnlyPreamble(text.slice(begin, index)))) { yield takeUntil(index); }
    if (isEnd) { yield takeUntil(index + marker.length); }
  }
  if (begin === 0 || begin < text.length) { yield takeUntil(text.length); }
}

const isOnlyPreamble = (text: string) => text.split(/\r?\n/).every(line => /^\s*(?:[%#].*)?$/.test(line));
const linesIn = (text: string) => text.split('\n').length - 1;

/** The result of parsing a part. */
interface PartReading {
  /** `undefined`: the part is empty or invalid. */
  readonly value: unknown;
  readonly error?: { readonly offset: number; readonly message: string };
}

/** Reads a document with the fastest of three parsers: JSON, plain YAML, and the YAML library for everything else. */
class PartReader {
  private known: PartReading | undefined;
  private items: readonly ListItem[] | undefined;
  private offsets: ((keys: readonly string[]) => number) | undefined;
  private lines: LineCounter | undefined;

  private readonly text: string;

  constructor(public readonly part: Part) {
    this.text = normalizeLineEndings(part.text);
  }

  public read(): PartReading {
    return this.known ??= this.readQuickly() ?? readAllYaml(this.text);
  }

  /** Returns the items of a List, or the value; empty: the part is empty or invalid. */
  public readItems(): readonly ListItem[] {
    const { value } = this.read();
    return this.items ??= value === null || value === undefined ? [] : unwrapList(value);
  }

  public positionOf(keys: readonly string[]): Position {
    return this.place((this.offsets ??= this.computeLineOffsets())(keys));
  }

  public place(offset: number): Position {
    const { line, col } = (this.lines ??= countLines(this.text)).linePos(offset);
    return { line: this.part.linesBefore + line, column: col };
  }

  private readQuickly(): PartReading | undefined {
    const json = parseJson(this.text);
    return json === undefined ? readPlainYaml(this.text) : { value: json };
  }

  private computeLineOffsets(): (keys: readonly string[]) => number {
    const { text } = this;
    if (parseJson(text) !== undefined) {
      const json = new JsonPlaces(text);
      return keys => json.offsetOf(keys);
    }
    const places: Places = new Map();
    const plain = readPlainYaml(text, places);
    if (plain) { return keys => findKnownOffset(places, plain, keys); }
    const { document } = parseAllYaml(text);
    return keys => document ? findOffset(document, keys) : 0;
  }
}

function countLines(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) { lines.addNewLine(index + 1); }
  return lines;
}

/** JSON is YAML, but the YAML library needs a minute and gigabytes for a list of all pods in a cluster. */
export function parseJson(text: string): unknown {
  if (!/^\s*\{/.test(text)) { return undefined; }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readAllYaml(text: string): PartReading {
  const { document, failure } = parseAllYaml(text);
  if (!document) { return { value: undefined, error: { offset: 0, message: failure! } }; }
  const [first] = document.errors;
  const error = first && { offset: first.pos[0], message: firstLine(first.message) };
  // Helm charts sometimes contain duplicate keys, and the API server takes the last one. Such a document is checked, too.
  if (document.errors.some(e => e.code !== 'DUPLICATE_KEY')) { return { value: undefined, error }; }
  const complex = findComplexKey(document);
  if (complex !== undefined) { return { value: undefined, error: { offset: complex, message: COMPLEX_KEY } }; }
  const cyclic = findCyclicAlias(document);
  if (cyclic !== undefined) { return { value: undefined, error: { offset: cyclic, message: 'the anchor of this alias contains the alias' } }; }
  try {
    return { value: document.toJS() as unknown, error };
  } catch (thrown) {
    return { value: undefined, error: { offset: 0, message: firstLine((thrown as Error).message) } };
  }
}

/** Returns the offset of an alias in the node that it refers to, as in `&a [*a]`. */
function findCyclicAlias(document: Document): number | undefined {
  let offset: number | undefined;
  // `Alias.resolve` of the library searches the whole document.
  const anchors = new Map<string, Node>();
  visit(document, {
    Node: (_key, node, path) => {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) { anchors.set(node.anchor, node); }
        return undefined;
      }
      if (!path.some(parent => parent === anchors.get(node.source))) { return undefined; }
      offset = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

function parseAllYaml(text: string): { readonly document?: Document; readonly failure?: string } {
  if (isTooDeep(text)) { return { failure: TOO_DEEP }; }
  try {
    const document = parseDocument(text, { logLevel: 'error', merge: true, prettyErrors: false });
    readQuoteEscapes(document, text);
    return { document };
  } catch (thrown) {
    return { failure: firstLine((thrown as Error).message) };
  }
}

const TOO_DEEP = 'it is nested too deeply to be read';

function* parsePart(source: string, part: Part, reader: () => PartReader): Generator<ManifestDocument | UnreadableInput> {
  const hint = part.text.includes('{{') ? '; what is in {{ }} has to be filled in first: pass what `helm template` prints' : '';
  const { error, value: known } = reader().read();
  if (error) { yield { source, position: reader().place(error.offset), message: `${error.message}${hint}`, isReadable: known !== undefined }; }
  // The functions must not refer to the value, so that it does not stay in memory.
  for (const [i, { path: prefix, value }] of reader().readItems().entries()) {
    const positionOf = (path: string) => reader().positionOf([...prefix, ...parsePath(path)]);
    const problem = findObjectProblem({ path: prefix, value }, hint);
    yield problem ? { source, position: positionOf(''), ...problem }
      : { source, value: value as ManifestValue, reread: () => reader().readItems()[i].value as ManifestValue, positionOf };
  }
}

/** Returns why the item is not a Kubernetes object; `undefined`: it is. */
function findObjectProblem({ path, value }: ListItem, hint: string): Pick<UnreadableInput, 'message' | 'isOther'> | undefined {
  const object = objectOf(value);
  if (!object || textOf(object.kind) === undefined) {
    const isOther = path.length === 0 && !(object && ('kind' in object || 'apiVersion' in object));
    return { message: `this is not a Kubernetes object: it has no \`kind\`${hint || (object ? '; for a Helm chart pass what `helm template` prints' : '')}`, isOther };
  }
  return isList(value) ? { message: `a List in a List is read down to ${DEEPEST_LIST} levels, and this one is deeper` } : undefined;
}

/** Splits 'spec.containers[0]["a.b"]' into spec, containers, 0, a.b. */
export function parsePath(path: string): string[] {
  return [...path.matchAll(/\[(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\]]*))\]|([^.[\]]+)/g)].map(m => m[1] ?? m[2] ?? m[3] ?? m[4]);
}

/** Returns the offset of the key of the path, or of the nearest enclosing value, from the positions of the plain reader. */
function findKnownOffset(places: Places, { value, begin }: NonNullable<ReturnType<typeof readPlainYaml>>, keys: readonly string[]): number {
  let offset = begin;
  let around = value;
  for (const key of keys) {
    const next = places.get(around as object)?.get(key)?.offset;
    if (next === undefined) { break; }
    offset = next;
    around = (around as Record<string, unknown>)[key];
  }
  return offset;
}

/** Returns the offset of the key of the path, or of the nearest enclosing value, from the nodes of the YAML library. */
function findOffset(document: Document, keys: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? node.range?.[0] ?? 0 : 0;
  for (const key of keys) {
    if (isAlias(node)) { node = node.resolve(document); }
    if (!isCollection(node)) { break; }
    const next: unknown = isMap(node) ? findPair(node.items, key) : node.items[Number(key)];
    if (next === undefined) { break; }
    const pair = next as Pair;
    const begin = isMap(node) ? pair.key : next;
    offset = (isNode(begin) ? begin.range?.[0] : undefined) ?? offset;
    node = isMap(node) ? pair.value : next;
  }
  return offset;
}

function findPair(pairs: readonly Pair[], key: string): Pair | undefined {
  // Of two keys with the same name, the last one counts.
  return [...pairs].reverse().find(p => String(isScalar(p.key) ? p.key.value : p.key) === key);
}

const firstLine = (message: string) => message.split('\n')[0];
