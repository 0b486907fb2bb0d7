/** The exit codes of the command line; `--help` lists them. */
export enum ExitCode {
  OK = 0,
  FOUND = 1,
  UNUSABLE = 2,
}
