/** What leads on from here: itself, those next to it, those next to them, and so on. */
export function findReachable<T>(from: T, next: (item: T) => Iterable<T>): Set<T> {
  const found = new Set([from]);
  for (const item of found) {
    for (const other of next(item)) { found.add(other); }
  }
  return found;
}
