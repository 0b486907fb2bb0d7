import { Awaitable } from './check';

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** Returns the seconds of all delays together: checks that pass after a fixed time. */
export function sumDelays(checks: readonly Awaitable[]): number {
  return sum(checks.map(check => (check.kind === 'delay' ? check.seconds : 0)));
}
