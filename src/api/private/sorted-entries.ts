/** Maps come in as they are written in TypeScript, sorted from Go, and shuffled at each run from Java's `Map.of`. What is made of one must not depend on that. */
export function entriesInOrder<T>(map: { readonly [key: string]: T }): [string, T][] {
  return Object.entries(map).sort(([a], [b]) => a < b ? -1 : 1);
}
