/** '2.35 s', '0.8 s', '12 s'. */
export function seconds(value: number): string {
  return `${value >= 9.95 ? Math.round(value * 10) / 10 : hundredths(value)} s`;
}

/** Of whole milliseconds, so that 0.485 is 0.49 everywhere. */
export function hundredths(value: number): number {
  return Math.round(Math.round(value * 1000) / 10) / 100;
}

/** To milliseconds: sums of figures would differ in the last bit. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
