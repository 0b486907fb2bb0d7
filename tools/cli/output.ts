import { describeFileError } from './file-error';
import { Host } from './host';

/** The options of each command that reads manifests. */
export interface FileOptions {
  /** The version of the oldest node; by default the version that the manifest records. */
  readonly kubernetesVersion?: string;
  /** The path of the image file. */
  readonly images?: string;
  /** The output file; by default standard output. */
  readonly output?: string;
}

/** Whether a command writes to standard output: without the option, or with `-`. */
export function isStandardOutput(output: string | undefined): output is '-' | undefined {
  return output === undefined || output === '-';
}

export function deliver(text: string, { output }: Pick<FileOptions, 'output'>, machine: Host): void {
  if (isStandardOutput(output)) {
    machine.out(text);
  } else {
    writeFile(output, text, machine);
  }
}

export function formatJson(value: unknown, replace?: (key: string, value: unknown) => unknown): string {
  return `${JSON.stringify(value, replace, 2)}\n`;
}

/** Throws an error with the name of the file and the reason. */
export function writeFile(file: string, text: string, machine: Host): void {
  try {
    machine.write(file, text);
  } catch (error) {
    throw new Error(`${file}: cannot be written: ${describeFileError(error)}`);
  }
}
