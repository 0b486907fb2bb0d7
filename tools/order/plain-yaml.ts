/**
 * Reads the YAML that charts and tools print: block maps and lists, flow collections on one line, block scalars, and scalars on one line. The library `yaml`
 * supports all of YAML, and takes about ten times as long. `undefined`: the text contains other syntax or an error; only the library distinguishes the two.
 *
 * `places`: receives the offsets of the members of each map and of the items of each list.
 */
export function readPlainYaml(text: string, places?: Places): { readonly value: unknown; readonly begin: number } | undefined {
  try {
    return new PlainYamlReader(text, places).document();
  } catch (error) {
    if (error === NOT_PLAIN) { return undefined; }
    throw error;
  }
}

/** The offsets of a member or an item. */
export interface Place {
  /** The offset of the key, or of the content of the item. */
  readonly offset: number;
  /** The offset of the key, or of the dash of the item. */
  readonly begin: number;
  /** The offset after the colon or the dash. */
  readonly head: number;
  /** The offset of the value; `undefined`: it is empty. */
  readonly value?: number;
  /** The offset after the last character of the value. */
  readonly end: number;
}

/** The places by the keys and indexes of each collection, in the order of the text. */
export type Places = Map<object, Map<string, Place>>;

const NOT_PLAIN = new Error('this is not plain YAML');

function refuse(): never {
  throw NOT_PLAIN;
}

/** A key that is a string in every schema, and the rest of its line. */
const KEY = /([A-Za-z_][\w./-]*|"[^"\\\t]*"|'[^'\t]*'):(?: +|(?=\n|$))/y;
const KEYWORDS = /^(?:null|true|false)$/i;
const DOUBLE_QUOTED = /"(?:[^"\\\t]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
const SINGLE_QUOTED = /'(?:[^'\t]|'')*'/y;
/** A plain scalar in brackets. A colon or a hash needs a further check. */
const FLOW_PLAIN = /[^\s,[\]{}:#&*!|>'"%@`?-][^,[\]{}:#\t]*|-[^\s,[\]{}:#][^,[\]{}:#\t]*/y;
const SPACES = / */y;
const MAX_DEPTH = 60;

/** A line without its line ending. */
interface SourceLine {
  readonly begin: number;
  readonly end: number;
  readonly indent: number;
}

class PlainYamlReader {
  private line: SourceLine | undefined;
  private next = 0;
  private depth = 0;
  /** The offset of the last value; `undefined`: it is empty. */
  private valueBegin: number | undefined;
  /** The offset after the last key, dash or value. */
  private contentEnd = 0;

  constructor(private readonly text: string, private readonly places: Places | undefined) {}

  public document(): { readonly value: unknown; readonly begin: number } {
    this.advance();
    if (this.line && /^---[ ]*$/.test(this.textOf(this.line))) { this.advance(); }
    if (!this.line) { return { value: null, begin: 0 }; }
    const begin = this.line.begin + this.line.indent;
    const value = this.node(this.line.indent);
    return this.line ? refuse() : { value, begin };
  }

  private textOf({ begin, end }: SourceLine): string {
    return this.text.slice(begin, end);
  }

  /** Advances to the next line that is neither empty nor a comment. */
  private advance(): void {
    for (;;) {
      const line = this.readLine();
      this.line = line;
      if (!line) { return; }
      const at = line.begin + line.indent;
      if (at === line.end || this.text[at] === '#') { continue; }
      if (this.text.slice(line.begin, line.end).includes('\t') || this.text[line.end - 1] === '\r') { refuse(); }
      return;
    }
  }

  private readLine(): SourceLine | undefined {
    if (this.next >= this.text.length) { return undefined; }
    const begin = this.next;
    const at = this.text.indexOf('\n', begin);
    const end = at < 0 ? this.text.length : at;
    this.next = end + 1;
    let first = begin;
    while (first < end && this.text[first] === ' ') { first++; }
    return { begin, end, indent: first - begin };
  }

  /** Reads the block that begins at the current line, in this column. */
  private node(column: number): unknown {
    if (++this.depth > MAX_DEPTH) { refuse(); }
    const at = this.line!.begin + column;
    const value = this.isItem(at) ? this.list(column) : this.map(column);
    this.depth--;
    return value;
  }

  private isItem(at: number): boolean {
    return this.text[at] === '-' && (at + 1 >= this.line!.end || this.text[at + 1] === ' ');
  }

  private list(column: number): unknown[] {
    const items: unknown[] = [];
    const places = this.placesOf(items);
    while (this.line && this.line.indent === column && this.isItem(this.line.begin + column)) {
      const at = this.after(SPACES, this.line.begin + column + 1);
      if (at < this.line.end && this.isItem(at)) { refuse(); }
      const begin = this.line.begin + column;
      this.contentEnd = begin + 1;
      KEY.lastIndex = at;
      if (at < this.line.end && KEY.test(this.text)) {
        items.push(this.map(at - this.line.begin));
        this.valueBegin = at;
      } else {
        items.push(this.value(at, column, false));
      }
      places?.set(`${items.length - 1}`, this.placeOf(this.valueBegin ?? at, begin, begin + 1));
    }
    if (this.line && this.line.indent > column) { refuse(); }
    return items;
  }

  /** Reads a map. The current line contains its first key, which may follow a hyphen. */
  private map(column: number): Record<string, unknown> {
    if (++this.depth > MAX_DEPTH) { refuse(); }
    const map: Record<string, unknown> = {};
    const places = this.placesOf(map);
    let isFirst = true;
    while (this.line && (isFirst || this.line.indent === column)) {
      const at = this.line.begin + column;
      if (!isFirst && this.isItem(at)) { break; }
      isFirst = false;
      KEY.lastIndex = at;
      const [found, word] = KEY.exec(this.text) ?? refuse();
      if (at + found.length > this.line.end) { refuse(); }
      const isQuoted = word.startsWith('"') || word.startsWith("'");
      const key = isQuoted ? word.slice(1, -1) : word;
      if ((!isQuoted && KEYWORDS.test(key)) || key === '__proto__' || key === '<<' || Object.prototype.hasOwnProperty.call(map, key)) { refuse(); }
      map[key] = undefined;
      const head = this.contentEnd = at + word.length + 1;
      map[key] = this.value(at + found.length, column, true);
      places?.set(key, this.placeOf(at, at, head));
    }
    if (this.line && this.line.indent > column) { refuse(); }
    this.depth--;
    return map;
  }

  /** Reads the value of a key or an item in this column, and advances to the next line. */
  private value(from: number, column: number, ofKey: boolean): unknown {
    const { end } = this.line!;
    const rest = this.text.slice(from, end);
    const first = rest[0];
    if (first === undefined || ((first === ' ' || first === '#') && /^ *(?:#|$)/.test(rest))) {
      // A hash needs a space before it.
      if (first === '#' && this.text[from - 1] !== ' ') { refuse(); }
      this.advance();
      this.valueBegin = undefined;
      if (!this.line) { return null; }
      const isList = ofKey && this.line.indent === column && this.isItem(this.line.begin + column);
      if (this.line.indent > column || isList) {
        const begin = this.line.begin + this.line.indent;
        const value = this.node(this.line.indent);
        this.valueBegin = begin;
        return value;
      }
      return null;
    }
    const [, style, chomping] = first === '|' || first === '>' ? /^([|>])(-?) *$/.exec(rest) ?? [] : [];
    if (style !== undefined) {
      this.valueBegin = from;
      this.contentEnd = from + trimSpaces(rest).length;
      return this.block(column, style === '>', chomping === '-');
    }
    const value = this.scalarOrFlow(from, rest);
    this.advance();
    // The next line would continue a scalar.
    return this.line && this.line.indent > column ? refuse() : value;
  }

  private scalarOrFlow(from: number, rest: string): unknown {
    if (rest[0] === '"' || rest[0] === "'" || rest[0] === '[' || rest[0] === '{') {
      const cursor = { at: from };
      const value = this.flow(cursor);
      return /^ *$|^ +#/.test(this.text.slice(cursor.at, this.line!.end)) ? value : refuse();
    }
    const comment = rest.indexOf(' #');
    const word = trimSpaces(comment < 0 ? rest : rest.slice(0, comment));
    this.valueBegin = from;
    this.contentEnd = from + word.length;
    return plainScalar(word);
  }

  /** Reads a quoted scalar or a collection in brackets, on the current line. */
  private flow(cursor: { at: number }): unknown {
    if (++this.depth > MAX_DEPTH) { refuse(); }
    const begin = cursor.at;
    const first = this.text[begin];
    const value = first === '"' || first === "'" ? this.quoted(cursor) : first === '[' ? this.flowList(cursor) : first === '{' ? this.flowMap(cursor) : this.flowPlain(cursor);
    this.depth--;
    this.valueBegin = begin;
    this.contentEnd = begin + trimSpaces(this.text.slice(begin, cursor.at)).length;
    return value;
  }

  private quoted(cursor: { at: number }): string {
    const word = this.match(this.text[cursor.at] === '"' ? DOUBLE_QUOTED : SINGLE_QUOTED, cursor);
    return word[0] === "'" ? word.slice(1, -1).replaceAll("''", "'") : word.includes('\\') ? jsonText(word) : word.slice(1, -1);
  }

  private flowPlain(cursor: { at: number }): unknown {
    const word = this.match(FLOW_PLAIN, cursor);
    // `a: b` and `a #b` have another meaning in brackets.
    return this.text[cursor.at] === ':' || this.text[cursor.at] === '#' ? refuse() : plainScalar(trimSpaces(word));
  }

  private flowList(cursor: { at: number }): unknown[] {
    const items: unknown[] = [];
    const places = this.placesOf(items);
    this.skip(cursor, 1);
    while (this.text[cursor.at] !== ']') {
      const begin = cursor.at;
      items.push(this.flow(cursor));
      places?.set(`${items.length - 1}`, this.placeOf(begin, begin, begin));
      this.separator(cursor, ']');
    }
    cursor.at++;
    return items;
  }

  private flowMap(cursor: { at: number }): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    const places = this.placesOf(map);
    this.skip(cursor, 1);
    while (this.text[cursor.at] !== '}') {
      KEY.lastIndex = cursor.at;
      const [found, word] = KEY.exec(this.text) ?? refuse();
      if (/["']/.test(word) || KEYWORDS.test(word) || word === '__proto__' || Object.prototype.hasOwnProperty.call(map, word)) { refuse(); }
      const begin = cursor.at;
      this.skip(cursor, found.length);
      map[word] = undefined;
      map[word] = this.flow(cursor);
      places?.set(word, this.placeOf(begin, begin, begin + word.length + 1));
      this.separator(cursor, '}');
    }
    cursor.at++;
    return map;
  }

  private separator(cursor: { at: number }, close: string): void {
    this.skip(cursor, 0);
    if (this.text[cursor.at] === ',') { this.skip(cursor, 1); } else if (this.text[cursor.at] !== close) { refuse(); }
  }

  private skip(cursor: { at: number }, count: number): void {
    cursor.at = this.after(SPACES, cursor.at + count);
    if (cursor.at >= this.line!.end) { refuse(); }
  }

  private match(pattern: RegExp, cursor: { at: number }): string {
    pattern.lastIndex = cursor.at;
    const [word] = pattern.exec(this.text) ?? refuse();
    cursor.at += word.length;
    return cursor.at <= this.line!.end ? word : refuse();
  }

  private after(pattern: RegExp, at: number): number {
    pattern.lastIndex = at;
    return at + pattern.exec(this.text)![0].length;
  }

  /** Reads the lines of a block scalar, without the indentation of its first line. */
  private block(column: number, isFolded: boolean, isStripped: boolean): string {
    const lines: string[] = [];
    let indent: number | undefined;
    for (;;) {
      const before = this.next;
      const line = this.readLine();
      if (!line) { break; }
      const isEmpty = line.begin + line.indent === line.end;
      if (isEmpty && indent === undefined && line.indent > 0) { refuse(); }
      if (!isEmpty && indent === undefined && line.indent > column) { ({ indent } = line); }
      if (!isEmpty && (indent === undefined || line.indent < indent)) {
        if (line.indent > column) { refuse(); }
        this.next = before;
        break;
      }
      if (line.end === this.text.length || this.text[line.end - 1] === '\r' || (isEmpty && line.indent > (indent ?? 0))) { refuse(); }
      if (!isEmpty) { this.contentEnd = line.end; }
      lines.push(this.text.slice(Math.min(line.begin + (indent ?? 0), line.end), line.end));
    }
    while (lines.length > 0 && lines[lines.length - 1] === '') { lines.pop(); }
    this.advance();
    // Empty lines and lines with more indentation fold differently.
    if (isFolded && lines.some(line => line === '' || line.startsWith(' '))) { refuse(); }
    return lines.length === 0 ? '' : `${lines.join(isFolded ? ' ' : '\n')}${isStripped ? '' : '\n'}`;
  }

  /** Returns the place of the member or item whose value was read last. */
  private placeOf(offset: number, begin: number, head: number): Place {
    return { offset, begin, head, value: this.valueBegin, end: this.contentEnd };
  }

  private placesOf(collection: object): Map<string, Place> | undefined {
    if (!this.places) { return undefined; }
    const places = new Map<string, Place>();
    this.places.set(collection, places);
    return places;
  }
}

/** Other white space, such as a no-break space, is a part of a scalar. */
function trimSpaces(text: string): string {
  return text.endsWith(' ') ? text.replace(/ +$/, '') : text;
}

function jsonText(word: string): string {
  return JSON.parse(word) as string;
}

/** Parses a plain scalar according to the core schema of YAML 1.2. */
function plainScalar(word: string): unknown {
  if (/^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?: |$))|:(?: |$)/.test(word) || / :|: /.test(word)) { refuse(); }
  const first = word.charCodeAt(0);
  // A digit, or a character with which a number can begin.
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46) { return parseNumberOrText(word); }
  switch (word) {
    case '~': case 'null': case 'Null': case 'NULL': return null;
    case 'true': case 'True': case 'TRUE': return true;
    case 'false': case 'False': case 'FALSE': return false;
    default: return word;
  }
}

function parseNumberOrText(word: string): unknown {
  if (/^[-+]?\d+$/.test(word)) { return word.length > 15 ? refuse() : Number(word); }
  if (/^[-+]?\d+\.\d+$/.test(word)) { return Number(word); }
  const isOtherNumber = /^0[ox]|^[-+]?\.(?:inf|nan)$/i.test(word) || /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(word);
  return isOtherNumber ? refuse() : word;
}
