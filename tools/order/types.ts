/** One description of each type gives its TypeScript type, the validation of values, the JSON schema and the reference page. */
import { enterItem, enterKey, Place, PlacedProblem } from './placed-problem';
import { closestName } from '../../src/api/private/closest-name';
import { isObject } from '../../src/api/private/json-object';
import { BOOLEAN, IMAGE, Kind, kind, NAME, NUMBER, oneOf, shown, STRING, URL_WORD, WORDS } from '../../src/api/private/kind';
import { problem } from '../../src/api/private/problem';

/** A JSON schema, draft 7. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export interface Type<T> {
  readonly schema: JsonSchema;
  readonly findProblems: (value: unknown, place: Place) => PlacedProblem[];
  /** Only for the compiler: carries `T`. */
  readonly value?: T;
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
export type ObjectOf<F extends Fields> =
  { readonly [K in keyof F as F[K]['required'] extends true ? K : never]: FieldValue<F[K]> }
  & { readonly [K in keyof F as F[K]['required'] extends true ? never : K]?: FieldValue<F[K]> };

export function optional<T>(type: Type<T>, description: string): Field<T, false> {
  return { type, description, required: false };
}

export function needed<T>(type: Type<T>, description: string): Field<T, true> {
  return { type, description, required: true };
}

function scalar<T>(schema: JsonSchema, of: Kind): Type<T> {
  return { schema, findProblems: (value, { keys, text }) => of.problems(value, text).map(found => ({ keys, problem: found })) };
}

export const text = scalar<string>({ type: 'string' }, STRING);
export const name = scalar<string>({ type: 'string', minLength: 1 }, NAME);
export const number = scalar<number>({ type: 'number' }, NUMBER);
export const boolean = scalar<boolean>({ type: 'boolean' }, BOOLEAN);
export const image = scalar<string>({ type: 'string', pattern: '^\\S+$' }, IMAGE);
export const addressPart = scalar<string>({ type: 'string', pattern: '^[^\\s/?#@:]*$' }, URL_WORD);
export const command = scalar<readonly string[]>({ type: 'array', items: { type: 'string' } }, WORDS);

const DURATION = /^(?:\d+(?:\.\d+)?(?:h|ms|m|s))+$/;
const SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** A duration as in the API of Kubernetes, without a sign and without units below a millisecond. */
export const duration = scalar<string>({ title: 'duration', type: 'string', pattern: DURATION.source },
  kind(value => `a duration, such as '${Number.isFinite(value) ? `${value}s` : '1m30s'}'`, value => typeof value === 'string' && DURATION.test(value)));

export function parseDuration(given: string): number {
  return [...given.matchAll(/([\d.]+)(h|ms|m|s)/g)].reduce((sum, [, count, unit]) => sum + Number(count) * SECONDS[unit], 0);
}

const QUANTITY = /^[0-9.]+[A-Za-z0-9]*$/;

/** The quantity of a resource, such as `64Mi`, `100m` or `1`. The API server validates it. */
export const quantity = scalar<string | number>({ type: ['string', 'number'], pattern: QUANTITY.source },
  kind("a quantity, such as '64Mi'", value => Number.isFinite(value) || (typeof value === 'string' && QUANTITY.test(value))));

export const anything: Type<unknown> = { schema: {}, findProblems: () => [] };

export function choice<V extends string>(...values: readonly V[]): Type<V> {
  return scalar({ enum: values }, oneOf(...values));
}

/** The members of an enum of the library, in lower case. */
export function choiceOf<E extends string>(members: Readonly<Record<string, E>>): Type<Lowercase<E>> {
  return choice(...Object.values(members).map(member => member.toLowerCase() as Lowercase<E>));
}

/** Returns the member of an enum for its name in lower case. */
export function memberOf<E extends string>(members: Readonly<Record<string, E>>, given: Lowercase<E>): E;
export function memberOf<E extends string>(members: Readonly<Record<string, E>>, given: Lowercase<E> | undefined): E | undefined;
export function memberOf<E extends string>(members: Readonly<Record<string, E>>, given: Lowercase<E> | undefined): E | undefined {
  return Object.values(members).find(member => member.toLowerCase() === given);
}

export function list<T>(item: Type<T>, minItems = 0): Type<readonly T[]> {
  const wanted = minItems === 0 ? 'a list' : 'a list with at least one item';
  return {
    schema: { type: 'array', items: item.schema, ...(minItems > 0 ? { minItems } : {}) },
    findProblems: (value, place) => Array.isArray(value) && value.length >= minItems
      ? value.flatMap((v, i) => item.findProblems(v, enterItem(place, i))) : [wrongType(value, place, wanted)],
  };
}

/** An object with any keys. */
export function map<T>(item: Type<T>): Type<Readonly<Record<string, T>>> {
  return {
    schema: { type: 'object', additionalProperties: item.schema },
    findProblems: (value, place) => isObject(value)
      ? Object.entries(value).flatMap(([key, v]) => item.findProblems(v, enterKey(place, key))) : [wrongType(value, place, 'an object')],
  };
}

/** A list in short form, otherwise an object. */
export function listOrMap<L, M>(short: Type<L>, long: Type<M>): Type<L | M> {
  return {
    schema: { anyOf: [short.schema, long.schema] },
    findProblems: (value, place) => Array.isArray(value) ? short.findProblems(value, place)
      : isObject(value) ? long.findProblems(value, place) : [wrongType(value, place, "a list of names, such as ['proxy'], or an object")],
  };
}

/** An object with no other fields. `minFields`: the least number of fields in a value. */
export function object<F extends Fields>(title: string, fields: F, minFields = 0): Type<ObjectOf<F>> {
  const keys = Object.keys(fields);
  const required = keys.filter(key => fields[key].required);
  return {
    schema: {
      title,
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(keys.map(key => [key, { description: fields[key].description, ...fields[key].type.schema }])),
      ...(required.length > 0 ? { required } : {}),
      ...(minFields > 0 ? { minProperties: minFields } : {}),
    },
    findProblems: (value, place) => {
      if (!isObject(value)) { return [wrongType(value, place, keys.length === 0 ? '{}' : `an object, such as { ${keys[0]}: … }`)]; }
      const given = Object.keys(value).filter(key => value[key] !== undefined);
      return [
        ...given.filter(key => !Object.hasOwn(fields, key)).map(key => unknownKey(enterKey(place, key), key, keys)),
        ...required.filter(key => value[key] === undefined).map(key => wrongType(undefined, enterKey(place, key), 'specified', place)),
        ...given.filter(key => Object.hasOwn(fields, key)).flatMap(key => fields[key].type.findProblems(value[key], enterKey(place, key))),
        ...(given.length < minFields ? [wrongType(value, place, `an object with at least one of: ${keys.join(', ')}`)] : []),
      ];
    },
  };
}

type Partially<F extends Fields> = { readonly [K in keyof F]?: FieldValue<F[K]> };

/** An object with exactly one of the fields `variants`, and any of the fields `common`. */
export function oneField<V extends Fields, C extends Fields>(title: string, variants: V, common: C): Type<Partially<V> & Partially<C>> {
  const known = Object.keys(variants);
  const all = object(title, { ...variants, ...common });
  return {
    schema: { ...all.schema, oneOf: known.map(key => ({ required: [key] })) },
    findProblems: (value, place) => {
      const problems = all.findProblems(value, place);
      if (!isObject(value)) { return problems; }
      const given = known.filter(key => value[key] !== undefined);
      return given.length === 1 || problems.length > 0 ? problems : [{ keys: place.keys, problem: problem('SO661', { what: place.text, given, known }) }];
    },
  };
}

/** `keys`: the place to report, if not the place of the value. */
function wrongType(value: unknown, place: Place, wanted: string, { keys } = place): PlacedProblem {
  const what = place.text || 'the value';
  return { keys, problem: problem('SO631', { what, given: shown(value), wanted }) };
}

function unknownKey({ keys, text: what }: Place, key: string, known: readonly string[]): PlacedProblem {
  return { keys, problem: problem('SO630', { what, known, owners: [], closest: closestName(key, known) }) };
}
