import { Severity } from './finding';

/** From which severity on findings make a pipeline fail, the most severe one first. */
export const FAIL_ON = ['error', 'warning', 'note', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Whether a finding of this severity is one to fail for. */
export function failsOn(failOn: FailOn, severity: Severity): boolean {
  return failOn !== 'never' && FAIL_ON.indexOf(severity) <= FAIL_ON.indexOf(failOn);
}
