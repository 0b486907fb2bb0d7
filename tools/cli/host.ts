/** The interface of the command line to its machine. Tests use another implementation. */
export interface Host {
  /** Returns the text of a file; throws the errors of Node. */
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /** Writes a file as a whole: readers see the old text or the new text. Throws the errors of Node. */
  readonly replace: (file: string, text: string) => void;
  /** Lists the files and directories of a directory; `undefined`: not a directory. Throws the errors of Node. */
  readonly list: (directory: string) => readonly { readonly name: string; readonly isDirectory: boolean }[] | undefined;
  readonly standardInput: () => string;
  readonly out: (text: string) => void;
  /** Writes to standard output, byte for byte. Other texts are neutralized. */
  readonly outManifest: (text: string) => void;
  readonly error: (text: string) => void;
  /** The columns of the terminal; `undefined`: standard output is no terminal. */
  readonly width?: number;
  /** The outputs that are terminals with colours. Node reads NO_COLOR. */
  readonly colours: { readonly out: boolean; readonly error: boolean };
  /** Runs a command and returns its output. Prints its standard error, or throws an error with it. */
  readonly run: (program: string, args: readonly string[]) => string;
  /**
   * As `run`, next to other commands. The command has no terminal that could ask for a password, and ends after the
   * time limit.
   */
  readonly start: (program: string, args: readonly string[], milliseconds: number) => Promise<string>;
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** The exit codes of the command line; `--help` lists them. */
export enum ExitCode {
  OK = 0,
  FOUND = 1,
  UNUSABLE = 2,
}
