/** The list with one more item. Lists that stay empty, which are most, can share one; so an empty one is not changed, but another is. */
export function appendItem<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) { return [item]; }
  (list as T[]).push(item);
  return list;
}
