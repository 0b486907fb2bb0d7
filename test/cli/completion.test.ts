import { spawnSync } from 'child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { cli, COMMANDS } from './host';
import { RULES } from '../../tools/lint/lint';
import { temporaryFolder } from '../temporary-folder';

const HOME = temporaryFolder();
const FILES = join(HOME, 'files');
const RESULTS = join(HOME, 'results.txt');
const SCRIPTS = { bash: join(HOME, 'order.bash'), zsh: join(HOME, '_order'), fish: join(HOME, 'order.fish') };
beforeAll(() => {
  mkdirSync(FILES);
  for (const name of ['mine.yaml', 'two.yaml']) { writeFileSync(join(FILES, name), ''); }
  for (const [shell, file] of Object.entries(SCRIPTS)) { writeFileSync(file, cli(['completion', shell]).out); }
});

function run(program: string, args: readonly string[], input = ''): string {
  const env = { PATH: process.env.PATH, HOME, TERM: 'dumb', COLUMNS: '5000' };
  const { stdout, error } = spawnSync(program, args, { cwd: FILES, env, input, encoding: 'utf8' });
  if (error) { throw error; }
  return stdout;
}

/** Types each line in a terminal, and the key that inserts all completions. Returns the lines with the completions. */
function type(shell: string, setup: readonly string[], lines: readonly string[]): string[] {
  rmSync(RESULTS, { force: true });
  const [begin, end, all] = ['\x01', '\x05', '\x1b*'];
  run('script', ['-qec', shell, '/dev/null'], [...setup, ...lines.map(line => `${line}${all}${begin}echo ${end} >> ${RESULTS}`), 'exit\n'].join('\n'));
  return readFileSync(RESULTS, 'utf8').trimEnd().split('\n');
}

const ALL_IN_ZSH = [
  "zstyle ':completion:all:*' completer _all_matches _complete; zstyle ':completion:all:*' insert true",
  "zle -C all complete-word _generic; bindkey '\\e*' all",
];
type Complete = (lines: readonly string[]) => string[];
const SHELLS: readonly (readonly [name: string, complete: Complete])[] = [
  ['bash', lines => type('bash --norc --noprofile -i', [`source ${SCRIPTS.bash}`], lines)],
  ['zsh, which reads the script', lines => type('zsh -f -i', ['autoload -Uz compinit; compinit -u -D', `source ${SCRIPTS.zsh}`, ...ALL_IN_ZSH], lines)],
  ['zsh, which finds the script in its folder', lines => type('zsh -f -i', [`fpath+=(${HOME}); autoload -Uz compinit; compinit -u -D`, ...ALL_IN_ZSH], lines)],
  ['fish', lines => lines.map(line => {
    const found = run('fish', ['--no-config', '--command', `source ${SCRIPTS.fish}; complete --do-complete $argv[1]`, '--', line]);
    const last = line.slice(line.lastIndexOf(' ') + 1);
    // fish also offers words that contain the letters in their order.
    const words = found.split('\n').map(text => text.split('\t')[0]).filter(word => word !== '' && word.startsWith(last));
    return `${line.slice(0, line.length - last.length)}${words.join(' ') || last}`;
  })],
];
const isMissing = (shell: string) => ['script', shell].some(program => spawnSync(program, ['--version']).error !== undefined);
/** .ci/run installs the shells. */
const canRun = (name: string) => process.env.CI !== undefined || (process.platform === 'linux' && !isMissing(name.split(',')[0]));

/** The words of the last argument of a line, which begin at the same place in each shell. */
function wordsOf(line: string, typed: string): string[] {
  const before = typed.slice(0, typed.lastIndexOf(' ') + 1).replace(/ +$/, '');
  const words = line.startsWith(before) ? line.slice(before.length).split(' ').filter(word => word !== '') : [line];
  // bash completes the part after the equals sign.
  const [, flag] = /(--\w+=)\S*$/.exec(typed) ?? [];
  return words.map(word => (flag === undefined || word.startsWith(flag) ? word : `${flag}${word}`)).sort();
}

const NAME = 'cdk8s-startup-order';

describe.each(SHELLS)('%s', (name, complete) => {
  const testIf = canRun(name) ? test : test.skip;

  testIf('completes commands, options, values and files, and nothing where it knows nothing', () => {
    const EXPECTED: readonly (readonly [typed: string, ...completions: string[]])[] = [
      [`${NAME} or`, 'order'],
      [`${NAME} `, ...COMMANDS, 'help'],
      ['./startup-order.js li', 'lint'],
      [`${NAME} --no-color l`, 'lint'],
      [`${NAME} m`, 'm'],
      [`${NAME} order --gu`, '--guarantee'],
      [`${NAME} order --explain --format=p`, '--format=patches', '--format=policy'],
      [`${NAME} order --namespace `],
      [`${NAME} order `, 'mine.yaml', 'two.yaml'],
      [`${NAME} order two.yaml --check -f m`, 'mine.yaml'],
      [`${NAME} order two.yaml --output=m`, '--output=mine.yaml'],
      [`${NAME} lint --ignore `, ...RULES.map(({ id }) => id)],
      [`${NAME} lint --ignore init-order --ig`, '--ignore'],
      [`${NAME} images --image `],
      [`${NAME} images order --with c`, 'crane'],
      [`${NAME} timeline `],
      [`${NAME} timeline --pod m`, 'mine.yaml'],
    ];
    const lines = complete(EXPECTED.map(([typed]) => typed));
    const found = lines.map((line, i) => [EXPECTED[i][0], ...wordsOf(line, EXPECTED[i][0])]);
    expect(found).toEqual(EXPECTED.map(([typed, ...words]) => [typed, ...words.sort()]));
  });

  testIf('completes each option and each value in the help of each command', () => {
    const expected = ['', ...COMMANDS].flatMap(command => {
      const help = cli([...command.split(' ').filter(Boolean), '--help']).out.replace(/\n {6,}/g, ' ');
      const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)(?: <\w+>)?  +(.*)$/gm)].map(([, flag, text]) => ({ flag, text }));
      const typed = `${NAME} ${command}`.trim();
      const values = options.flatMap(({ flag, text }) => {
        const [, choices] = /\(choices: ("[^)]*")(?:, default|\))/.exec(text) ?? [];
        return choices === undefined ? [] : [[`${typed} ${flag} `, JSON.parse(`[${choices.replace(/, default.*/, '')}]`) as string[]] as const];
      });
      return [[`${typed} --`, options.map(({ flag }) => flag)] as const, ...values];
    });
    expect(expected.length).toBeGreaterThan(2 * COMMANDS.length);
    const lines = complete(expected.map(([typed]) => typed));
    const found = lines.map((line, i) => [expected[i][0], wordsOf(line, expected[i][0])]);
    expect(found).toEqual(expected.map(([typed, words]) => [typed, [...words].sort()]));
  });
});

test('the command prints a script and writes no file; another shell is an error', () => {
  for (const shell of Object.keys(SCRIPTS)) {
    expect(cli(['completion', shell])).toEqual({ code: 0, out: expect.stringContaining(`completion ${shell}\` has printed this`), error: '', written: {} });
  }
  expect(cli(['completion', 'tcsh'])).toMatchObject({ code: 2, out: '', error: expect.stringContaining('Allowed choices are bash, zsh, fish.') });
});
