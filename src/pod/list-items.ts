import { isObject, JsonObject } from '../api/private/json-object';

/** A value of a document: an item of a List, or the document itself. */
export interface ListItem {
  /** The keys and indexes from the document to the item, such as 'items', '2'; empty for the document itself. */
  readonly path: readonly string[];
  /** An item that is an object has the `apiVersion` and `kind` of its typed list, unless it contains others. */
  readonly value: unknown;
}

/** The greatest depth of Lists in Lists. Deeper Lists do not occur in practice. */
export const DEEPEST_LIST = 8;

type List = JsonObject & { readonly kind: string; readonly items: readonly unknown[] };

/** Returns whether the value is a List or a typed list of the API server, such as a PodList. */
export function isList(value: unknown): value is List {
  return isObject(value) && typeof value.kind === 'string' && value.kind.endsWith('List') && Array.isArray(value.items);
}

/**
 * Returns the items of a List, also of a List in a List, or the document itself. A List below the greatest depth counts
 * as an item.
 */
export function unwrapList(document: unknown, path: readonly string[] = []): ListItem[] {
  if (!isList(document) || path.length >= 2 * DEEPEST_LIST) {
    return [{ path, value: document }];
  }
  // The API server omits `apiVersion` and `kind` of the items of a typed list.
  const implied =
    document.kind === 'List' ? {} : { apiVersion: document.apiVersion, kind: document.kind.slice(0, -'List'.length) };
  return document.items.flatMap((item, i) =>
    unwrapList(isObject(item) ? { ...implied, ...item } : item, [...path, 'items', `${i}`]),
  );
}

/** Returns the path of the item that contains the value at this path; empty: the value is not part of a List. */
export function findItemPath(path: readonly string[]): readonly string[] {
  const end = path.findIndex((key, i) => i % 2 === 0 && key !== 'items');
  return end < 0 ? path : path.slice(0, end);
}
