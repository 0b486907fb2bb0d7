/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The smallest of the values that a share `p` of them does not exceed. */
export function percentile(values: readonly number[], p: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * p) - 1];
}

/**
 * The order of each turn. Who comes later pays for what ran before: garbage, a warm processor, a machine that has become busy. So the first of one turn is the last of another, and each comes
 * before each.
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
 * How many times `a` is `b`: of the ratios of each turn the median, and how far they lie apart. What was measured within one turn has seen about the same machine; medians of all turns may come from
 * different moments.
 */
export function ratioByTurns(a: readonly number[], b: readonly number[]): Ratio {
  if (a.length !== b.length || a.length === 0) { throw new Error(`${a.length} and ${b.length} values make no turns`); }
  const ratios = a.map((value, turn) => value / b[turn]);
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}
