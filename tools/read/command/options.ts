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
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const [name, value] =
      word.startsWith('-') && word.includes('=')
        ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]
        : [word, undefined];
    if (!word.startsWith('-') || word === '-') {
      rest.push(word);
    } else if (value !== undefined) {
      flags.add(name);
      values.set(name, value);
    } else if (withValue.includes(word)) {
      flags.add(word);
      if (i + 1 < words.length) {
        values.set(word, words[++i]);
      }
    } else if (word.startsWith('--')) {
      flags.add(word);
    } else {
      const letters = word.slice(1);
      for (let j = 0; j < letters.length; j++) {
        const letter = `-${letters[j]}`;
        flags.add(letter);
        if (!withValue.includes(letter)) {
          continue;
        }
        const attached = letters.slice(j + 1);
        if (attached !== '') {
          values.set(letter, attached);
        } else if (i + 1 < words.length) {
          values.set(letter, words[++i]);
        }
        break;
      }
    }
  }
  return { flags, values, rest };
}

export function findValue(values: Options['values'], ...options: readonly string[]): string | undefined {
  return options.map(option => values.get(option)).find(value => value !== undefined);
}

/** `known`: options, separated by spaces. */
export function hasOnly(flags: Options['flags'], known: string): boolean {
  const names = known.split(' ');
  return [...flags].every(flag => names.includes(flag));
}

/** Without a password: the rest of a word after `-p` is a password unless `-p` is the option for the port. */
export function omitPassword(words: readonly string[], portOptions: readonly string[]): readonly string[] {
  return portOptions.includes('-p') ? words : words.map(word => word.replace(/^-p.*/s, '-p'));
}
