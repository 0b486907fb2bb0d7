import {
  CreateNodeOptions,
  isScalar,
  Pair,
  Scalar,
  ScalarTag,
  SchemaOptions,
  stringify,
  Tags,
  ToStringOptions,
} from 'yaml';

/** kubectl reads YAML 1.1, where `yes` is a boolean, and `1:30` is a number: a new text such as these gets quotes. */
export const SCHEMA = { compat: 'yaml-1.1', customTags: keepScalars } as const satisfies SchemaOptions;
export const LAYOUT = { lineWidth: 0 } as const satisfies ToStringOptions;
/** Equal values are written twice, and not as an anchor and an alias. */
export const NEW_NODES = { aliasDuplicateObjects: false } as const satisfies CreateNodeOptions;

/** The directive `%YAML 1.1` does not choose the schema: keys and values are those of the reader. */
export const PARSING = {
  logLevel: 'silent',
  prettyErrors: false,
  schema: 'core',
  uniqueKeys: false,
  resolveKnownTags: false,
} as const;

/** Returns the key of a pair as text, like the reader; empty: the key is a collection or an alias. */
export function nameKey({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

/** Characters that JSON permits in strings, and that YAML 1.1 rejects or reads as line breaks. */
const UNPRINTABLE =
  /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Texts that the library writes plain or as a block, and that are then read as another value: only spaces and line
 * endings; and numbers such as `-0o7`, `+_1` and `1e_5`, because kubectl skips each `_`.
 */
const BLANK_OR_NUMBER = /^(?:\s+|[-+]?_*(?:0_*[box][\da-fA-F_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.[\d_]+)(?:[eE][-+\d_]+)?))$/;

/** In brackets, kubectl takes `?`, and `:` at the begin, for the mark of a key or a value. */
const MARK_IN_BRACKETS = /^:|\?/;

/** Returns a YAML document. */
export function formatDocument(value: object): string {
  return `---\n${formatYaml(value)}`;
}

/** Returns a value as YAML, with a line ending at its end. */
export function formatYaml(value: unknown): string {
  return stringify(value, { ...SCHEMA, ...LAYOUT, ...NEW_NODES });
}

/**
 * Makes the types of scalars write a word as it was read. Otherwise the octal number 0755 of YAML 1.1 would become 755,
 * and a merge key would get quotes.
 */
function keepScalars(tags: Tags): Tags {
  return tags.map(tag => {
    const isScalarTag = typeof tag !== 'string' && tag.collection === undefined;
    return isScalarTag ? { ...tag, stringify: writeLike(tag) } : tag;
  });
}

function writeLike({ stringify: write }: ScalarTag): ScalarTag['stringify'] {
  return (scalar, context, onComment, onChompKeep) => {
    const { type, source = '', value } = scalar;
    if (type === Scalar.PLAIN && /^(?:<<|(?!:)[\w.:+-]*\w)$/.test(source)) {
      return source;
    }
    if (typeof value === 'string' && needsEscapes(value, type, context.inFlow)) {
      return writeJson(value);
    }
    const written = write!(scalar, context, onComment, onChompKeep);
    // kubectl takes `key:}` and `key:,` for a key that ends with a colon.
    return written === '' && context.inFlow ? 'null' : written;
  };
}

/** `type`: how the text is written; absent: it is new. */
function needsEscapes(text: string, type: Scalar.Type | undefined, inBrackets: boolean | null): boolean {
  const isNew = type === undefined;
  return (
    (isNew && BLANK_OR_NUMBER.test(text)) ||
    ((isNew || type === Scalar.QUOTE_DOUBLE) && text.search(UNPRINTABLE) >= 0) ||
    ((isNew || type === Scalar.PLAIN) && inBrackets === true && MARK_IN_BRACKETS.test(text))
  );
}

/** Returns a value as JSON that is also YAML. */
export function writeJson(value: unknown, indent?: string): string {
  return JSON.stringify(value, undefined, indent).replace(UNPRINTABLE, escapeCharacter);
}

/** Returns an escape that YAML and JSON read as the character. */
export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
