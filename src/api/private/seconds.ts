import { Duration } from 'cdk8s';

/** Returns the duration in seconds, with fractions; validation follows at synth. */
export function secondsOf(duration: Duration | undefined): number | undefined {
  return duration && duration.toMilliseconds({ integral: false }) / 1000;
}
