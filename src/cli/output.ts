import { Machine } from './machine';

/** What every command that reads manifests takes. */
export interface FileOptions {
  readonly kubernetesVersion?: string;
  /** The file that the result goes to; standard output without it. */
  readonly output?: string;
}

export function deliver(text: string, { output }: Pick<FileOptions, 'output'>, machine: Machine): void {
  if (output === undefined) { machine.out(text); } else { machine.write(output, text); }
}
