/** All that the command line knows of the machine it runs on: tests give another one. */
export interface Machine {
  /** The text of a file; throws as Node does. */
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /** What is in a directory, or `undefined` when it is none; throws as Node does. */
  readonly list: (directory: string) => readonly Entry[] | undefined;
  readonly standardInput: () => string;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Somebody watches standard error: there is progress to be seen. */
  readonly isWatched: boolean;
  /** Columns of the terminal, where standard output is one. */
  readonly width?: number;
  /** What a command prints; throws with what it says on standard error. */
  readonly run: (program: string, args: readonly string[]) => string;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
}

export interface Entry {
  readonly name: string;
  /** Else it can be read. */
  readonly isDirectory: boolean;
}
