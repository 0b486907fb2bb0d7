import { Document, isAlias, isMap, isScalar, isSeq, Node, Pair, parseDocument } from 'yaml';
import { findJsonEnd, skipJsonSpace } from './json-places';
import { Places, readPlainYaml } from './plain-yaml';
import { isObject, JsonObject } from '../../src/api/private/json-object';

/** A value of a YAML or JSON text with its position. Offsets count from the begin of the text. */
export interface TextNode {
  readonly kind: 'map' | 'list' | 'scalar' | 'alias';
  /** Braces, brackets or a JSON text; otherwise the indentation contains the structure. */
  readonly isFlow: boolean;
  /** The offset of the anchor, the tag, or the value. */
  readonly begin: number;
  /** The offset of the value itself. */
  readonly content: number;
  /** The offset after the last character. */
  readonly end: number;
  /** The members of a map or the items of a list. */
  readonly entries: readonly TextEntry[];
  /** An alias: the node with its anchor. */
  readonly target?: TextNode;
  /** The node or a node below has an anchor or is an alias. */
  readonly isLinked: boolean;
}

/** A member of a map, or an item of a list. */
export interface TextEntry {
  /** `undefined`: an item. */
  readonly key?: string;
  /** The offset of the key or of the dash. */
  readonly begin: number;
  /** The offset after the colon or the dash. */
  readonly head: number;
  readonly end: number;
  /** `undefined`: the value is empty. */
  readonly value?: TextNode;
}

export const MERGE_KEY = '<<';

/** Reads a text that JSON.parse accepts. The entries of a collection are scanned when they are used. */
export function readJsonNode(text: string, begin = skipJsonSpace(text, 0)): TextNode {
  const first = text[begin];
  const kind = first === '{' ? 'map' : first === '[' ? 'list' : 'scalar';
  let entries: readonly TextEntry[] | undefined;
  return {
    kind,
    isFlow: true,
    begin,
    content: begin,
    end: findJsonEnd(text, begin),
    get entries() { return entries ??= kind === 'scalar' ? [] : scanJson(text, begin, kind === 'map'); },
    isLinked: false,
  };
}

function scanJson(text: string, collection: number, isMapped: boolean): TextEntry[] {
  const entries: TextEntry[] = [];
  let at = skipJsonSpace(text, collection + 1);
  while (text[at] !== '}' && text[at] !== ']') {
    const end = isMapped ? findJsonEnd(text, at) : at;
    const head = isMapped ? skipJsonSpace(text, end) + 1 : at;
    const value = readJsonNode(text, skipJsonSpace(text, head));
    entries.push({ key: isMapped ? JSON.parse(text.slice(at, end)) as string : undefined, begin: at, head, end: value.end, value });
    at = skipJsonSpace(text, value.end);
    if (text[at] === ',') { at = skipJsonSpace(text, at + 1); }
  }
  return entries;
}

/** A node and its value. */
export interface ReadNode {
  readonly node: TextNode;
  readonly value: unknown;
}

/** Reads a document without the library, which takes ten times as long. `undefined`: the text is no plain YAML. */
export function readPlainRoot(text: string): ReadNode | undefined {
  const places: Places = new Map();
  const plain = readPlainYaml(text, places);
  if (!plain || !isObject(plain.value)) { return undefined; }
  const ends = [...places.get(plain.value)?.values() ?? []].map(place => place.end);
  return { node: new PlainNode(text, places, plain.value, plain.begin, ends[ends.length - 1]), value: plain.value };
}

/** Reads one YAML document with the library. `undefined`: the document is empty. */
export function readLibraryRoot(text: string): TextNode | undefined {
  const document = parseDocument(text, { logLevel: 'error', merge: true, prettyErrors: false, keepSourceTokens: true });
  const { contents } = document;
  return contents?.range ? new YamlNodeReader(text, document).read(contents, [], contents.range[0]) : undefined;
}

/** A node of plain YAML, which contains no anchors and tags. The entries of a collection are read when they are used. */
class PlainNode implements TextNode {
  public readonly kind: TextNode['kind'];
  public readonly isFlow: boolean;
  public readonly content: number;
  public readonly isLinked = false;
  private known: readonly TextEntry[] | undefined;

  constructor(
    private readonly text: string, private readonly places: Places, private readonly value: unknown,
    public readonly begin: number, public readonly end: number,
  ) {
    this.kind = Array.isArray(value) ? 'list' : isObject(value) ? 'map' : 'scalar';
    this.isFlow = this.kind !== 'scalar' && (text[begin] === '{' || text[begin] === '[');
    this.content = begin;
  }

  public get entries(): readonly TextEntry[] {
    return this.known ??= this.kind === 'scalar' ? [] : this.readEntries();
  }

  private readEntries(): TextEntry[] {
    const { text, places, kind } = this;
    const entries: TextEntry[] = [];
    for (const [key, { begin, head, value, end }] of places.get(this.value as object) ?? []) {
      const node = value === undefined ? undefined : new PlainNode(text, places, (this.value as JsonObject)[key], value, end);
      entries.push({ key: kind === 'map' ? key : undefined, begin, head, end, value: node });
    }
    return entries;
  }
}

interface SourceToken {
  readonly type: string;
  readonly offset: number;
  readonly source: string;
}

interface SourceItem {
  readonly start: readonly SourceToken[];
  readonly sep?: readonly SourceToken[];
}

class YamlNodeReader {
  private readonly known = new Map<Node, TextNode>();

  constructor(private readonly text: string, private readonly document: Document) {}

  /** `tokens`: the tokens between the begin of the entry and the node. */
  public read(node: Node, tokens: readonly SourceToken[], after: number): TextNode {
    const properties = tokens.filter(({ type }) => type === 'anchor' || type === 'tag');
    const [content, end] = node.range ?? [after, after];
    const begin = properties.length > 0 ? properties[0].offset : content;
    const isFlow = node.srcToken?.type === 'flow-collection';
    const base = { begin, content, isFlow, entries: [], end: Math.max(end, ...properties.map(p => p.offset + p.source.length)), isLinked: 'anchor' in node && node.anchor !== undefined };
    const read = this.readKind(node, base);
    this.known.set(node, read);
    return read;
  }

  private readKind(node: Node, base: Omit<TextNode, 'kind'>): TextNode {
    if (isAlias(node)) {
      const target = node.resolve(this.document);
      return { ...base, kind: 'alias', isLinked: true, target: target && this.known.get(target) };
    }
    if (isMap(node) && isCollectionToken(node)) { return withEntries({ ...base, kind: 'map' }, node.items.map(pair => this.readPair(pair))); }
    if (isSeq(node) && isCollectionToken(node)) {
      const { items } = node.srcToken as unknown as { readonly items: readonly SourceItem[] };
      return withEntries({ ...base, kind: 'list' }, node.items.map((item, i) => this.readItem(item as Node, items[i])));
    }
    // A pair in brackets and a set are changed as a whole.
    return node.srcToken?.type === 'block-scalar' ? { ...base, kind: 'scalar', end: this.findBlockEnd(base) } : { ...base, kind: 'scalar' };
  }

  private readPair(pair: Pair<any, any>): TextEntry {
    const { start, sep = [] } = (pair as unknown as { readonly srcToken: SourceItem }).srcToken;
    const [from, to] = (pair.key as Node | null)?.range ?? [sep[0]?.offset ?? 0, sep[0]?.offset ?? 0];
    const begin = Math.min(from, ...start.filter(t => ['explicit-key-ind', 'anchor', 'tag'].includes(t.type)).map(t => t.offset));
    const colon = sep.find(t => t.type === 'map-value-ind');
    const head = colon ? colon.offset + 1 : to;
    const value = this.readValue(pair.value as Node | null, sep, head);
    return { key: nameKey(pair.key), begin, head, end: value?.end ?? head, value };
  }

  private readItem(item: Node, { start }: SourceItem): TextEntry {
    const dash = start.find(t => t.type === 'seq-item-ind');
    const at = item.range?.[0] ?? start[0]?.offset ?? 0;
    const head = dash ? dash.offset + 1 : at;
    const value = this.readValue(item, start, head);
    return { begin: dash?.offset ?? value?.begin ?? at, head, end: value?.end ?? head, value };
  }

  private readValue(node: Node | null, tokens: readonly SourceToken[], head: number): TextNode | undefined {
    const value = node ? this.read(node, tokens, head) : undefined;
    return value && (value.end > value.begin || value.entries.length > 0) ? value : undefined;
  }

  /** The empty lines after a block scalar belong to its value only with the indicator `+`. The last line ending is not part of the node. */
  private findBlockEnd({ content, end }: Pick<TextNode, 'content' | 'end'>): number {
    const source = this.text.slice(content, end);
    const keeps = /^[|>][-0-9]*\+/.test(source);
    return content + source.replace(keeps ? /\r?\n$/ : /(?:\r?\n)+$/, '').length;
  }
}

/** The library reads a merge key as a symbol. */
function nameKey(key: unknown): string {
  const name: unknown = isScalar(key) ? key.value : key;
  return typeof name === 'symbol' ? MERGE_KEY : String(name);
}

function isCollectionToken({ srcToken }: Node): boolean {
  return srcToken !== undefined && ['block-map', 'block-seq', 'flow-collection'].includes(srcToken.type);
}

function withEntries(node: TextNode, entries: readonly TextEntry[]): TextNode {
  const last = entries[entries.length - 1];
  const isLinked = node.isLinked || entries.some(e => e.value?.isLinked);
  return { ...node, entries, isLinked, end: node.isFlow || !last ? node.end : last.end };
}
