import { Duration } from 'cdk8s';

/** Returns the duration in seconds, with fractions; validation follows at synth. */
export function secondsOf(duration: Duration | undefined): number | undefined {
  return duration && withoutNoise(duration.toMilliseconds({ integral: false }) / 1000);
}

/** Removes the error of binary fractions: 4.1 minutes are 246 s, and 4.1 * 60 is 245.99999999999997. */
export function withoutNoise(seconds: number): number {
  return Number(seconds.toPrecision(15));
}
