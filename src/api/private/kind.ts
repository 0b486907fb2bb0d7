import { closestName } from './closest-name';
import { addTo } from './collections';
import { JsonObject } from './json-object';
import { errorAt, Problem, quoteNames } from './problem';
import { problem } from './problems';

/**
 * The type of a property or an argument. The compiler checks types in TypeScript only; values from plain JavaScript or
 * from a parsed file reach the library unchecked. Synth validates the value itself, such as a port of 99999.
 */
export interface Kind<T = unknown> {
  /** `undefined` is a problem. */
  readonly required?: boolean;
  /** Adds what is wrong with the value to `problems`. */
  readonly check: Check;
  /** Only for the compiler, which derives the type of the values from it. */
  readonly value?: T;
  /** The kinds of the known fields of an object. */
  readonly known?: Fields;
  /** The kind of the items of a list. */
  readonly item?: Kind;
}

/** The type of the values of a kind. */
export type ValueOf<K> = K extends Kind<infer T> ? T : never;

type Check<V = unknown> = (value: V, what: string, problems: Problem[]) => void;

/** The kinds of all properties of a struct. The compiler rejects a table with a key too many or too few. */
export type Shape<T> = { readonly [K in keyof Required<T>]: Kind };

/** A struct with the kinds of its properties. */
export interface Struct extends Kind {
  readonly name: string;
  readonly keys: readonly string[];
  /** `ownKeys: true` accepts unknown keys: a subclass may have properties of its own. */
  readonly check: (value: unknown, what: string, problems: Problem[], options?: { readonly ownKeys: boolean }) => void;
}

export function kind<T>(
  wanted: string | ((value: unknown) => string),
  fits: (value: any) => boolean,
  inside?: Check<any>,
): Kind<T> {
  return {
    check: (value, what, problems) => {
      if (fits(value)) {
        inside?.(value, what, problems);
      } else {
        const text = typeof wanted === 'string' ? wanted : wanted(value);
        problems.push(problem('SO631', { what, given: shown(value), wanted: text }));
      }
    },
  };
}

export const ANYTHING: Kind<any> = { check: () => {} };
export const STRING = kind<string>(describeText, value => typeof value === 'string');

/** A text such as the version 1.30 without quotes is the number 1.3. */
function describeText(value: unknown): string {
  if (typeof value !== 'number' && typeof value !== 'boolean') {
    return 'a string';
  }
  const quoted = `a string in quotes: '${value}'`;
  return /^\d+\.\d$/.test(`${value}`) ? `${quoted}, or '${value}0' for ${value}0` : quoted;
}

export const NAME = kind('a string that is not empty', value => typeof value === 'string' && value !== '');
export const IMAGE = kind(
  "an image reference, such as 'shop/app:7'",
  value => typeof value === 'string' && /^\S+$/.test(value),
);
export const NUMBER = kind<number>('a number', value => Number.isFinite(value));
/** The port of a probe: a number, or the name of a port. */
export const PORT = kind<number | string>(
  'a number, or the name of a port',
  value => Number.isFinite(value) || typeof value === 'string',
);
export const BOOLEAN = kind<boolean>('true or false', value => typeof value === 'boolean');
export const DURATION = kind(
  value => `a Duration, such as Duration.seconds(${Number.isFinite(value) ? value : 30})`,
  value => hasMethod(value, 'toMilliseconds'),
);
export const CPU = instanceOf(
  'Cpu of cdk8s-plus',
  object => typeof object.amount === 'string',
  value => `Cpu.millis(${Number.isFinite(value) ? value : 100})`,
);
/** A Size that `toMebibytes` converts without an error. */
export const SIZE = kind(
  value => `a Size of whole mebibytes, such as Size.mebibytes(${Number.isInteger(value) ? value : 64})`,
  isWholeMebibytes,
);
/** A command or its arguments. A string would become a list of its characters. */
export const WORDS = list(STRING, value => `a list of strings, such as [${quoteNames(suggestWords(value))}]`);

function suggestWords(value: unknown): string[] {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? ['/app', '--verbose'] : text.split(/\s+/).slice(0, 5);
}

export function required<K extends Kind>(of: K): K & { readonly required: true } {
  return { ...of, required: true };
}

/** An argument that may be `undefined`. */
export function optional(of: Kind): Kind {
  return { check: (value, what, problems) => (value === undefined ? undefined : of.check(value, what, problems)) };
}

/** A value that only the API server checks. */
export function unchecked<T>(): Kind<T> {
  return ANYTHING;
}

export function list<T>(item: Kind<T>, wanted: string | ((value: unknown) => string) = 'a list'): Kind<readonly T[]> {
  const all = kind<readonly T[]>(wanted, Array.isArray, (values: unknown[], what, problems) => {
    for (let i = 0; i < values.length; i++) {
      item.check(values[i], `${what}[${i}]`, problems);
    }
  });
  return { ...all, item };
}

/** An object with any keys. */
export function mapOf<T>(item: Kind<T>): Kind<Readonly<Record<string, T>>> {
  return kind('an object', isPlain, (values: Record<string, unknown>, what, problems) => {
    for (const key of Object.keys(values)) {
      item.check(values[key], `${what}['${key}']`, problems);
    }
  });
}

type Fields = Readonly<Record<string, Kind<any>>>;
type ObjectOf<F extends Fields> = JsonObject & {
  readonly [K in keyof F as F[K] extends { readonly required: true } ? K : never]: ValueOf<F[K]>;
} & { readonly [K in keyof F as F[K] extends { readonly required: true } ? never : K]?: ValueOf<F[K]> };

/**
 * An object with these fields, and other fields. As in YAML, `null` means that the field is unspecified. `required`
 * decides only the type of the object: the API server reports a missing field.
 */
export function fields<F extends Fields>(known: F): Kind<ObjectOf<F>> {
  const all = kind<ObjectOf<F>>('an object', isPlain, (value: Record<string, unknown>, what, problems) => {
    // A pod specifies few of the many fields in the table.
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(known, key) && value[key] !== undefined && value[key] !== null) {
        known[key].check(value[key], join(what, key), problems);
      }
    }
  });
  return { ...all, known };
}

function join(what: string, key: string): string {
  return what === '' ? key : `${what}.${key}`;
}

/** One of these strings. */
export function oneOf<V extends string>(...values: readonly V[]): Kind<V> {
  return kind(
    value => describeChoices(value, values),
    value => values.includes(value),
  );
}

/** The enum is a string enum. */
export function enumOf(name: string, members: Readonly<Record<string, string>>): Kind {
  const values = Object.values(members);
  return kind(
    value => describeChoices(value, Object.keys(members), key => `${name}.${key}`),
    value => values.includes(value),
  );
}

/** `'a', 'b' or 'c'`, and the choice that is most similar to the value. */
export function describeChoices(
  value: unknown,
  choices: readonly string[],
  write: (choice: string) => string = choice => `'${choice}'`,
): string {
  const all = choices.map(write);
  const text = all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} or ${all[all.length - 1]}`;
  const near = typeof value === 'string' ? closestName(value, choices) : undefined;
  return near === undefined ? text : `${text}; did you mean ${write(near)}?`;
}

/**
 * An object of a class, recognized by its properties instead of `instanceof`: an app can have loaded two copies of a
 * package.
 *
 * @param fits whether an object has these properties
 * @param example returns an example for the error text, similar to the value
 */
export function instanceOf(
  className: string,
  fits: (object: any) => boolean,
  example: (value: unknown) => string,
): Kind {
  const article = /^[AEIO]/i.test(className) ? 'an' : 'a';
  return kind(
    value => `${article} ${className}, such as ${example(value)}`,
    value => typeof value === 'object' && value !== null && fits(value),
  );
}

/** A struct of the API. `inapplicable`: keys that the type has, too, and that are an error. */
export function struct<T>(name: string, shape: Shape<T>, inapplicable: readonly string[] = []): Struct {
  [...Object.keys(shape), ...inapplicable].forEach(key => addTo(OWNERS, key, name));
  return closed(name, shape, key => [...new Set(OWNERS.get(key))]);
}

/** An object with only these keys. `findOwners`: the structs that have a key, for the error about another key. */
export function closed<T>(
  name: string,
  shape: Shape<T>,
  findOwners: (key: string) => readonly string[] = () => [],
): Struct {
  const kinds: Readonly<Record<string, Kind>> = shape;
  const keys = Object.keys(kinds);
  const demanded = keys.filter(key => kinds[key].required);
  const check: Struct['check'] = (value, what, problems, options) => {
    if (!isPlain(value)) {
      const wanted = `an object with properties of ${name}, such as { ${keys[0]}: … }`;
      problems.push(problem('SO631', { what: what || 'props', given: shown(value), wanted }));
      return;
    }
    const given = value as Record<string, unknown>;
    // A value specifies few of the many properties.
    const present = Object.keys(given).filter(key => given[key] !== undefined);
    const missing = demanded.filter(key => given[key] === undefined);
    for (const key of [...present, ...missing]) {
      const path = join(what, key);
      if (Object.hasOwn(kinds, key)) {
        kinds[key].check(given[key], path, problems);
      } else if (!options?.ownKeys) {
        const closest = closestName(key, keys);
        problems.push(problem('SO630', { what: path, known: keys, owners: findOwners(key), struct: name, closest }));
      }
    }
  };
  return { name, keys, check };
}

/** The structs that have a key, for the error about a property of the wrong struct. */
const OWNERS = new Map<string, string[]>();

/**
 * Throws an error with all problems of the arguments; `undefined` is one. A key is the name of the argument, as the
 * error text shows it.
 */
export function checkArguments<A extends string>(
  place: string,
  kinds: Readonly<Record<A, Kind>>,
  given: Readonly<Record<A, unknown>>,
): void {
  const problems: Problem[] = [];
  for (const what of Object.keys(kinds) as A[]) {
    kinds[what].check(given[what], what, problems);
  }
  if (problems.length > 0) {
    throw errorAt(place, ...problems);
  }
}

/** Returns the text of a value for an error: 'sidecar', 30, an object with the keys a and b. */
export function shown(value: unknown): string {
  if (value === undefined) {
    return 'missing';
  }
  if (typeof value === 'string') {
    return `'${value.length > 80 ? `${value.slice(0, 80)}…` : value}'`;
  }
  if (typeof value === 'function') {
    return 'a function';
  }
  if (typeof value !== 'object' || value === null) {
    return String(value);
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  }
  if (!isPlain(value)) {
    return `an object of the class ${value.constructor.name}`;
  }
  const keys = Object.keys(value);
  return keys.length === 0
    ? 'an empty object'
    : `an object with the ${keys.length === 1 ? 'key' : 'keys'} ` +
        `${keys.slice(0, 5).join(', ')}${keys.length > 5 ? ', …' : ''}`;
}

function isWholeMebibytes(value: any): boolean {
  try {
    return hasMethod(value, 'toMebibytes') && Number.isInteger(value.toMebibytes());
  } catch {
    return false;
  }
}

function hasMethod(value: unknown, method: string): boolean {
  return typeof (value as Record<string, unknown> | null | undefined)?.[method] === 'function';
}

/**
 * Whether the value is an object without a class. An object of another realm, such as a test runner's, has another
 * `Object`.
 */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return false;
  }
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
