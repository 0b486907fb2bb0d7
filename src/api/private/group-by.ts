/** Groups items with the same key, in the order of the items. */
export function groupBy<T>(all: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of all) {
    const group = groups.get(key(item));
    if (group) { group.push(item); } else { groups.set(key(item), [item]); }
  }
  return groups;
}
