import { Document, isAlias, isCollection, isMap, isNode, isScalar, Pair, parseDocument } from 'yaml';
import { isList } from '../../src/pod/list-items';

/** The range of an item in a text. */
interface ItemRange {
  readonly begin: number;
  readonly end: number;
}

/**
 * Finds positions in a YAML or JSON text. The library is much slower than the reader, so it parses one item of a List.
 */
export class YamlPlaces {
  private readonly items: readonly ItemRange[];
  private parsed: { readonly begin: number; readonly document: Document } | undefined;

  /** `value`: the value of the text. */
  constructor(
    private readonly text: string,
    value: unknown,
  ) {
    const ranges = isList(value) ? [findJsonItems(text), findBlockItems(text)] : [];
    this.items = ranges.find(items => isList(value) && items.length === value.items.length) ?? [];
  }

  /** Returns the offset of the key of the path; of an absent path, the offset of its nearest parent. */
  public offsetOf(keys: readonly string[]): number {
    const [list, index, ...rest] = keys;
    const item = list === 'items' ? this.items[Number(index)] : undefined;
    if (!item) {
      return findOffset(this.parse(0, this.text), keys);
    }
    // The keys of an item in block style have the same column only with a space in place of the dash.
    const source = this.text.slice(item.begin, item.end).replace(/^( *)-/, '$1 ');
    return item.begin + findOffset(this.parse(item.begin, source), rest);
  }

  private parse(begin: number, source: string): Document {
    if (this.parsed?.begin !== begin) {
      const document = parseDocument(source, { logLevel: 'silent', prettyErrors: false, uniqueKeys: false });
      this.parsed = { begin, document };
    }
    return this.parsed.document;
  }
}

/** Finds the items of a List in JSON. */
function findJsonItems(text: string): ItemRange[] {
  const items: ItemRange[] = [];
  let begin = 0;
  let depth = 0;
  let key = '';
  let isInItems = false;
  for (const { 0: token, index } of /^\s*\{/.test(text) ? text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g) : []) {
    if (token.startsWith('"')) {
      if (depth === 1) {
        key = token;
      }
    } else if (token === '[' || token === '{') {
      if (depth === 1) {
        isInItems = key === '"items"';
      }
      if (depth === 2) {
        begin = index;
      }
      depth++;
    } else {
      depth--;
      if (depth === 2 && isInItems) {
        items.push({ begin, end: index + 1 });
      }
    }
  }
  return items;
}

/** Finds the items of a List in block style. An item begins with the line of its dash. */
function findBlockItems(text: string): ItemRange[] {
  const head = /^items:[ ]*\n(?=( *)- )/m.exec(text);
  if (!head) {
    return [];
  }
  const [found, indent] = head;
  const first = head.index + found.length;
  const length = text.slice(first).search(new RegExp(`^(?! {${indent.length}}[- ]|\\s*(?:#|$))`, 'm'));
  const end = length < 0 ? text.length : first + length;
  const dashes = text.slice(first, end).matchAll(new RegExp(`^${indent}- `, 'gm'));
  const begins = [...dashes].map(({ index }) => first + index);
  return begins.map((begin, i) => ({ begin, end: begins[i + 1] ?? end }));
}

function findOffset(document: Document, keys: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const key of keys) {
    if (isAlias(node)) {
      node = node.resolve(document);
    }
    if (!isCollection(node)) {
      break;
    }
    const next: unknown = isMap(node) ? findPair(node.items, key) : node.items[Number(key)];
    if (next === undefined) {
      break;
    }
    const pair = next as Pair;
    const begin = isMap(node) ? pair.key : next;
    offset = (isNode(begin) ? begin.range?.[0] : undefined) ?? offset;
    node = isMap(node) ? pair.value : next;
  }
  return offset;
}

/** Of two keys with the same name, the last one counts. */
function findPair(pairs: readonly Pair[], key: string): Pair | undefined {
  return [...pairs].reverse().find(pair => nameKey(pair) === key);
}

/** Returns the key of a pair as text, like the reader; empty: the key is a collection or an alias. */
export function nameKey({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}
