/** Formats a predicted or measured time: '2.4 s', '0.8 s', '12 s'. */
export function formatSeconds(value: number): string {
  return `${roundToTenths(value)} s`;
}

/**
 * Rounds to tenths: predictions are no more exact. Rounds to milliseconds first, so that floating-point errors never
 * change the result.
 */
export function roundToTenths(value: number): number {
  return Math.round(Math.round(value * 1000) / 100) / 10;
}

/** Rounds to milliseconds, because sums of floating-point numbers differ in the last bit. */
export function roundToMilliseconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}
