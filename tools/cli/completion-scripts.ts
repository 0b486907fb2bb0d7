/**
 * The scripts that complete the words of a command line. Each script contains all words, so a completion is immediate,
 * and runs nothing that the user has typed. The library @bomb.sh/tab 0.0.22 starts Node for each completion, completes
 * no files, and in bash evaluates the typed words; @pnpm/tabtab reads its templates from its own folder.
 */

/** The program of the npm package, and that of the single file. */
const NAMES = 'cdk8s-startup-order startup-order.js';

/** What a shell completes: files, or one of these words. */
export type Values = 'FILES' | readonly string[];

export interface Flags {
  /** As in `-f` and `--file`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** `undefined`: the option has no value. */
  readonly values?: Values;
}

export interface Completed {
  /** Empty for the words before the command. */
  readonly command: string;
  readonly description: string;
  readonly options: readonly Flags[];
  readonly operands: Values;
}

export function writeBash(all: readonly Completed[], origin: string): string {
  const offer = (pattern: string, values: Values) =>
    `    ${pattern}*) ${values === 'FILES' ? 'return' : `words='${values.join(' ')}'`} ;;\n`;
  const cases = all.flatMap(({ command, options, operands }) => [
    ...options.flatMap(({ flags, values }) =>
      values === undefined ? [] : flags.map(flag => offer(`'${command} ${flag} '`, values)),
    ),
    offer(
      `'${command} '*' -'`,
      options.flatMap(({ flags }) => flags),
    ),
    offer(`'${command} '`, operands),
  ]);
  return `${origin}
_cdk8s_startup_order() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} name= words= i
  # Bash makes three words of --format=json.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} != -* ]]; then
      name=\${COMP_WORDS[i]}
      break
    fi
  done
  case "$name $before $word" in
${cases.join('')}  esac
  # Bash completes files where this function offers nothing. Bash 3 always does.
  compopt +o default 2>/dev/null
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _cdk8s_startup_order ${NAMES}
`;
}

export function writeZsh(all: readonly Completed[], origin: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const act = (values: Values) => (values === 'FILES' ? '_files' : `(${values.join(' ')})`);
  const specify = ({ flags, description, values }: Flags) =>
    flags.map(flag => {
      const text = description.replace(/[[\]\\]/g, '\\$&');
      if (values === undefined) {
        return quote(`*${flag}[${text}]`);
      }
      return quote(`*${flag}${flag.startsWith('--') ? '=' : '+'}[${text}]:value:${act(values)}`);
    });
  const [before, ...commands] = all;
  const cases = commands.map(({ command, options, operands }) => {
    const words = [...options.flatMap(specify), quote(`*:value:${act(operands)}`)];
    return `    ${command}) _arguments ${words.join(' \\\n      ')} ;;\n`;
  });
  return `#compdef ${NAMES}
${origin}
_cdk8s_startup_order() {
  local context state line
  local -a commands=(
${commands.map(({ command, description }) => `    ${quote(`${command}:${description}`)}\n`).join('')}  )
  _arguments -C ${before.options.flatMap(specify).join(' \\\n    ')} '1: :->command' '*:: :->operands' && return
  if [[ $state == command ]]; then
    _describe command commands
    return
  fi
  case $line[1] in
${cases.join('')}  esac
}
# zsh runs this file as a function if it finds it in fpath.
if [[ $zsh_eval_context[-1] == *func ]]; then
  _cdk8s_startup_order "$@"
else
  compdef _cdk8s_startup_order ${NAMES}
fi
`;
}

export function writeFish(all: readonly Completed[], origin: string): string {
  const quote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const accept = (values?: Values) => {
    if (values === undefined) {
      return '';
    }
    return values === 'FILES'
      ? ' --require-parameter --force-files'
      : ` --exclusive --arguments ${quote(values.join(' '))}`;
  };
  const [, ...commands] = all;
  const lines = all.flatMap(({ command, options, operands }) => {
    const condition = `--condition '__cdk8s_startup_order_is "${command}"'`;
    const named = options.map(({ flags, description, values }) => {
      const names = flags.map(flag =>
        flag.startsWith('--') ? `--long-option ${flag.slice(2)}` : `--short-option ${flag.slice(1)}`,
      );
      return `${condition} ${names.join(' ')} --description ${quote(description)}${accept(values)}`;
    });
    if (operands === 'FILES') {
      named.push(`${condition} --force-files`);
    } else if (command !== '' && operands.length > 0) {
      named.push(`${condition} --arguments ${quote(operands.join(' '))}`);
    }
    return named;
  });
  lines.push(
    ...commands.map(
      ({ command, description }) =>
        `--condition '__cdk8s_startup_order_is ""' --arguments ${command} --description ${quote(description)}`,
    ),
  );
  return `${origin}
# Whether this is the command; the empty text for no command yet.
function __cdk8s_startup_order_is
    set --local words (string match --invert -- '-*' (commandline --tokenize --cut-at-cursor --current-process))
    test "$words[2]" = "$argv[1]"
end
for name in ${NAMES}
    complete --command $name --no-files
${lines.map(line => `    complete --command $name ${line}\n`).join('')}end
`;
}
