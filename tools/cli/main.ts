import { CommanderError } from 'commander';
import { ExitCode, Host } from './host';
import { neutralize } from './neutralize';
import { THIS_MACHINE } from './node-host';
import { paint } from './paint';
import { createProgram } from './program';

/** Runs the command line and returns the exit code. Only `images`, which starts programs, returns a promise. */
export function main(args: readonly string[], given: Host): ExitCode | Promise<ExitCode> {
  const show = (text: string, hasColours: boolean) =>
    hasColours && program.opts().color ? paint(neutralize(text)) : neutralize(text);
  const machine: Host = {
    ...given,
    out: text => {
      given.out(show(text, given.colours.out));
    },
    error: text => {
      given.error(show(text, given.colours.error));
    },
  };
  let code: ExitCode | Promise<ExitCode> = ExitCode.OK;
  const help = {
    writeOut: given.out, // contains no text of a manifest
    writeErr: machine.error,
    getOutHasColors: () => given.colours.out && program.opts().color,
  };
  const program = createProgram(machine, help, ended => {
    code = ended;
  });
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    // Help and version also end with such an error, with exit code 0.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? ExitCode.OK : ExitCode.UNUSABLE;
    }
    return reportError(error, machine);
  }
  return typeof code === 'object' ? (code as Promise<ExitCode>).catch(error => reportError(error, machine)) : code;
}

function reportError(error: unknown, machine: Host): ExitCode {
  machine.error(
    isFault(error)
      ? `this is a fault of cdk8s-startup-order; please report it: ${error.stack}\n`
      : `${(error as Error).message}\n`,
  );
  return ExitCode.UNUSABLE;
}

/** An internal error: errors in the input are thrown as a plain `Error` with a remedy. */
function isFault(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/** The program `cdk8s-startup-order`. */
export async function run(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), THIS_MACHINE);
}
