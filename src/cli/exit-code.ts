import { Finding } from '../inspect/lint/lint';
import { FailOn, failsOn } from '../inspect/lint/severity';

/** How the command line ends; `--help` says the same. */
export enum ExitCode {
  OK = 0,
  FOUND = 1,
  UNUSABLE = 2,
}

/** What could not be read weighs more than what was found: the findings are not all. */
export function exitCodeOf(findings: readonly Pick<Finding, 'severity'>[], unreadable: readonly unknown[], failOn: FailOn): ExitCode {
  if (unreadable.length > 0) { return ExitCode.UNUSABLE; }
  return findings.some(f => failsOn(failOn, f.severity)) ? ExitCode.FOUND : ExitCode.OK;
}
