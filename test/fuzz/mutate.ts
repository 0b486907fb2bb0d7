/** Returns a number from 0 to `sides` - 1. */
export type Roll = (sides: number) => number;

/** A generator of the same numbers for the same seed: mulberry32. */
export function createRoll(seed: number): Roll {
  let state = seed;
  return sides => {
    state = (state + 0x6d2b79f5) % 0x100000000;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1); // eslint-disable-line no-bitwise
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61); // eslint-disable-line no-bitwise
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides; // eslint-disable-line no-bitwise
  };
}

/** Characters and words with a meaning in at least one of the formats. */
const TOKENS = [
  ...'\n\t "\'`\\$(){}[]<>|&;:,.#*?!@=~%^-+/0', '\r\n', '\0', '\ufeff', '\u2028', '\ud800', 'é', '🙂', '  ', '- ', ': ', '? ', '---\n', '...\n', '&a ', '*a', '<<: ', '!!binary ', '!!set ', '|\n', '>-\n', '%YAML 1.2\n',
  'null', 'true', '.nan', '.inf', '-1', '0x10', '1e9', '99999999999999999999', '1.27', '1.37', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '${', '${A:-', '${A?', '$((', '$(', '<<EOF\n', 'EOF', 'do', 'done', 'fi', 'esac',
  'while ', 'until ', 'for i in ', 'if ', 'case x in ', 'sleep 1', 'curl ', '&&', '||', '--', '--for=', '--timeout=', '=', 'http://', 'https://', '://', '[::1]', ':65536', '@sha256:', '{}', '[]', '""', '{"":', 'a'.repeat(300), '('.repeat(300), '['.repeat(300), '{a: '.repeat(100),
];

/** Changes an input at one to four places: removes, repeats, moves or inserts a part, or replaces it by a part of another input. */
export function mutate(input: string, other: string, roll: Roll): string {
  let text = input;
  for (let i = roll(4); i >= 0; i--) {
    const begin = roll(text.length + 1);
    const end = Math.min(text.length, begin + 1 + roll(roll(3) === 0 ? 80 : 6));
    const part = text.slice(begin, end);
    const from = roll(other.length + 1);
    const inserted = [
      () => '',
      () => TOKENS[roll(TOKENS.length)],
      () => part + TOKENS[roll(TOKENS.length)],
      () => part + part,
      () => part.repeat(1 + roll(40)),
      () => other.slice(from, from + 1 + roll(120)),
      () => String.fromCharCode(roll(300)),
      () => `${part}${part.split('').reverse().join('')}`,
    ][roll(8)]();
    text = text.slice(0, begin) + inserted + text.slice(end);
  }
  return text.slice(0, LONGEST);
}

/** The longest input. A limit in bytes makes a limit in seconds meaningful. */
const LONGEST = 20_000;
