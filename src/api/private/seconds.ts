import { Duration } from 'cdk8s';

/** Fractions are kept: whether they are possible is checked at synth. */
export function secondsOf(duration: Duration): number;
export function secondsOf(duration: Duration | undefined): number | undefined;
export function secondsOf(duration: Duration | undefined): number | undefined {
  return duration && duration.toMilliseconds({ integral: false }) / 1000;
}
