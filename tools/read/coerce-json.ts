import { isObject, JsonObject } from '../../src/api/private/json-object';

// A manifest can contain values of any type. These functions return the value if it has the expected type, and
// otherwise `undefined` or an empty value.

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Reads a value of one type; `undefined`: the value has another type. */
type Reader<T> = (value: unknown) => T | undefined;

/** Reads an object with these fields. Drops other fields, and values of another type. */
export function objectWith<T>(fields: { readonly [Field in keyof T]?: Reader<T[Field]> }): Reader<T> {
  const readers = Object.entries(fields as Readonly<Record<string, Reader<unknown>>>);
  return value => {
    const given = objectOf(value);
    if (!given) {
      return undefined;
    }
    const known: Record<string, unknown> = {};
    for (const [field, read] of readers) {
      const found = read(given[field]);
      if (found !== undefined) {
        known[field] = found;
      }
    }
    return known as T;
  };
}

/** Reads a list. Drops items of another type. */
export function listWith<T>(reader: Reader<T>): (value: unknown) => readonly T[] {
  return value => listOf(value).flatMap(item => reader(item) ?? []);
}

/**
 * Returns the words of a command. YAML parses some words as numbers; the API server rejects them, but their meaning is
 * clear.
 */
export function wordsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.some(word => typeof word === 'object')) {
    return undefined;
  }
  return value.map(String);
}

/** Returns labels or annotations. */
export function textsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectOf(value) ?? {}).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  );
}
