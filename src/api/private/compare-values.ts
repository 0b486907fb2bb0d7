/** Compares two values for `sort`, independent of the locale. */
export function compareValues<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
