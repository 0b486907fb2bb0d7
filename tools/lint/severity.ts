import { Severity } from './finding';

/** The severities that can make a pipeline fail, the most severe first. */
export const FAIL_ON = ['error', 'warning', 'note', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** A finding of this severity makes the pipeline fail. */
export function failsOn(failOn: FailOn, severity: Severity): boolean {
  return failOn !== 'never' && FAIL_ON.indexOf(severity) <= FAIL_ON.indexOf(failOn);
}
