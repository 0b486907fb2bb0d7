import * as fc from 'fast-check';

const [DOLLAR, OPEN, CLOSE] = Buffer.from('$()');

/**
 * Expands the variable references of a word, byte by byte, as the kubelet does: third_party/forked/golang/expansion/expand.go Expand, kubernetes 1.27.4 and
 * 1.33.13. An unknown variable keeps its reference. The byte after any other `$` becomes a character, so `$é` breaks. Kubernetes 1.35.4 and 1.37.1 keep `$é`.
 */
export function expand(word: string, variables: Readonly<Record<string, string>>): string {
  const input = Buffer.from(word);
  const output: Buffer[] = [];
  let at = 0;
  while (at < input.length) {
    const next = input[at + 1];
    const end = next === OPEN ? input.indexOf(CLOSE, at + 2) : -1;
    if (input[at] !== DOLLAR || next === undefined) {
      output.push(input.subarray(at, at + 1));
      at += 1;
    } else if (end >= 0) {
      const name = input.subarray(at + 2, end).toString();
      output.push(Buffer.from(Object.prototype.hasOwnProperty.call(variables, name) ? variables[name] : `$(${name})`));
      at = end + 1;
    } else {
      output.push(Buffer.from(next === DOLLAR ? '$' : `$${String.fromCharCode(next)}`));
      at += 2;
    }
  }
  return Buffer.concat(output).toString();
}

export const VARIABLES = { HOME: '/root', x: 'y', EMPTY: '', DOLLARS: '$$(x)' };

/** Words of a command: with variables that exist and variables that do not, incomplete references, empty words, and characters of several bytes. */
export const ANY_WORD = fc.oneof(
  fc.array(fc.constantFrom('$', '$$', '$(', '(', ')', 'HOME', 'x', '$(HOME)', '$(EMPTY)', '$(DOLLARS)', '$(none)', '$$(x)', ' ', '\n', 'é', '😀'), { maxLength: 12 }).map(parts => parts.join('')),
  fc.string({ unit: 'binary' }),
);
