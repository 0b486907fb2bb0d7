/** Returns all nodes that are reachable from `from`, and `from` itself. */
export function findReachable<T>(from: T, next: (item: T) => Iterable<T>): Set<T> {
  const found = new Set([from]);
  for (const item of found) {
    for (const other of next(item)) {
      found.add(other);
    }
  }
  return found;
}
