import { CORE_SCHEMA, load, Type, YAMLException } from 'js-yaml';

/** The reason why a text cannot be read. */
export interface YamlError {
  readonly message: string;
  /** The offset of the error in the text, or the keys and indexes of the wrong value. */
  readonly place: number | readonly string[];
}

/** The result of reading a text. */
export interface YamlReading {
  /** The text without the escapes `\'` in double quotes: kubectl accepts them, and YAML 1.2 does not. */
  readonly text: string;
  /** `undefined`: the text is empty or invalid. */
  readonly value?: unknown;
  /** A text with equal keys has an error, and a value with the last key, as in the API server. */
  readonly error?: YamlError;
}

/** The most levels of values in values, with the levels that aliases add. js-yaml has the same limit for a text. */
const MOST_LEVELS = 100;
/** The most characters of the value of a short text. Aliases multiply characters. */
const MOST_CHARACTERS = 1_000_000;
/** The most characters of the value of a long text, for each character of the text. */
const MOST_COPIES = 10;

const MERGE = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: text => text === '<<' });
/** Tags have no effect. The API server has neither sets nor dates, and ignores the tags of an application. */
const ANY_TAGS = (['scalar', 'sequence', 'mapping'] as const).map(kind => new Type('', { kind, multi: true }));
/** The schema of the values that the API server reads. */
export const SCHEMA = CORE_SCHEMA.extend({ implicit: [MERGE], explicit: ANY_TAGS });

/** The message for a text with equal keys. */
export const EQUAL_KEYS = 'duplicated mapping key';
const UNKNOWN_ESCAPE = 'unknown escape sequence';

/** Reads a YAML text with at most one document. */
export function readYaml(text: string): YamlReading {
  const reading = readStrictly(text, false);
  const { message, place } = reading.error ?? {};
  if (message === EQUAL_KEYS) {
    return { ...readStrictly(text, true), error: reading.error };
  }
  const repaired = message === UNKNOWN_ESCAPE ? removeEscapes(text, place as number) : text;
  return repaired === text ? reading : readYaml(repaired);
}

/** `json`: like JSON, the text may have equal keys. */
function readStrictly(text: string, json: boolean): YamlReading {
  try {
    const value = load(text, { schema: SCHEMA, json });
    const most = Math.max(MOST_CHARACTERS, MOST_COPIES * text.length);
    let left = most;
    checkValue(value, [], amount => {
      left -= amount;
      if (left < 0) {
        throw new WrongValue(`its aliases expand it to more than ${most} characters`, 0);
      }
    });
    return { text, value };
  } catch (thrown) {
    if (thrown instanceof WrongValue) {
      return { text, error: { message: thrown.message, place: thrown.place } };
    }
    if (!(thrown instanceof YAMLException)) {
      throw thrown;
    }
    return { text, error: { message: thrown.reason, place: thrown.mark?.position ?? 0 } };
  }
}

/** Removes the escapes `\'` from a double-quoted text, from the quote of the first one at this offset. */
function removeEscapes(text: string, quote: number): string {
  if (text[quote] !== "'") {
    return text;
  }
  const begin = quote - 1;
  const [rest] = /^(?:[^"\\]|\\.)*/s.exec(text.slice(begin))!;
  const repaired = rest.replace(/\\(.)/gs, (escape, escaped) => (escaped === "'" ? "'" : escape));
  return text.slice(0, begin) + repaired + text.slice(begin + rest.length);
}

class WrongValue extends Error {
  constructor(
    message: string,
    public readonly place: YamlError['place'],
  ) {
    super(message);
  }
}

/**
 * Throws an error if a value is wrong. A value with aliases counts in each place. `path`: the keys of the value.
 * `spend`: receives the number of values, and of the characters of keys and texts.
 */
function checkValue(value: unknown, path: string[], spend: (amount: number) => void): void {
  spend(typeof value === 'string' ? 1 + value.length : 1);
  if (typeof value !== 'object' || value === null) {
    return;
  }
  if (path.length >= MOST_LEVELS) {
    throw new WrongValue(`it has more than ${MOST_LEVELS} levels, or an alias in its own anchor`, path);
  }
  for (const [key, member] of Object.entries(value)) {
    path.push(key);
    // js-yaml writes a map as a key in this way.
    if (key === '[object Object]') {
      throw new WrongValue('a map cannot be a key', path);
    }
    spend(key.length);
    checkValue(member, path, spend);
    path.pop();
  }
}
