import { isObject } from '../../src/api/private/json-object';

/** The order of keys has no meaning. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) { return true; }
  if (Array.isArray(a) && Array.isArray(b)) { return a.length === b.length && a.every((item, i) => isEqual(item, b[i])); }
  if (!isObject(a) || !isObject(b)) { return Number.isNaN(a) && Number.isNaN(b); }
  const [tag, other] = [a, b].map(value => Object.prototype.toString.call(value));
  if (tag !== other) { return false; }
  // YAML reads !!set, !!omap and !!binary as objects with items, and !!timestamp as a date.
  if (isIterable(a) && isIterable(b)) { return isEqual([...a], [...b]); }
  if (tag === '[object Date]') { return Number(a) === Number(b); }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => key in b && isEqual(a[key], b[key]));
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}

/** Returns the name of an item such as a container. */
export function nameOf(item: unknown): string | undefined {
  return isObject(item) && typeof item.name === 'string' ? item.name : undefined;
}

/** Returns for each new item the index of its old item: items with the same unique name, otherwise equal items and items at the same place. */
export function matchItems(before: readonly unknown[], after: readonly unknown[]): readonly (number | undefined)[] {
  return matchNames(before, after) ?? (before.length === after.length ? after.map((_, i) => i) : matchEqualItems(before, after));
}

/** Returns for each new item the index of the old item with its name; `undefined`: not all items have a unique name. */
export function matchNames(before: readonly unknown[], after: readonly unknown[]): readonly (number | undefined)[] | undefined {
  const [oldNames, newNames] = [before, after].map(list => list.map(nameOf));
  if ([oldNames, newNames].some(names => names.includes(undefined) || new Set(names).size < names.length)) { return undefined; }
  const index = new Map(oldNames.map((name, i) => [name, i]));
  return newNames.map(name => index.get(name));
}

/** Matches the items of a longest common subsequence. */
function matchEqualItems(before: readonly unknown[], after: readonly unknown[]): (number | undefined)[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i][j] = isEqual(before[i], after[j]) ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const matches: (number | undefined)[] = after.map(() => undefined);
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (isEqual(before[i], after[j])) {
      matches[j++] = i++;
    } else if (lengths[i + 1][j] >= lengths[i][j + 1]) { i++; } else { j++; }
  }
  return matches;
}

/**
 * Places new keys at the end, or in alphabetical order where the old keys after a leading `name` are in this order. Returns the indexes of the old keys and the
 * new keys.
 */
export function placeKeys(old: readonly string[], added: readonly string[], isMerged: boolean): (number | string)[] {
  const first = old[0] === 'name' ? 1 : 0;
  const isSorted = !isMerged && old.every((key, i) => i <= first || old[i - 1] <= key);
  const result: (number | string)[] = old.map((_, i) => i);
  for (const key of added) {
    const at = isSorted ? result.findIndex((other, i) => i >= first && (typeof other === 'number' ? old[other] : other) > key) : -1;
    result.splice(at < 0 ? result.length : at, 0, key);
  }
  return result;
}
