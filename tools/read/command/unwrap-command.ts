import { parseSeconds } from './checks';
import { Context, enterNested } from './context';

/** The effective program: a command, or the script of a shell. */
export type UnwrappedCommand = ({ readonly words: readonly string[] } | { readonly script: string }) & {
  readonly context: Context;
};

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash', 'ksh', 'zsh']);
const INITS = new Set(['tini', 'dumb-init', 'catatonit', 'tini-static']);
/** Run their arguments, and need no more than these. */
const PREFIXES = new Set(['busybox', 'command', 'exec', 'nohup', 'setsid']);
const LAUNCHERS = new Set([...INITS, ...PREFIXES, 'env', 'timeout']);

/** Removes wrappers such as `timeout 60`; `undefined`: the program is unknown. */
export function unwrapCommand(words: readonly string[], context: Context): UnwrappedCommand | undefined {
  let rest = words;
  let inner = enterNested(context);
  for (let i = 0; i < 10 && inner; i++) {
    const name = getProgramName(rest[0] ?? '');
    if (PREFIXES.has(name)) {
      rest = rest.slice(1);
    } else if (name === 'env') {
      const at = rest.findIndex((word, j) => j > 0 && !word.includes('='));
      if (at < 0) {
        return undefined;
      }
      rest = rest.slice(at);
    } else if (INITS.has(name)) {
      const at = rest.indexOf('--');
      rest = rest.slice(at > 0 ? at + 1 : 1);
    } else if (name === 'timeout') {
      const at = rest.findIndex(
        (word, j) => j > 0 && !word.startsWith('-') && !['-k', '-s', '--kill-after', '--signal'].includes(rest[j - 1]),
      );
      if (at < 0) {
        return undefined;
      }
      const limit = parseSeconds(rest[at]);
      // 0 is no limit.
      if (limit !== 0) {
        inner = { ...inner, bounded: true, limitSeconds: inner.limitSeconds ?? limit };
      }
      rest = rest.slice(at + 1);
    } else {
      break;
    }
  }
  if (rest.length === 0 || !inner) {
    return undefined;
  }
  if (!isShell(rest[0])) {
    return { words: [getProgramName(rest[0]), ...rest.slice(1)], context: inner };
  }
  const script = findScript(rest.slice(1));
  return script === undefined ? undefined : { script, context: { ...inner, parameters: undefined } };
}

/** Returns the name of the program without its path. */
export function getProgramName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

export function isShell(word: string): boolean {
  return SHELLS.has(getProgramName(word));
}

/** The program is a shell. */
export function startsShell(words: readonly string[]): boolean {
  const first = words[0] ?? '';
  return isShell(first) || (LAUNCHERS.has(getProgramName(first)) && words.some(isShell));
}

/**
 * `-c SCRIPT`, `-ec SCRIPT`, `-c -e SCRIPT`, `-euo pipefail -c SCRIPT`: the first word after the options, if `-c` is an
 * option.
 */
function findScript(words: readonly string[]): string | undefined {
  let takesScript = false;
  let at = 0;
  while (/^[-+]./.test(words[at] ?? '') && words[at] !== '--') {
    const isLong = words[at].startsWith('--');
    takesScript ||= !isLong && words[at].startsWith('-') && words[at].includes('c');
    // `-o` takes a word, at any position among other letters.
    at += !isLong && words[at].includes('o') ? 2 : 1;
  }
  return takesScript ? words[words[at] === '--' ? at + 1 : at] : undefined;
}
