/** Compares two values for `sort`, independent of the locale. */
export function compareValues<T extends number | string>(a: T, b: T): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
