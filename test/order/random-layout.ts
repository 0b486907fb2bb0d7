import * as fc from 'fast-check';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Returns a number from 0 to `sides` - 1. */
type Roll = (sides: number) => number;

export function rollOf(numbers: readonly number[]): Roll {
  let next = 0;
  return sides => (numbers[next % numbers.length] + Math.floor(next++ / numbers.length) * 7) % sides;
}

export const ROLLS = fc.array(fc.nat(9999), { minLength: 40, maxLength: 120 });

/** Writes a value as a YAML document in a random layout, with syntax that the library `yaml` never writes: tags, explicit keys, merge keys, tabs, markers. */
export function writeLayout(value: Json, roll: Roll): string {
  const writer = new LayoutWriter(roll);
  const pick = (...texts: readonly string[]) => texts[roll(texts.length)];
  const isBare = roll(3) === 0;
  const begin = isBare ? pick('', '# first\n', '\n\n') : pick('---\n', '--- # begin\n', '---\n# first\n', '# before\n---\n', '%YAML 1.2\n---\n', '--- \t\n', '--- !!map\n', '--- &root\n');
  const end = pick('', '', '\n', '# last\n', '  # indented\n', '...\n', '... # end\n');
  const text = `${begin}${writer.writeBlockMap(value as Record<string, Json>, 0)}\n${end}`;
  return roll(6) === 0 ? text.replaceAll('\n', '\r\n') : roll(8) === 0 && end === '' ? text.slice(0, -1) : text;
}

class LayoutWriter {
  /** The values with an anchor, in the order of the text. */
  private readonly anchors: { readonly name: string; readonly value: Json }[] = [];
  private comments = 0;
  private readonly step: number;
  private readonly listStep: number;
  private readonly strangeness: number;

  constructor(private readonly roll: Roll) {
    this.step = 1 + roll(4);
    this.listStep = roll(3) === 0 ? 0 : this.step;
    this.strangeness = [2, 10, 40, 1000][roll(4)];
  }

  private isStrange(): boolean { return this.roll(this.strangeness) === 0; }

  private comment(): string { return `# c${++this.comments}`; }

  /** The rest of a line after a value. */
  private lineEnd(): string {
    return this.roll(6) > 0 ? '' : ['  ', ' \t', '\t', ` ${this.comment()}`, `\t${this.comment()}`][this.roll(5)];
  }

  private before(column: number): string {
    if (this.roll(8) > 0) { return ''; }
    return ['\n', `${' '.repeat(column)}${this.comment()}\n`, `${this.comment()}\n`, `${' '.repeat(column + 3)}${this.comment()}\n`, '   \n'][this.roll(5)];
  }

  public writeBlockMap(map: Readonly<Record<string, Json>>, column: number, isFirstInline = false): string {
    const [merged, own] = this.chooseMerge(map);
    const lines = [...merged === undefined ? [] : [`<<: *${merged}`], ...Object.entries(own).map(([key, value]) => this.writePair(key, value, column))];
    return lines.map((line, i) => i === 0 && isFirstInline ? line : `${i === 0 ? '' : this.before(column)}${' '.repeat(column)}${line}`).join('\n');
  }

  /** Returns the anchor of a map that is a part of this map, and the rest. */
  private chooseMerge(map: Readonly<Record<string, Json>>): readonly [string | undefined, Readonly<Record<string, Json>>] {
    const isPart = (value: Json) => isMap(value) && Object.keys(value).length > 0 && Object.entries(value).every(([key, v]) => equals(map[key], v));
    const found = this.isStrange() ? this.anchors.find(({ value }) => isPart(value)) : undefined;
    if (!found) { return [undefined, map]; }
    return [found.name, Object.fromEntries(Object.entries(map).filter(([key]) => !(key in (found.value as object))))];
  }

  private writePair(key: string, value: Json, column: number): string {
    const name = this.writeKey(key);
    if (this.isStrange() && this.roll(3) === 0) { return `? ${name}\n${' '.repeat(column)}:${this.writeBlockValue(value, column)}`; }
    return `${name}${this.roll(12) === 0 ? ' ' : ''}:${this.writeBlockValue(value, column)}`;
  }

  private writeKey(key: string): string {
    return [/^[A-Za-z][\w./-]*$/.test(key) ? key : JSON.stringify(key), JSON.stringify(key), `'${key}'`][this.roll(10) > 1 ? 0 : 1 + this.roll(2)];
  }

  /** Writes the text after a colon, with the space before it. */
  private writeBlockValue(value: Json, column: number): string {
    const properties = this.writeProperties(value);
    if (properties.startsWith('*')) { return ` ${properties}${this.lineEnd()}`; }
    const lead = properties === '' ? '' : ` ${properties}`;
    const isBlock = (isMap(value) || Array.isArray(value)) && Object.keys(value).length > 0 && this.roll(7) > 0;
    if (!isBlock) { return `${lead} ${this.writeInline(value, column + 1)}`; }
    const inner = column + (Array.isArray(value) ? this.listStep : this.step);
    const text = Array.isArray(value) ? this.writeBlockList(value, inner) : this.writeBlockMap(value as Record<string, Json>, inner);
    return `${lead}${this.lineEnd()}\n${this.before(inner)}${text}`;
  }

  private writeBlockList(list: readonly Json[], column: number): string {
    return list.map((item, i) => `${i === 0 ? '' : this.before(column)}${' '.repeat(column)}-${this.writeItem(item, column)}`).join('\n');
  }

  private writeItem(item: Json, column: number): string {
    if (isMap(item) && Object.keys(item).length > 0 && this.roll(6) > 0 && !this.isStrange()) {
      const space = ' '.repeat(1 + this.roll(3));
      return `${space}${this.writeBlockMap(item, column + 1 + space.length, true)}`;
    }
    return this.writeBlockValue(item, column);
  }

  /** Returns an alias, an anchor and a tag, or nothing. */
  private writeProperties(value: Json): string {
    const known = this.anchors.find(anchor => equals(anchor.value, value));
    if (known && this.isStrange()) { return `*${known.name}`; }
    const tag = this.isStrange() ? typeof value === 'string' ? '!!str' : isMap(value) ? '!!map' : Array.isArray(value) ? '!!seq' : '' : '';
    if (value === null || !this.isStrange()) { return tag; }
    const name = `a${this.anchors.length}`;
    this.anchors.push({ name, value });
    return [`&${name}`, tag].filter(part => part !== '').join(' ');
  }

  /** Writes a scalar or a collection in brackets, and the rest of its line. `column`: the least indentation of further lines. */
  private writeInline(value: Json, column: number): string {
    if (typeof value === 'string' && this.roll(5) === 0 && value.includes('\n')) { return this.writeBlockScalar(value, column); }
    return `${this.writeFlow(value, column)}${this.lineEnd()}`;
  }

  private writeBlockScalar(value: string, column: number): string {
    const indent = ' '.repeat(column + this.step);
    const chomping = value.endsWith('\n') ? this.roll(3) === 0 ? '+' : '' : '-';
    const lines = value.replace(/\n$/, '').split('\n').map(line => line === '' ? '' : indent + line);
    const indication = /^[ \n]/.test(value) ? `${this.step + 1}` : '';
    return `|${indication}${chomping}${this.roll(4) === 0 ? ` ${this.comment()}` : ''}\n${lines.join('\n')}`;
  }

  private writeFlow(value: Json, column: number): string {
    if (typeof value === 'string') { return this.writeString(value, column); }
    if (!isMap(value) && !Array.isArray(value)) { return value === null ? ['null', '~'][this.roll(2)] : String(value); }
    const isTall = this.roll(3) === 0;
    const gap = isTall ? `\n${' '.repeat(column + this.roll(3))}` : ['', ' '][this.roll(2)];
    const comma = isTall ? `,${this.roll(5) === 0 ? ` ${this.comment()}` : ''}${gap}` : `,${[' ', '', '  '][this.roll(3)]}`;
    const parts = Array.isArray(value) ? value.map(item => this.writeFlowItem(item, column))
      : Object.entries(value).map(([key, member]) => `${this.writeKey(key)}: ${this.writeFlowItem(member as Json, column)}`);
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    const trailing = parts.length > 0 && this.roll(6) === 0 ? ',' : '';
    return `${open}${parts.length > 0 ? gap : ''}${parts.join(comma)}${trailing}${parts.length > 0 ? gap : ''}${close}`;
  }

  private writeFlowItem(value: Json, column: number): string {
    const properties = this.writeProperties(value);
    // A comma directly after an alias would be a part of its name.
    return properties.startsWith('*') ? `${properties} ` : `${properties}${properties === '' ? '' : ' '}${this.writeFlow(value, column)}`;
  }

  private writeString(value: string, column: number): string {
    const isPlain = /^[A-Za-z/][\w./-]*(?: [A-Za-z/][\w./-]*)*[\u00a0\u2028]?$/.test(value) && !/^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i.test(value);
    const style = this.roll(6);
    if (isPlain && style > 2) { return style === 3 && this.isStrange() ? value.replace(/ (?=\S+$)/, `\n${' '.repeat(column + 2)}`) : value; }
    if (style === 1 && /^[ -~]*$/.test(value)) { return `'${value.replaceAll("'", "''")}'`; }
    return JSON.stringify(value);
  }
}

function isMap(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function equals(a: Json | undefined, b: Json): boolean { return JSON.stringify(a) === JSON.stringify(b); }
