import { parseSeconds } from './checks';
import { byNames } from './known-commands';

/** The effective program: a command, or the script of a shell. */
interface UnwrappedCommand {
  readonly words: readonly string[];
  readonly script?: string;
  /** The limit of a wrapper; `NaN`: unknown. */
  readonly limitSeconds?: number;
}

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash', 'ksh', 'zsh']);

/** By the name of the wrapper, the number of its words before the command. */
const LAUNCHERS: Readonly<Record<string, (words: readonly string[]) => number>> = {
  ...byNames('busybox command exec nohup setsid', () => 1),
  ...byNames('gosu su-exec', () => 2),
  ...byNames('tini tini-static dumb-init catatonit', words => Math.max(words.indexOf('--'), 0) + 1),
  env: words => findWord(words, word => !word.includes('=')),
  timeout: words => findLimit(words) + 1,
};

/** Returns the index of the first word after the name; the number of words if there is none. */
function findWord(words: readonly string[], isWanted: (word: string, i: number) => boolean): number {
  const at = words.findIndex((word, i) => i > 0 && isWanted(word, i));
  return at < 0 ? words.length : at;
}

function findLimit(words: readonly string[]): number {
  const withValue = ['-k', '-s', '--kill-after', '--signal'];
  return findWord(words, (word, i) => !word.startsWith('-') && !withValue.includes(words[i - 1]));
}

/** Removes wrappers such as `timeout 60`; `undefined`: the program is unknown. */
export function unwrapCommand(words: readonly string[]): UnwrappedCommand | undefined {
  let rest = words;
  let limitSeconds: number | undefined;
  while (isLauncher(rest[0])) {
    const name = getProgramName(rest[0]);
    const limit = name === 'timeout' ? (parseSeconds(rest[findLimit(rest)]) ?? NaN) : 0;
    // 0 is no limit.
    limitSeconds ??= limit === 0 ? undefined : limit;
    rest = rest.slice(LAUNCHERS[name](rest));
  }
  const { own, takesScript } = isShell(rest[0] ?? '') ? readShellWords(rest.slice(1)) : { own: rest };
  if (own.length === 0) {
    return undefined;
  }
  const [first, ...others] = own;
  return { words: [getProgramName(first), ...others], script: takesScript ? first : undefined, limitSeconds };
}

function isLauncher(word = ''): boolean {
  return Object.hasOwn(LAUNCHERS, getProgramName(word));
}

/** Returns the name of the program without its path. */
export function getProgramName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

export function isShell(word: string): boolean {
  return SHELLS.has(getProgramName(word));
}

/**
 * Returns the words after the options of a shell: of a script, if `-c` is an option, as in `-c -e SCRIPT` or `-euo
 * pipefail -c SCRIPT`; otherwise of a file, as in `-e /wait-for.sh db:5432`.
 */
function readShellWords(words: readonly string[]) {
  let takesScript = false;
  let at = 0;
  while (/^[-+]./.test(words[at] ?? '') && words[at] !== '--') {
    const isLong = words[at].startsWith('--');
    takesScript ||= !isLong && words[at].startsWith('-') && words[at].includes('c');
    // `-o` takes a word, at any position among other letters.
    at += !isLong && words[at].includes('o') ? 2 : 1;
  }
  return { takesScript, own: words.slice(words[at] === '--' ? at + 1 : at) };
}
