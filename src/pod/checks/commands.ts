import { formatTryTimeout, formatCommand } from './agent-arguments';
import { ContainerCheckModule } from './check-module';
import { expandVariables } from './expand-variables';
import { invalidValue } from './validate';
import { escapeForExpansion } from '../../agent/contract';
import { CheckOf } from '../../api/private/check';
import { Problem } from '../../api/private/problem';

export const command: ContainerCheckModule<CheckOf<'command'>> = {
  describe: check => `the command '${check.command.join(' ')}'`,
  validate: validateCommand,
  buildAgentArguments: check => [...formatCommand('--command', check.command), ...formatTryTimeout(check)],
  argument: { option: '--command', read: (_, words) => ({ kind: 'command', command: words }) },
  traffic: 'unknown',
  scope: 'image',
  buildProbeHandler: check => ({ exec: { command: check.command.map(escapeForExpansion) } }),
  readProbe: ({ exec }, { env }) => exec?.command && { kind: 'command', command: expandVariables(exec.command, env) },
};

export const blockingCommand: ContainerCheckModule<CheckOf<'blockingCommand'>> = {
  describe: check => `the blocking command '${check.command.join(' ')}'`,
  validate: validateCommand,
  buildAgentArguments: (check, { retries }) => [
    ...formatCommand('--blocking-command', check.command),
    ...(retries ? ['--retry'] : []),
  ],
  argument: { option: '--blocking-command', read: (_, words) => ({ kind: 'blockingCommand', command: words }) },
  traffic: 'unknown',
  scope: 'image',
  buildProbeHandler: () => 'a kubelet probe is made again and again, and a blocking command does the waiting by itself',
};

function validateCommand({ command: words }: { readonly command: readonly string[] }, where: string): Problem[] {
  return [
    ...(words.length > 0 && words[0] !== ''
      ? []
      : [invalidValue(where, 'command', 'empty', 'a program and its arguments')]),
    ...words
      .filter(word => word.includes('\0'))
      .map(word => invalidValue(where, 'command', JSON.stringify(word), 'words without NUL, which ends a word')),
  ];
}
