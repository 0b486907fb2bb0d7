import { CommanderError } from 'commander';
import { ExitCode } from './exit-code';
import { Host } from './host';
import { THIS_MACHINE } from './node-host';
import { createProgram } from './program';

/** Runs the command line and returns the exit code. */
export function main(args: readonly string[], machine: Host): ExitCode {
  let code = ExitCode.OK;
  try {
    createProgram(machine, ended => { code = ended; }).parse(args, { from: 'user' });
  } catch (error) {
    // Help and version also end with such an error, with exit code 0.
    if (error instanceof CommanderError) { return error.exitCode === 0 ? ExitCode.OK : ExitCode.UNUSABLE; }
    machine.error(isFault(error) ? `this is a fault of cdk8s-startup-order; please report it: ${error.stack}\n` : `${(error as Error).message}\n`);
    return ExitCode.UNUSABLE;
  }
  return code;
}

/** An internal error: errors in the input are thrown as a plain `Error` with a remedy. */
function isFault(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/** The program `cdk8s-startup-order`. */
export function run(): void {
  process.exitCode = main(process.argv.slice(2), THIS_MACHINE);
}
