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
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries(objectOf(value) ?? {}).filter(isText));
}
