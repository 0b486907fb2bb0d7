import { isObject } from '../../src/api/private/json-object';

/** Returns whether two values of JSON are equal. The order of keys has no meaning. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) {
    return true;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  }
  if (!isObject(a) || !isObject(b)) {
    return Number.isNaN(a) && Number.isNaN(b);
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}

/** Returns the name of an item such as a container. */
export function nameOf(item: unknown): string | undefined {
  return isObject(item) && typeof item.name === 'string' ? item.name : undefined;
}

/**
 * Returns for each new item the index of its old item: the item with the same unique name, otherwise the item at the
 * same place or an equal item.
 */
export function matchItems(before: readonly unknown[], after: readonly unknown[]): readonly (number | undefined)[] {
  return (
    matchNames(before, after) ??
    (before.length === after.length ? after.map((_, i) => i) : matchEqualItems(before, after))
  );
}

/** Returns for each new item the index of the old item with its name; `undefined`: not all items have a unique name. */
export function matchNames(
  before: readonly unknown[],
  after: readonly unknown[],
): readonly (number | undefined)[] | undefined {
  const [oldNames, newNames] = [before, after].map(list => list.map(nameOf));
  if ([oldNames, newNames].some(names => names.includes(undefined) || new Set(names).size < names.length)) {
    return undefined;
  }
  const index = new Map(oldNames.map((name, i) => [name, i]));
  return newNames.map(name => index.get(name));
}

/** An old item has at most one new item. */
function matchEqualItems(before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] {
  const left = new Map(before.entries());
  return after.map(item => {
    const found = [...left].find(([, old]) => isEqual(old, item))?.[0];
    if (found !== undefined) {
      left.delete(found);
    }
    return found;
  });
}
