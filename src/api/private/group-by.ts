/** Groups items with the same key, in the order of the items. */
export function groupBy<K, T>(all: readonly T[], key: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  all.forEach((item, index) => {
    const of = key(item, index);
    const group = groups.get(of);
    if (group) {
      group.push(item);
    } else {
      groups.set(of, [item]);
    }
  });
  return groups;
}
