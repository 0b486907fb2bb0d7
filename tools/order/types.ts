import { Place } from './placed-problem';
import { problem as orderProblem } from './problems';
/**
 * One description of each type gives its TypeScript type, the reader of values, the JSON schema and the reference page.
 */
import { closestName } from '../../src/api/private/closest-name';
import { isObject } from '../../src/api/private/json-object';
import { BOOLEAN, IMAGE, Kind, kind, NAME, NUMBER, oneOf, shown, STRING, WORDS } from '../../src/api/private/kind';
import { Problem } from '../../src/api/private/problem';
import { problem } from '../../src/api/private/problems';
import { withoutNoise } from '../../src/api/private/seconds';
import { PROTOCOL_NAME } from '../../src/api/private/structs';
import { Protocol } from '../../src/api/protocol';
import { isWholeNumber, MAX_SECONDS } from '../../src/pod/checks/check-module';
import { parseSeconds } from '../read/command/checks';

/** A JSON schema, draft 7. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export interface Type<T> {
  readonly schema: JsonSchema;
  /** Reads a value, in the words of the library. Reports the problems of the value; its result is then unusable. */
  readonly read: (value: unknown, place: Place) => T;
}

export type ValueOf<S> = S extends Type<infer T> ? T : never;

/** A field of an object. */
export interface Field<T, R extends boolean = boolean> {
  readonly type: Type<T>;
  /** One or more sentences, for the schema and the reference. */
  readonly description: string;
  readonly required: R;
}

export type Fields = Readonly<Record<string, Field<any>>>;
type FieldValue<F> = F extends Field<infer T> ? T : never;
export type ObjectOf<F extends Fields> = {
  readonly [K in keyof F as F[K]['required'] extends true ? K : never]: FieldValue<F[K]>;
} & { readonly [K in keyof F as F[K]['required'] extends true ? never : K]?: FieldValue<F[K]> };

export function optional<T>(type: Type<T>, description: string): Field<T, false> {
  return { type, description, required: false };
}

export function needed<T>(type: Type<T>, description: string): Field<T, true> {
  return { type, description, required: true };
}

function scalar<T>(schema: JsonSchema, of: Kind): Type<T> {
  return {
    schema,
    read: (value, place) => {
      const problems: Problem[] = [];
      of.check(value, place.text, problems);
      problems.forEach(found => place.report(found));
      return value as T;
    },
  };
}

/** Translates a valid value. `translate` can report a problem, too. */
export function translated<T, R>({ schema, read }: Type<T>, translate: (value: T, place: Place) => R): Type<R> {
  return {
    schema,
    read: (value, place) => {
      const before = place.problems.length;
      const result = read(value, place);
      return place.problems.length > before ? UNUSABLE : translate(result, place);
    },
  };
}

/** The result for a value with problems. */
const UNUSABLE: any = undefined;

export const text = scalar<string>({ type: 'string' }, STRING);
export const name = scalar<string>({ type: 'string', minLength: 1 }, NAME);
export const number = scalar<number>({ type: 'number' }, NUMBER);
export const seconds = scalar<number>(
  { type: 'integer', minimum: 1, maximum: MAX_SECONDS },
  kind(`a whole number of seconds from 1 to ${MAX_SECONDS}`, value => isWholeNumber(value, 1, MAX_SECONDS)),
);
export const boolean = scalar<boolean>({ type: 'boolean' }, BOOLEAN);
export const protocol = scalar<Protocol>({ enum: Object.values(Protocol) }, PROTOCOL_NAME);
export const image = scalar<string>({ type: 'string', pattern: '^\\S+$' }, IMAGE);
export const command = scalar<readonly string[]>({ type: 'array', items: { type: 'string' } }, WORDS);

/** A duration with these units, in seconds. */
export function durationIn(secondsOf: Readonly<Record<string, number>>): Type<number> {
  const units = Object.keys(secondsOf).join('|');
  const pattern = new RegExp(`^(?:\\d+(?:\\.\\d+)?(?:${units}))+$`);
  const wanted = kind(
    value => `a duration, such as '${Number.isFinite(value) && value !== 0 ? `${value}s` : '1m30s'}'`,
    value => typeof value === 'string' && pattern.test(value),
  );
  return translated(scalar<string>({ title: 'duration', type: 'string', pattern: pattern.source }, wanted), given =>
    withoutNoise(parseSeconds(given, secondsOf)!),
  );
}

/** A duration as in the API of Kubernetes, without a sign and without units below a millisecond. */
export const duration = durationIn({ h: 3600, ms: 0.001, m: 60, s: 1 });

const QUANTITY = /^[0-9.]+[A-Za-z0-9]*$/;

/** The quantity of a resource, such as `64Mi`, `100m` or `1`. The API server validates it. */
export const quantity = scalar<string | number>(
  { type: ['string', 'number'], pattern: QUANTITY.source },
  kind(
    "a quantity, such as '64Mi'",
    value => Number.isFinite(value) || (typeof value === 'string' && QUANTITY.test(value)),
  ),
);

export const anything: Type<unknown> = { schema: {}, read: value => value };

export function choice<V extends string>(...values: readonly V[]): Type<V> {
  return scalar({ enum: values }, oneOf(...values));
}

/** A member of an enum of the library, by its name in lower case, or in upper case as messages contain it. */
export function choiceOf<E extends string>(members: Readonly<Record<string, E>>): Type<E> {
  const upper: readonly unknown[] = Object.values(members);
  const { schema, read } = choice(...Object.values(members).map(member => member.toLowerCase()));
  const names: Type<string> = {
    // Editors propose the items of an `enum`.
    schema: { anyOf: [schema, { type: 'string', pattern: `^(?:${upper.join('|')})$` }] },
    read: (value, place) => read(upper.includes(value) ? String(value).toLowerCase() : value, place),
  };
  return translated(names, given => given.toUpperCase() as E);
}

export function list<T>(item: Type<T>, minItems = 0): Type<readonly T[]> {
  const wanted = minItems === 0 ? 'a list' : 'a list with at least one item';
  return {
    schema: { type: 'array', items: item.schema, ...(minItems > 0 ? { minItems } : {}) },
    read: (value, place) =>
      Array.isArray(value) && value.length >= minItems
        ? value.map((v, i) => item.read(v, place.enter(i)))
        : reject(value, place, wanted),
  };
}

/** An object with any keys. */
export function map<T>(item: Type<T>): Type<Readonly<Record<string, T>>> {
  return {
    schema: { type: 'object', additionalProperties: item.schema },
    read: (value, place) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, v]) => [key, item.read(v, place.enter(key))]))
        : reject(value, place, 'an object'),
  };
}

/** A list in short form, otherwise an object. */
export function listOrMap<L, M>(short: Type<L>, long: Type<M>): Type<L | M> {
  return {
    schema: { anyOf: [short.schema, long.schema] },
    read: (value, place) => {
      if (Array.isArray(value)) {
        return short.read(value, place);
      }
      if (isObject(value)) {
        return long.read(value, place);
      }
      return reject(value, place, "a list of names, such as ['proxy'], or an object");
    },
  };
}

/** An object with no other fields. `minFields`: the least number of fields in a value. */
export function object<F extends Fields>(title: string, fields: F, minFields = 0): Type<ObjectOf<F>> {
  const keys = Object.keys(fields);
  const required = keys.filter(key => fields[key].required);
  const describe = (key: string) => [key, { description: fields[key].description, ...fields[key].type.schema }];
  return {
    schema: {
      title,
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(keys.map(describe)),
      ...(required.length > 0 ? { required } : {}),
      ...(minFields > 0 ? { minProperties: minFields } : {}),
    },
    read: (value, place) => {
      if (!isObject(value)) {
        return reject(value, place, keys.length === 0 ? '{}' : `an object, such as { ${keys[0]}: … }`);
      }
      const given = Object.keys(value).filter(key => value[key] !== undefined);
      for (const key of given.filter(one => !keys.includes(one))) {
        const at = place.enter(key);
        const about = { what: at.text, known: keys, owners: [], struct: title, closest: closestName(key, keys) };
        at.report(problem('SO630', about));
      }
      for (const key of required.filter(one => !given.includes(one))) {
        place.report(problem('SO631', { what: place.enter(key).text, given: shown(undefined), wanted: 'specified' }));
      }
      const known = given.filter(key => keys.includes(key));
      const result = known.map(key => [key, fields[key].type.read(value[key], place.enter(key))]);
      if (given.length < minFields) {
        reject(value, place, `an object with at least one of: ${keys.join(', ')}`);
      }
      return Object.fromEntries(result) as ObjectOf<F>;
    },
  };
}

type Partially<F extends Fields> = { readonly [K in keyof F]?: FieldValue<F[K]> };

/** An object with exactly one of the fields `variants`, whose value is `variant`, and any of the fields `common`. */
export function oneField<V extends Fields, C extends Fields>(
  title: string,
  variants: V,
  common: C,
): Type<Partially<C> & { readonly variant: FieldValue<V[keyof V]> }> {
  const known = Object.keys(variants);
  const all: Type<Readonly<Record<string, any>>> = object(title, { ...variants, ...common });
  const { schema, read } = translated(all, (value, place) => {
    const given = known.filter(key => Object.hasOwn(value, key));
    if (given.length !== 1) {
      place.report(orderProblem('SO661', { what: place.text, given, known }));
    }
    const { [given[0]]: variant, ...others } = value;
    return { ...others, variant } as any;
  });
  return { schema: { ...schema, oneOf: known.map(key => ({ required: [key] })) }, read };
}

/** Reports a value that is not of the wanted type. */
export function reject(value: unknown, place: Place, wanted: string) {
  place.report(problem('SO631', { what: place.text || 'the value', given: shown(value), wanted }));
  return UNUSABLE;
}
