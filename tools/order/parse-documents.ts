import { Position, YamlPlaces } from './yaml-places';
import { DEEPEST_LIST, isList, ListItem, unwrapList } from '../../src/pod/list-items';
import { objectOf, textOf } from '../read/coerce-json';
import { readYaml, YamlError, YamlReading } from '../read/read-yaml';

/** A YAML document or an item of a List: an object with a `kind`. */
export interface ManifestDocument {
  readonly source: string;
  readonly value: ManifestValue;
  /**
   * Parses the value again. Callers keep this function instead of the value, which takes ten times the memory of its
   * text.
   */
  readonly reread: () => ManifestValue;
  /** As in `DocumentText`, from the object. */
  readonly positionOf: (keys: readonly string[]) => Position;
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

/**
 * Returns the error of a file as a list; empty: there is none. A template that has not been rendered contains many
 * errors with the same cause.
 */
export function mergeErrors(
  { source, isNamed }: InputText,
  isEmpty: boolean,
  errors: readonly UnreadableInput[],
): readonly UnreadableInput[] {
  if (errors.length > 1) {
    return [{ ...errors[0], message: `${errors[0].message} (and ${errors.length - 1} more in this file)` }];
  }
  // A failed command before a pipe leaves standard input empty. That must not pass as a manifest without findings.
  const isMissing = isNamed && isEmpty && errors.length === 0;
  return isMissing ? [{ source, message: 'there is no Kubernetes object' }] : errors;
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
  for (const { objects } of parseTexts(source, text)) {
    yield* objects();
  }
}

/** The text of one document of a file. The texts of all documents form the file. */
export interface DocumentText {
  readonly source: string;
  readonly text: string;
  /** Returns the value; `undefined`: the text is empty or invalid. */
  readonly read: () => unknown;
  /**
   * Returns the position of the keys, such as `items`, `0`, `spec`; of an absent value, the position of its nearest
   * parent.
   */
  readonly positionOf: (keys: readonly string[]) => Position;
  /** Reads the object, or the items of a List. */
  readonly objects: () => Iterable<ManifestDocument | UnreadableInput>;
}

/**
 * Splits a file into its documents. Each document is parsed separately, so an error in one does not affect the others.
 * Only the last document stays in memory: a request for a position or for an earlier value parses that document again.
 */
export function* parseTexts(source: string, text: string): Generator<DocumentText> {
  let last: PartReader | undefined;
  const readerOf = (part: Part) => {
    if (last?.part !== part) {
      last = new PartReader(part);
    }
    return last;
  };
  for (const part of splitParts(text)) {
    yield {
      source,
      text: part.text,
      read: () => readerOf(part).reading.value,
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
  return readText(normalizeText(text)).value;
}

/** Neither the line ending nor a byte order mark affects values and columns. */
export function normalizeText(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}

function readText(text: string): YamlReading {
  const json = parseJson(text);
  return json === undefined ? readYaml(text) : { text, value: json };
}

/**
 * A line that begins with three hyphens, or with a byte order mark before them, separates documents, also inside a
 * block scalar. The line that ends a document, `...`, is a part without a value.
 */
function* splitParts(text: string): Generator<Part> {
  let begin = 0;
  let linesBefore = 0;
  const takeUntil = (end: number): Part => {
    const part = { text: text.slice(begin, end), linesBefore };
    linesBefore += linesIn(part.text);
    begin = end;
    return part;
  };
  for (const end of findJsonEnds(text)) {
    yield takeUntil(end);
  }
  if (begin > 0) {
    return;
  }
  for (const { index, 0: marker } of text.matchAll(/^(?:\ufeff?---(?=\s|$)|\.\.\.(?=\s|$)[^\n]*\n?)/gm)) {
    const isEnd = marker.startsWith('.');
    // Comments and %YAML directives belong to the next document.
    if (index > begin && (isEnd || !isOnlyPreamble(text.slice(begin, index)))) {
      yield takeUntil(index);
    }
    if (isEnd) {
      yield takeUntil(index + marker.length);
    }
  }
  if (begin === 0 || begin < text.length) {
    yield takeUntil(text.length);
  }
}

/**
 * Finds the ends of JSON objects that follow each other without a separator, as `jq` prints them, and kubectl reads
 * them.
 */
function findJsonEnds(text: string): number[] {
  if (!/^\ufeff?\s*\{/.test(text) || !/\}\s*\{/.test(text)) {
    return [];
  }
  const begins: number[] = [];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{' && depth === 0) {
      begins.push(index);
    }
    if (token === '{') {
      depth++;
    }
    if (token === '}') {
      depth--;
    }
  }
  const ends = [...begins.slice(1), text.length];
  const isJson = ends.every(
    (end, i) => parseJson(normalizeText(text.slice(i === 0 ? 0 : begins[i], end))) !== undefined,
  );
  return isJson ? ends : [];
}

const isOnlyPreamble = (text: string) => text.split(/\r?\n/).every(line => /^\s*(?:[%#].*)?$/.test(line));
const linesIn = (text: string) => text.split('\n').length - 1;

/** Reads a document, and finds positions in it. */
class PartReader {
  public readonly reading: YamlReading;
  /** The items of a List, or the value; empty: the part is empty or invalid. */
  public readonly items: readonly ListItem[];
  private places: YamlPlaces | undefined;

  constructor(public readonly part: Part) {
    this.reading = readText(normalizeText(part.text));
    const { value } = this.reading;
    this.items = value === null || value === undefined ? [] : unwrapList(value);
  }

  public positionOf(keys: readonly string[]): Position {
    this.places ??= new YamlPlaces(this.reading.text);
    return this.inFile(this.places.find(keys));
  }

  public locate({ place }: YamlError): Position {
    return typeof place === 'number' ? this.inFile(findPosition(this.reading.text, place)) : this.positionOf(place);
  }

  private inFile({ line, column }: Position): Position {
    return { line: this.part.linesBefore + line, column };
  }
}

function findPosition(text: string, offset: number): Position {
  const line = text.slice(0, offset).split('\n').length;
  return { line, column: offset - text.lastIndexOf('\n', offset - 1) };
}

/** JSON is YAML, but the YAML reader takes several times as long. */
export function parseJson(text: string): unknown {
  if (!/^\s*\{/.test(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* parsePart(
  source: string,
  part: Part,
  reader: () => PartReader,
): Generator<ManifestDocument | UnreadableInput> {
  const hint = part.text.includes('{{')
    ? '; what is in {{ }} has to be filled in first: pass what `helm template` prints'
    : '';
  const { error, value: known } = reader().reading;
  if (error) {
    yield {
      source,
      position: reader().locate(error),
      message: `${error.message}${hint}`,
      isReadable: known !== undefined,
    };
  }
  // The functions must not refer to the value, so that it does not stay in memory.
  for (const [i, { path: prefix, value }] of reader().items.entries()) {
    const positionOf = (keys: readonly string[]) => reader().positionOf([...prefix, ...keys]);
    const problem = findObjectProblem({ path: prefix, value }, hint);
    yield problem
      ? { source, position: positionOf([]), ...problem }
      : {
          source,
          value: value as ManifestValue,
          reread: () => reader().items[i].value as ManifestValue,
          positionOf,
        };
  }
}

/** Returns why the item is not a Kubernetes object; `undefined`: it is. */
function findObjectProblem(
  { path, value }: ListItem,
  hint: string,
): Pick<UnreadableInput, 'message' | 'isOther'> | undefined {
  const object = objectOf(value);
  if (!object || textOf(object.kind) === undefined) {
    const isOther = path.length === 0 && !(object && ('kind' in object || 'apiVersion' in object));
    return {
      message:
        `this is not a Kubernetes object: it has no ` +
        `\`kind\`${hint || (object ? '; for a Helm chart pass what `helm template` prints' : '')}`,
      isOther,
    };
  }
  return isList(value)
    ? { message: `a List in a List is read down to ${DEEPEST_LIST} levels, and this one is deeper` }
    : undefined;
}

/** Splits 'spec.containers[0]["a.b"]' into spec, containers, 0, a.b. */
export function parsePath(path: string): string[] {
  return [...path.matchAll(/\[(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\]]*))\]|([^.[\]]+)/g)].map(
    m => m[1] ?? m[2] ?? m[3] ?? m[4],
  );
}
