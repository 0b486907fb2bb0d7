import { when } from '../../../src/api/private/collections';

/** The options of a command, as the command line contains them. */
export interface Options {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/**
 * Parses options like getopt: `-sSfo FILE`, `--max-time=5`, `--max-time 5`; each letter of `-abc` is a flag.
 * `optionsWithValue`: their names, separated by spaces.
 */
export function parseOptions(words: readonly string[], optionsWithValue = ''): Options {
  const withValue = optionsWithValue.split(' ');
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest: string[] = [];
  const left = [...words].reverse();
  for (let word = left.pop(); word !== undefined; word = left.pop()) {
    const [, name, value] = /^(-[^=]*)=(.*)$/s.exec(word) ?? [];
    if (name !== undefined) {
      flags.add(name);
      values.set(name, value);
    } else if (!word.startsWith('-') || word === '-') {
      rest.push(word);
    } else if (/^-[^-]./s.test(word) && !withValue.includes(word)) {
      for (const letter of splitLetters(word, withValue).reverse()) {
        left.push(letter);
      }
    } else {
      flags.add(word);
      const next = withValue.includes(word) ? left.pop() : undefined;
      if (next !== undefined) {
        values.set(word, next);
      }
    }
  }
  return { flags, values, rest };
}

/** `-sSfo/dev/null` is `-s -S -f -o /dev/null`: the first option with a value takes the rest of the word. */
function splitLetters(word: string, withValue: readonly string[]): string[] {
  const letters = [...word.slice(1)].map(letter => `-${letter}`);
  const at = letters.findIndex(letter => withValue.includes(letter));
  return at < 0 ? letters : [...letters.slice(0, at + 1), ...when(word.slice(at + 2), word.slice(at + 2))];
}

export function findValue(values: Options['values'], ...options: readonly string[]): string | undefined {
  return options.map(option => values.get(option)).find(value => value !== undefined);
}

/** `known`: options, separated by spaces. */
export function hasOnly(flags: Options['flags'], known: string): boolean {
  const names = known.split(' ');
  return [...flags].every(flag => names.includes(flag));
}
