/** How new text is written. */
export interface TextStyle {
  /** Strict JSON: all strings in double quotes. */
  readonly isJson: boolean;
  /** The line ending. */
  readonly newline: string;
  /** The spaces of a level of indentation. */
  readonly step: number;
  /** The spaces before the dash of an item, relative to the key of its list. */
  readonly listStep: number;
  /** The text after a comma and a colon on one line: a space, or nothing in compact JSON. */
  readonly space: string;
}

/** Strings that are plain scalars of type string in YAML 1.1 and 1.2. */
const PLAIN = /^(?:[A-Za-z/_][\w./@=+-]*|--?[A-Za-z][\w./@=+-]*)$/;
/** YAML 1.1 reads these as other types, and kubectl reads YAML 1.1. */
const KEYWORD = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
/** JSON permits these characters in strings; YAML parsers reject or change them. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/g;

/** Formats a scalar. */
export function formatScalar(value: unknown, { isJson }: Pick<TextStyle, 'isJson'>): string {
  if (typeof value !== 'string') { return JSON.stringify(value ?? null); }
  if (!isJson && PLAIN.test(value) && !KEYWORD.test(value)) { return value; }
  const isPaired = !/[\ud800-\udfff]/.test(value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ''));
  return JSON.stringify(value).replace(UNPRINTABLE, c => isPaired && c >= '\ud800' && c <= '\udfff' ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Formats a value with braces and brackets. `column`: the indentation of the closing bracket; `undefined`: one line. */
export function formatFlow(value: unknown, style: TextStyle, column?: number): string {
  if (!isCollection(value) || isEmpty(value)) { return isCollection(value) ? Array.isArray(value) ? '[]' : '{}' : formatScalar(value, style); }
  const inner = column === undefined ? undefined : column + style.step;
  const parts = Array.isArray(value) ? value.map(item => formatFlow(item, style, inner))
    : Object.entries(value).map(([key, member]) => `${formatScalar(key, style)}:${style.isJson ? style.space : ' '}${formatFlow(member, style, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (inner === undefined) { return `${open}${parts.join(`,${style.space}`)}${close}`; }
  return `${open}${parts.map(part => `${style.newline}${' '.repeat(inner)}${part}`).join(',')}${style.newline}${' '.repeat(column!)}${close}`;
}

/** Formats the text after the colon of a key at this column. */
export function formatBlockValue(value: unknown, style: TextStyle, column: number): string {
  if (!isCollection(value) || isEmpty(value)) { return ` ${formatFlow(value, style)}`; }
  if (!Array.isArray(value)) { return `${style.newline}${formatBlockMap(value, style, column + style.step)}`; }
  const dash = column + style.listStep;
  return value.map(item => `${style.newline}${' '.repeat(dash)}${formatBlockItem(item, style, dash)}`).join('');
}

/** Formats an item at this column, from its dash. */
export function formatBlockItem(item: unknown, style: TextStyle, column: number): string {
  return isCollection(item) && !Array.isArray(item) && !isEmpty(item) ? `- ${formatBlockMap(item, style, column + 2).trimStart()}` : `- ${formatFlow(item, style)}`;
}

export function formatBlockMap(value: object, style: TextStyle, column: number): string {
  return Object.entries(value).map(([key, member]) => `${' '.repeat(column)}${formatScalar(key, style)}:${formatBlockValue(member, style, column)}`).join(style.newline);
}

export function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
