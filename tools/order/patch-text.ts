import { formatBlockItem, formatBlockValue, formatFlow, formatScalar, isCollection, isEmpty, TextStyle } from './format-value';
import { isEqual, matchItems, nameOf, placeKeys } from './match-values';
import { parseJson, readValue } from './parse-documents';
import { MERGE_KEY, readJsonNode, readLibraryRoot, readPlainRoot, TextEntry, TextNode } from './text-node';
import { isObject, JsonObject } from '../../src/api/private/json-object';

/** One YAML or JSON document whose text can be changed. */
export class PatchableText {
  /** The value of the document; `undefined`: the text is empty or invalid. */
  public readonly value: unknown;
  private readonly isJson: boolean;
  private readonly node: () => TextNode | undefined;

  constructor(private readonly text: string) {
    const json = parseJson(text);
    const plain = json === undefined ? readPlainRoot(text) : undefined;
    this.isJson = json !== undefined;
    this.value = json ?? plain?.value ?? readValue(text);
    this.node = () => this.isJson ? readJsonNode(text) : plain?.node ?? readLibraryRoot(text);
  }

  /**
   * Returns the text with another value. The text of unchanged values stays as it is, with comments, order of keys, quotes, anchors and indentation. An item that
   * moves to another list of the same map takes its text and its comments along. An alias is replaced by its value only if its anchor changes.
   *
   * `undefined`: the text cannot be patched.
   */
  public patch(after: unknown): string | undefined {
    const { text, value: before } = this;
    if (isEqual(before, after)) { return text; }
    const root = this.node();
    if (!root) { return undefined; }
    const style = findStyle(text, root, this.isJson);
    const patch = (kept: Kept) => new TextPatcher(text, style, kept).patch(root, before, after);
    // A moved anchor can follow its alias, so the second try replaces all aliases.
    for (const values of root.isLinked ? [findAnchors(patch), undefined] : [undefined]) {
      const patched = patch({ visited: new Map(), values });
      if (isEqual(readValue(patched), after)) { return patched; }
    }
    return undefined;
  }
}

/** Returns the values of the anchors that stay in the new text. */
function findAnchors(patch: (kept: Kept) => string): ReadonlyMap<TextNode, unknown> {
  const visited = new Map<TextNode, unknown>();
  patch({ visited });
  return visited;
}

function findStyle(text: string, root: TextNode, isJson: boolean): TextStyle {
  const newline = /\r\n/.test(text) ? '\r\n' : '\n';
  if (isJson) {
    const [entry] = root.entries;
    return { isJson, newline, step: 2, listStep: 0, space: entry?.value && entry.value.begin === entry.head ? '' : ' ' };
  }
  const steps = { step: 2, listStep: 2 };
  const isFound = { step: false, listStep: false };
  const visit = (node: TextNode, column: number) => {
    for (const { value, begin } of node.entries) {
      if (!value || value.isFlow || value.entries.length === 0) { continue; }
      const own = columnOf(text, value.entries[0].begin);
      const field = value.kind === 'list' ? 'listStep' : 'step';
      if (node.kind === 'map' && !isFound[field] && !text.slice(begin, value.entries[0].begin).split('\n').every((_, i) => i === 0)) {
        steps[field] = own - column;
        isFound[field] = true;
      }
      if (!isFound.step || !isFound.listStep) { visit(value, own); }
    }
  };
  if (!root.isFlow) { visit(root, root.entries.length > 0 ? columnOf(text, root.entries[0].begin) : 0); }
  return { isJson, newline, ...steps, space: ' ' };
}

function columnOf(text: string, offset: number): number {
  const begin = lineBegin(text, offset);
  return offset - begin - (text[begin] === '\ufeff' ? 1 : 0);
}

function lineBegin(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the offset after the line ending, or the end of the text. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** The values of anchors in the new text. */
interface Kept {
  /** Receives each anchor that the new text contains, with its value. */
  readonly visited: Map<TextNode, unknown>;
  /** `undefined`: unknown, so each alias is replaced. */
  readonly values?: ReadonlyMap<TextNode, unknown>;
}

/** A changed range of the text. */
interface Change {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
}

/** An entry of a block collection with its lines: the comment before it, and the comments with more indentation after it. */
interface Chunk {
  readonly entry: TextEntry;
  readonly begin: number;
  readonly end: number;
}

/** Items that leave a list, by name. A sibling list takes them over with their text. */
type Leaving = ReadonlyMap<string, { readonly list: TextNode; readonly index: number; readonly before: JsonObject }>;

const NOTHING_LEAVES: Leaving = new Map();

class TextPatcher {
  constructor(private readonly text: string, private readonly style: TextStyle, private readonly kept: Kept) {}

  public patch(root: TextNode, before: unknown, after: unknown): string {
    const change = this.changeValue(root, before, after, NOTHING_LEAVES);
    if (change === 'replace') { return this.apply({ begin: root.begin, end: root.end, text: formatFlow(after, this.style) }, 0, this.text.length); }
    return this.apply(change, 0, this.text.length);
  }

  private apply(change: Change | undefined, begin: number, end: number): string {
    return change ? this.text.slice(begin, change.begin) + change.text + this.text.slice(change.end, end) : this.text.slice(begin, end);
  }

  /** Returns the change of the text; `undefined`: none; 'replace': the new value does not fit the node. */
  private changeValue(node: TextNode, before: unknown, after: unknown, leaving: Leaving): Change | 'replace' | undefined {
    if (node.kind === 'alias') {
      return node.target && this.kept.values?.has(node.target) && isEqual(this.kept.values.get(node.target), after) ? undefined : 'replace';
    }
    const isSame = isEqual(before, after);
    if (isSame && !node.isLinked) { return undefined; }
    const fits = node.kind === 'map' ? isObject(before) && isObject(after) : node.kind === 'list' ? Array.isArray(before) && Array.isArray(after) : isSame;
    // A block collection cannot be empty, and a new value in an empty one is more readable in block style.
    if (!fits || (!isSame && isCollection(after) && (isEmpty(after) || (node.entries.length === 0 && !this.style.isJson)))) { return 'replace'; }
    if (node.isLinked) { this.kept.visited.set(node, after); }
    if (node.kind === 'map') { return this.changeMap(node, before as JsonObject, after as JsonObject); }
    return node.kind === 'list' ? this.changeList(node, before as unknown[], after as unknown[], leaving) : undefined;
  }

  private changeMap(node: TextNode, before: JsonObject, after: JsonObject): Change | undefined {
    const leaving = findLeaving(node, before, after);
    const own = new Map(node.entries.map(entry => [entry.key!, entry]));
    const merge = own.get(MERGE_KEY);
    const merged = merge && this.findMerged(merge, after, own);
    const stay = node.entries.map(({ key }, index) => ({ key: key!, index }))
      .filter(({ key }) => key === MERGE_KEY ? merged !== undefined : key in after);
    const added = Object.keys(after).filter(key => !own.has(key) && !(merged && key in merged && isEqual(merged[key], after[key])));
    const parts = placeKeys(stay.map(entry => entry.key), added, merge !== undefined).map((place): Part => {
      if (typeof place === 'string') { return { isNew: true, key: place, value: after[place] }; }
      const { key, index } = stay[place];
      const isFixed = key === MERGE_KEY || own.get(key) !== node.entries[index];
      return { isNew: false, index, before: before[key], after: after[key], isFixed };
    });
    const column = node.entries.length > 0 ? columnOf(this.text, node.entries[0].begin) : 0;
    return node.isFlow ? this.changeFlow(node, parts, leaving) : this.changeBlock(node, parts, column, leaving);
  }

  /** Returns the values that the merge key provides in the new text; `undefined`: the merge key has to be removed. */
  private findMerged({ value }: TextEntry, after: JsonObject, own: ReadonlyMap<string, TextEntry>): JsonObject | undefined {
    const sources = value?.kind === 'list' ? value.entries.map(e => e.value) : [value];
    const merged: JsonObject = {};
    for (const source of [...sources].reverse()) {
      const provided = source?.kind === 'alias' && source.target ? this.kept.values?.get(source.target) : undefined;
      if (!isObject(provided)) { return undefined; }
      Object.assign(merged, provided);
    }
    return Object.keys(merged).every(key => key in after || own.has(key)) ? merged : undefined;
  }

  private changeList(node: TextNode, before: readonly unknown[], after: readonly unknown[], leaving: Leaving): Change | undefined {
    const origins = matchItems(before, after);
    const parts = after.map((value, i): Part => {
      const index = origins[i];
      return index === undefined ? { isNew: true, value } : { isNew: false, index, before: before[index], after: value };
    });
    const column = node.entries.length > 0 ? columnOf(this.text, node.entries[0].begin) : 0;
    return node.isFlow ? this.changeFlow(node, parts, leaving) : this.changeBlock(node, parts, column, leaving);
  }

  // Block style

  private changeBlock(node: TextNode, parts: readonly Part[], column: number, leaving: Leaving): Change | undefined {
    const chunks = this.findChunks(node, column);
    const isUnmoved = parts.length === chunks.length && parts.every((part, i) => !part.isNew && part.index === i);
    const changes = parts.map(part => part.isNew || part.isFixed ? undefined : this.changeEntry(node, chunks[part.index], part, column, leaving));
    if (isUnmoved && changes.every(change => change === undefined)) { return undefined; }
    const [{ begin }, { end }] = [chunks[0], chunks[chunks.length - 1]];
    const startsMidLine = !this.isIndentation(lineBegin(this.text, begin), begin);
    const { newline } = this.style;
    const indent = ' '.repeat(column);
    const gaps = chunks.map(chunk => this.findGap(chunk));
    const left = parts.filter(part => !part.isNew).length;
    let place = 0;
    const texts = parts.map((part, i) => {
      if (part.isNew) { return this.writeNewLines(node, part, column, leaving); }
      const chunk = chunks[part.index];
      const text = this.apply(changes[i], chunk.begin, chunk.end - gaps[part.index].length);
      // Empty lines stay between the same places.
      const gap = gaps[++place === left ? gaps.length - 1 : place - 1];
      return (startsMidLine && part.index === 0 && i > 0 ? indent + text : text) + gap;
    });
    if (startsMidLine && !(parts[0] && !parts[0].isNew && parts[0].index === 0)) { texts[0] = texts[0].replace(/^ +/, ''); }
    const text = texts.map(line => line.endsWith('\n') ? line : line + newline).join('');
    const hasNewline = end > begin && this.text[end - 1] === '\n';
    return { begin, end, text: hasNewline ? text : text.replace(/\r?\n$/, '') };
  }

  /** Each chunk extends to the begin of the next chunk. */
  private findChunks({ entries }: TextNode, column: number): Chunk[] {
    const begins = entries.map((entry, i) => this.findChunkBegin(entry, i === 0 ? undefined : entries[i - 1].end, column));
    return entries.map((entry, i) => ({ entry, begin: begins[i], end: i + 1 < entries.length ? begins[i + 1] : this.findChunkEnd(entry, column) }));
  }

  /** Returns the begin of the comment lines directly before the entry. An entry in the middle of a line has no such comment. */
  private findChunkBegin({ begin }: TextEntry, after: number | undefined, column: number): number {
    let at = lineBegin(this.text, begin);
    if (!this.isIndentation(at, begin)) { return begin; }
    if (this.text[at] === '\ufeff') { return at + 1; }
    const bound = after === undefined ? 0 : lineEnd(this.text, after);
    while (at > bound) {
      const line = this.text.slice(lineBegin(this.text, at - 1), at);
      const indent = /^( *)#/.exec(line)?.[1].length;
      if (indent === undefined || indent > column) { break; }
      at = lineBegin(this.text, at - 1);
    }
    return at;
  }

  /** Returns the empty lines at the end of a chunk. */
  private findGap({ entry, end }: Chunk): string {
    return /(?<=^|\n)(?:[ \t]*\r?\n)*$/.exec(this.text.slice(Math.min(lineEnd(this.text, entry.end), end), end))![0];
  }

  /** Returns the end of the line, and of the comment lines with more indentation after it. */
  private findChunkEnd({ end }: TextEntry, column: number): number {
    let at = lineEnd(this.text, end);
    let last = at;
    while (at < this.text.length) {
      const next = lineEnd(this.text, at);
      const indent = /^( *)#/.exec(this.text.slice(at, next))?.[1].length;
      if (indent === undefined ? this.text.slice(at, next).trim() !== '' : indent <= column) { break; }
      at = next;
      if (indent !== undefined) { last = at; }
    }
    return last;
  }

  private isIndentation(begin: number, end: number): boolean {
    return /^\ufeff? *$/.test(this.text.slice(begin, end));
  }

  private changeEntryValue({ key, value }: TextEntry, { before, after }: OldPart, leaving: Leaving): Change | 'replace' | undefined {
    // Only the lists of the same map exchange items.
    if (value) { return this.changeValue(value, before, after, key === undefined ? NOTHING_LEAVES : leaving); }
    return isEqual(before, after) ? undefined : 'replace';
  }

  private changeEntry(node: TextNode, { entry }: Chunk, part: OldPart, column: number, leaving: Leaving): Change | undefined {
    const change = this.changeEntryValue(entry, part, leaving);
    if (change !== 'replace') { return change; }
    const end = entry.value?.end ?? entry.head;
    if (node.kind === 'list') { return { begin: entry.head, end, text: formatBlockItem(part.after, this.style, column).slice(1) }; }
    const text = this.writeBlockValue(part.after, column, leaving);
    if (!text.startsWith(this.style.newline)) { return { begin: entry.head, end, text }; }
    // A comment after the old value stays on the line of the key.
    const [comment] = /^[^\r\n]*/.exec(this.text.slice(end, lineEnd(this.text, end)))!;
    return { begin: entry.head, end: end + comment.length, text: comment + text };
  }

  private writeNewLines(node: TextNode, part: NewPart, column: number, leaving: Leaving): string {
    if (node.kind === 'list') { return this.writeItem(part.value, column, leaving); }
    return `${' '.repeat(column)}${formatScalar(part.key, this.style)}:${this.writeBlockValue(part.value, column, leaving)}`;
  }

  /** Writes a value after its key. The items of a list that leave another list keep their text. */
  private writeBlockValue(value: unknown, column: number, leaving: Leaving): string {
    if (!Array.isArray(value) || !value.some(item => findOrigin(item, leaving))) { return formatBlockValue(value, this.style, column); }
    const items = value.map(item => this.writeItem(item, column + this.style.listStep, leaving));
    return this.style.newline + items.map((item, i) => i + 1 === items.length ? item.replace(/\r?\n$/, '') : item.endsWith('\n') ? item : item + this.style.newline).join('');
  }

  /** Writes the lines of an item. */
  private writeItem(value: unknown, column: number, leaving: Leaving): string {
    const origin = findOrigin(value, leaving);
    if (!origin || origin.list.isFlow) { return ' '.repeat(column) + (origin ? `- ${this.writeFlowItem(value, origin)}` : formatBlockItem(value, this.style, column)); }
    const own = columnOf(this.text, origin.list.entries[0].begin);
    const chunk = this.findChunks(origin.list, own)[origin.index];
    const part: OldPart = { isNew: false, index: origin.index, before: origin.before, after: value };
    const change = this.changeEntry(origin.list, chunk, part, own, NOTHING_LEAVES);
    return shiftLines(this.apply(change, chunk.begin, chunk.end - this.findGap(chunk).length), column - own);
  }

  private writeFlowItem(value: unknown, { list, index, before }: Origin): string {
    const node = list.entries[index].value!;
    const change = this.changeValue(node, before, value, NOTHING_LEAVES);
    return change === 'replace' ? formatFlow(value, this.style) : this.apply(change, node.begin, node.end);
  }

  // Flow style

  private changeFlow(node: TextNode, parts: readonly Part[], leaving: Leaving): Change | undefined {
    const { entries, content, end } = node;
    const open = content + 1;
    const isUnmoved = parts.length === entries.length && parts.every((part, i) => !part.isNew && part.index === i);
    const [first, last] = [entries[0], entries[entries.length - 1]];
    const lead = this.text.slice(open, first ? first.begin : end - 1);
    const gapOf = (i: number) => this.text.slice(entries[i].end, i + 1 < entries.length ? entries[i + 1].begin : end - 1);
    const isTall = first !== undefined && lead.includes('\n');
    const column = isTall ? columnOf(this.text, first.begin) : undefined;
    const style = isTall ? { ...this.style, step: Math.max(1, column! - this.closingColumn(node)) } : this.style;
    const texts = parts.map(part => {
      if (part.isNew) { return this.writeFlowPart(node, part, style, column, leaving); }
      const entry = entries[part.index];
      return this.apply(part.isFixed ? undefined : this.changeFlowEntry(entry, part, style, column, leaving), entry.begin, entry.end);
    });
    if (isUnmoved && texts.every((text, i) => text === this.text.slice(entries[i].begin, entries[i].end))) { return undefined; }
    if (parts.length === 0) { return { begin: content, end, text: `${this.text[content]}${this.text[end - 1]}` }; }
    const separator = isTall ? `,${style.newline}${' '.repeat(column!)}` : `,${entries.length > 1 && /^,\s*$/.test(gapOf(0)) ? gapOf(0).slice(1) : style.space}`;
    // A comment after an entry stays with the entry.
    const gapAfter = (part: Part, next: Part | undefined) => {
      const own = part.isNew ? '' : gapOf(part.index);
      const isAdjacent = !part.isNew && part.index + 1 === (next ? !next.isNew && next.index : entries.length);
      if (isAdjacent || (!next && own.includes('#'))) { return own; }
      if (own.includes('#')) { return /^\s*,/.test(own) ? own : `,${own}`; }
      return next ? separator : last ? gapOf(entries.length - 1).replace(/^[^]*#[^\n]*/, '') : '';
    };
    const text = parts.map((part, i) => texts[i] + gapAfter(part, parts[i + 1])).join('');
    return { begin: content, end, text: this.text[content] + lead + text + this.text[end - 1] };
  }

  /** The column of the closing bracket of a collection with several lines. */
  private closingColumn({ end, content }: TextNode): number {
    const line = this.text.slice(lineBegin(this.text, end - 1), end - 1);
    return /^ *$/.test(line) ? line.length : /^ */.exec(this.text.slice(lineBegin(this.text, content), content))![0].length;
  }

  private changeFlowEntry(entry: TextEntry, part: OldPart, style: TextStyle, column: number | undefined, leaving: Leaving): Change | undefined {
    const change = this.changeEntryValue(entry, part, leaving);
    if (change !== 'replace') { return change; }
    const text = this.writeFlowValue(part.after, style, column, leaving);
    if (entry.value) { return { begin: entry.value.begin, end: entry.value.end, text }; }
    const hasColon = this.text[entry.head - 1] === ':';
    return { begin: entry.head, end: entry.head, text: entry.key === undefined ? text : `${hasColon ? '' : ':'} ${text}` };
  }

  private writeFlowPart(node: TextNode, { key, value }: NewPart, style: TextStyle, column: number | undefined, leaving: Leaving): string {
    if (node.kind === 'list') {
      const origin = findOrigin(value, leaving);
      return origin?.list.isFlow ? this.writeMovedItem(value, origin, column) : formatFlow(value, style, column);
    }
    const isQuoted = style.isJson || node.entries.some(e => this.text[e.begin] === '"');
    const quoted = { ...style, isJson: isQuoted };
    return `${formatScalar(key, quoted)}:${isQuoted ? style.space : ' '}${this.writeFlowValue(value, quoted, column, leaving)}`;
  }

  private writeFlowValue(value: unknown, style: TextStyle, column: number | undefined, leaving: Leaving): string {
    if (!Array.isArray(value) || !value.some(item => findOrigin(item, leaving)?.list.isFlow)) { return formatFlow(value, style, column); }
    const inner = column === undefined ? undefined : column + style.step;
    const items = value.map(item => {
      const origin = findOrigin(item, leaving);
      return origin?.list.isFlow ? this.writeMovedItem(item, origin, inner) : formatFlow(item, style, inner);
    });
    const [begin, between, close] = inner === undefined ? ['', `,${style.space}`, '']
      : [`${style.newline}${' '.repeat(inner)}`, `,${style.newline}${' '.repeat(inner)}`, `${style.newline}${' '.repeat(column!)}`];
    return `[${begin}${items.join(between)}${close}]`;
  }

  private writeMovedItem(value: unknown, origin: Origin, column: number | undefined): string {
    const text = this.writeFlowItem(value, origin);
    const own = this.text.slice(lineBegin(this.text, origin.list.entries[origin.index].begin)).search(/[^ ]/);
    return column === undefined ? text : shiftLines(text, column - own, 1);
  }
}

type Origin = NonNullable<ReturnType<Leaving['get']>>;

/** A part of a new collection: an entry of the old text, or a new value. */
type Part = OldPart | NewPart;

interface OldPart {
  readonly isNew: false;
  readonly index: number;
  readonly before: unknown;
  readonly after: unknown;
  /** The text stays, such as a merge key, or the first of two equal keys. */
  readonly isFixed?: boolean;
}

interface NewPart {
  readonly isNew: true;
  readonly key?: string;
  readonly value: unknown;
}

function findOrigin(item: unknown, leaving: Leaving): Origin | undefined {
  const name = nameOf(item);
  return name === undefined ? undefined : leaving.get(name);
}

/** Finds the named items that are no longer in their list. */
function findLeaving({ entries }: TextNode, before: JsonObject, after: JsonObject): Leaving {
  const leaving = new Map<string, Origin>();
  for (const { key, value } of entries) {
    const [old, now] = [before[key!], after[key!]];
    if (value?.kind !== 'list' || !Array.isArray(old) || old === now) { continue; }
    const names = new Set(Array.isArray(now) ? now.map(nameOf) : []);
    old.forEach((item, index) => {
      const name = nameOf(item);
      if (name !== undefined && !names.has(name) && value.entries[index].value?.kind === 'map') { leaving.set(name, { list: value, index, before: item as JsonObject }); }
    });
  }
  return leaving;
}

/** Shifts lines to the right, or to the left if `count` is negative. */
function shiftLines(text: string, count: number, from = 0): string {
  if (count === 0) { return text; }
  return text.split('\n').map((line, i) => i < from || line === '' || line === '\r' ? line
    : count > 0 ? ' '.repeat(count) + line : line.slice(Math.min(-count, /^ */.exec(line)![0].length))).join('\n');
}
