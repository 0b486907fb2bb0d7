/** Groups items with the same key, in the order of the items. */
export function groupBy<K, T>(all: readonly T[], key: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (let i = 0; i < all.length; i++) {
    addTo(groups, key(all[i], i), all[i]);
  }
  return groups;
}

/** Adds an item to the group with this key. */
export function addTo<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group) {
    group.push(item);
  } else {
    groups.set(key, [item]);
  }
}

/** Returns the value of the key. Creates and keeps it at the first call. */
export function getOrCreate<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  create: () => V,
): V {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}

/** Compares two values for `sort`, independent of the locale. */
export function compareValues<T extends number | string>(a: T, b: T): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

/**
 * Returns the entries sorted by key, so that the manifest does not depend on the order of a map. TypeScript keeps the
 * order of the source, Go sorts the keys, and Java's `Map.of` shuffles them in each run.
 */
export function sortEntries<T>(map: { readonly [key: string]: T }): [string, T][] {
  return Object.entries(map).sort(([a], [b]) => compareValues(a, b));
}

/** Returns the object without the keys whose value is `undefined`. */
export function withoutUndefined<T extends object>(object: T): T {
  const defined: Partial<T> = {};
  for (const key of Object.keys(object) as (keyof T)[]) {
    if (object[key] !== undefined) {
      defined[key] = object[key];
    }
  }
  return defined as T;
}

/** Returns the items if the condition holds, for a list with optional items. */
export function when<T>(condition: unknown, ...items: readonly T[]): readonly T[] {
  return condition ? items : [];
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
