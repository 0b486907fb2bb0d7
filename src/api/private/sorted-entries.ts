/**
 * Returns the entries sorted by key, so that the manifest does not depend on the order of a map. TypeScript keeps the
 * order of the source, Go sorts the keys, and Java's `Map.of` shuffles them in each run.
 */
export function sortEntries<T>(map: { readonly [key: string]: T }): [string, T][] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
}
