/** Returns the middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns the smallest value that a share `p` of the values does not exceed. */
export function percentile(values: readonly number[], p: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * p) - 1];
}

/**
 * Returns the order of each turn. A later item pays for the previous items: garbage, a warm processor, other load of
 * the machine. So the first item of one turn is the last item of another turn, and each item runs before each other
 * item.
 */
export function turns<T>(items: readonly T[], count: number): T[][] {
  return Array.from({ length: count }, (_, turn) => {
    const rotated = items.map((_item, i) => items[(i + Math.floor(turn / 2)) % items.length]);
    return turn % 2 === 1 ? rotated.reverse() : rotated;
  });
}

export interface Ratio {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Returns the median and the range of the ratios of `a` to `b` in each turn. Within one turn the load of the machine is
 * about equal; the medians of all turns may come from different moments.
 */
export function ratioByTurns(a: readonly number[], b: readonly number[]): Ratio {
  if (a.length !== b.length || a.length === 0) {
    throw new Error(`${a.length} and ${b.length} values make no turns`);
  }
  const ratios = a.map((value, turn) => value / b[turn]);
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}
