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
  const measure = new Measure();
  try {
    const value = load(text, { schema: SCHEMA, json });
    const { size } = measure.measure(value);
    const most = Math.max(MOST_CHARACTERS, MOST_COPIES * text.length);
    const message = `its aliases expand it to more than ${most} characters`;
    return size > most ? { text, error: { message, place: 0 } } : { text, value };
  } catch (thrown) {
    if (thrown instanceof WrongValue) {
      return { text, error: { message: thrown.message, place: measure.path } };
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

class WrongValue extends Error {}

/** The size of a value with everything in it. */
interface Extent {
  /** The number of values, and of the characters of keys and texts. */
  readonly size: number;
  readonly levels: number;
}

/** Measures a value. A value with aliases is visited once, and counts in each place. */
class Measure {
  /** The keys of the current value. */
  public readonly path: string[] = [];
  private readonly known = new Map<unknown, Extent>();

  public measure(value: unknown): Extent {
    if (typeof value === 'string') {
      return { size: 1 + value.length, levels: 0 };
    }
    if (typeof value !== 'object' || value === null) {
      return { size: 1, levels: 0 };
    }
    const extent = this.known.get(value) ?? this.measureMembers(value);
    this.known.set(value, extent);
    if (this.path.length + extent.levels > MOST_LEVELS) {
      throw new WrongValue(TOO_DEEP);
    }
    return extent;
  }

  private measureMembers(collection: object): Extent {
    if (this.path.length > MOST_LEVELS) {
      throw new WrongValue(TOO_DEEP);
    }
    let size = 1;
    let levels = 0;
    for (const [key, member] of Object.entries(collection)) {
      this.path.push(key);
      // js-yaml writes a map as a key in this way.
      if (key === '[object Object]') {
        throw new WrongValue('a map cannot be a key');
      }
      const extent = this.measure(member);
      size += key.length + extent.size;
      levels = Math.max(levels, extent.levels);
      this.path.pop();
    }
    return { size, levels: levels + 1 };
  }
}

const TOO_DEEP = `it has more than ${MOST_LEVELS} levels, or an alias in its own anchor`;
