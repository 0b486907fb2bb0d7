import { Finding } from '../lint/lint';
import { FailOn, failsOn } from '../lint/severity';

/** The exit codes of the command line; `--help` lists them. */
export enum ExitCode {
  OK = 0,
  FOUND = 1,
  UNUSABLE = 2,
}

/** An unreadable input takes precedence over findings, because the findings are incomplete. */
export function getExitCode(
  findings: readonly Pick<Finding, 'severity'>[],
  unreadable: readonly unknown[],
  failOn: FailOn,
): ExitCode {
  if (unreadable.length > 0) {
    return ExitCode.UNUSABLE;
  }
  return findings.some(f => failsOn(failOn, f.severity)) ? ExitCode.FOUND : ExitCode.OK;
}
