/** Returns the list with one more item. Changes a list in place unless it is empty, because all empty lists are the same object. */
export function appendItem<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) { return [item]; }
  (list as T[]).push(item);
  return list;
}
