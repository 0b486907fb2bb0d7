import { formatTryTimeout, formatCommand, ContainerCheckModule, needed, Rule } from './check-module';
import { escapeForExpansion } from '../../agent/contract';
import { CheckOf } from '../../api/private/check';
import { EnvVarJson } from '../../api/private/pod-spec';

const VALUE = { command: needed('command', 'The program and its arguments, without a shell.') };

export const command: ContainerCheckModule<CheckOf<'command'>> = {
  field: {
    name: 'exec',
    means: 'The command exits with 0. It is repeated, in the image of the container.',
    value: VALUE,
    hasTries: true,
  },
  describe: check => `the command '${check.command.join(' ')}'`,
  rules: commandRules,
  buildAgentArguments: check => [...formatCommand('--command', check.command), ...formatTryTimeout(check)],
  argument: { options: ['--command'], read: (_, words) => ({ kind: 'command', command: words }) },
  traffic: 'unknown',
  scope: 'image',
  buildProbeHandler: check => ({ exec: { command: check.command.map(escapeForExpansion) } }),
  readProbe: ({ exec }, { env }) => exec?.command && { kind: 'command', command: expandVariables(exec.command, env) },
};

export const blockingCommand: ContainerCheckModule<CheckOf<'blockingCommand'>> = {
  field: {
    name: 'blockingExec',
    title: 'Exec',
    means: 'The command exits with 0. It runs once and waits itself.',
    value: VALUE,
  },
  describe: check => `the blocking command '${check.command.join(' ')}'`,
  rules: commandRules,
  buildAgentArguments: (check, { retries }) => [
    ...formatCommand('--blocking-command', check.command),
    ...(retries ? ['--retry'] : []),
  ],
  argument: { options: ['--blocking-command'], read: (_, words) => ({ kind: 'blockingCommand', command: words }) },
  traffic: 'unknown',
  scope: 'image',
  buildProbeHandler: () => 'a kubelet probe is made again and again, and a blocking command does the waiting by itself',
};

function commandRules({ command: words }: { readonly command: readonly string[] }): Rule[] {
  return [
    [words.length > 0 && words[0] !== '', 'command', 'empty', 'a program and its arguments'],
    ...words.map(
      (word): Rule => [!word.includes('\0'), 'command', JSON.stringify(word), 'words without NUL, which ends a word'],
    ),
  ];
}

/**
 * Expands `$(VAR)` in a command as the kubelet does, with the variables that have a `value` in the manifest. Unknown
 * variables stay unchanged.
 *
 * kubelet 1.27–1.37, container/helpers.go ExpandContainerCommandOnlyStatic
 */
export function expandVariables(words: readonly string[], env: readonly EnvVarJson[] = []): string[] {
  const values = new Map(env.map(({ name, value }) => [name, value ?? '']));
  return words.map(word =>
    word.replace(/\$\$|\$\(([^)]*)\)/g, (found, name?: string) =>
      name === undefined ? '$' : (values.get(name) ?? found),
    ),
  );
}

/** Returns a word from elsewhere for a command or variable of a pod. Words that the kubelet keeps stay readable. */
export function escapeVariables(word: string): string {
  return /\$[$(]/.test(word) ? escapeForExpansion(word) : word;
}
