import { Argument, Command, Option } from 'commander';
import { Completed, Flags, Values, writeBash, writeFish, writeZsh } from './completion-scripts';
import { ExitCode } from './exit-code';
import { Host } from './host';
import { RULES } from '../lint/lint';

const WRITERS = { bash: writeBash, zsh: writeZsh, fish: writeFish };

export const SHELLS = Object.keys(WRITERS);

/** Prints the completion of the program. */
export function completionCommand(shell: keyof typeof WRITERS, program: Command, machine: Host): ExitCode {
  const commands = program.createHelp().visibleCommands(program);
  const all = [
    { ...describe(program), command: '', operands: commands.map(command => command.name()) },
    ...commands.map(describe),
  ];
  const origin = `# \`cdk8s-startup-order completion ${shell}\` has printed this file.`;
  machine.outManifest(WRITERS[shell](all, origin));
  return ExitCode.OK;
}

function describe(command: Command): Completed {
  const [operand] = command.registeredArguments;
  return {
    command: command.name(),
    description: command.description(),
    options: command.createHelp().visibleOptions(command).map(describeOption),
    operands: operand === undefined ? [] : valuesOf(operand, operand.name()),
  };
}

function describeOption(option: Option): Flags {
  const flags = [option.short, option.long].filter(flag => flag !== undefined);
  const [, value] = /<(.*)>/.exec(option.flags) ?? [];
  const values = value === undefined ? undefined : valuesOf(option, value);
  return { flags, description: option.description, values };
}

/** `name`: of the value in the help, as in `--file <file>`. */
function valuesOf({ argChoices }: Option | Argument, name: string): Values {
  if (/^(?:files?|manifests|path)$/.test(name)) {
    return 'FILES';
  }
  return argChoices ?? (name === 'rule' ? RULES.map(({ id }) => id) : []);
}
