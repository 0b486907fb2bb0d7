/** A word of a shell script, quotes removed; `$(…)` in it stays as it is, and its script is in `substitutions`, too. */
export interface Word {
  readonly text: string;
  readonly substitutions: readonly string[];
  /** Nothing of it was quoted: it can be a keyword. */
  readonly plain: boolean;
}

export type Token =
  | { readonly kind: 'word'; readonly word: Word }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'redirect'; readonly text: string };

/** A script that is not understood; never leaves this folder. */
export class Unreadable extends Error {}

const OPERATORS = ['&&', '||', ';;', ';', '&', '|', '(', ')', '\n'];

/** The tokens of a script in the language of POSIX shells, as far as waits are written in it: no here-documents. */
export function tokensOf(script: string): Token[] {
  const tokens: Token[] = [];
  let i = 0;
  while (i < script.length) {
    const rest = script.slice(i, i + 3);
    if (/^[ \t\r]/.test(rest)) { i++; continue; }
    if (rest.startsWith('\\\n')) { i += 2; continue; }
    if (rest.startsWith('#')) {
      while (i < script.length && script[i] !== '\n') { i++; }
      continue;
    }
    const redirect = /^(?:\d*|&)(?:>>|>&|>\||<>|<&|<<<|<<|>|<)/.exec(script.slice(i, i + 6))?.[0];
    if (redirect !== undefined) {
      if (redirect.endsWith('<<')) { throw new Unreadable('here-document'); }
      tokens.push({ kind: 'redirect', text: redirect });
      i += redirect.length;
      continue;
    }
    if (rest.startsWith('((')) {
      const end = script.indexOf('))', i);
      if (end < 0) { throw new Unreadable('(('); }
      tokens.push(plainWord(script.slice(i, end + 2)));
      i = end + 2;
      continue;
    }
    const operator = OPERATORS.find(text => rest.startsWith(text));
    if (operator !== undefined) {
      tokens.push({ kind: 'operator', text: operator === '\n' ? ';' : operator });
      i += operator.length;
      continue;
    }
    const read = wordAt(script, i);
    tokens.push({ kind: 'word', word: read.word });
    i = read.end;
  }
  return tokens;
}

function plainWord(text: string): Token {
  return { kind: 'word', word: { text, substitutions: [], plain: true } };
}

function wordAt(script: string, start: number): { word: Word; end: number } {
  let text = '';
  let plain = true;
  const substitutions: string[] = [];
  let i = start;
  let quoted = false;
  while (i < script.length && (quoted || !/[\s;&|()<>]/.test(script[i]))) {
    const char = script[i];
    if (char === '"') {
      quoted = !quoted; plain = false; i++;
    } else if (char === "'" && !quoted) {
      const end = script.indexOf("'", i + 1);
      if (end < 0) { throw new Unreadable("'"); }
      text += script.slice(i + 1, end); plain = false; i = end + 1;
    } else if (char === '\\') {
      if (script[i + 1] !== '\n') { text += quoted && !/["$`\\]/.test(script[i + 1] ?? '') ? `\\${script[i + 1] ?? ''}` : script[i + 1] ?? ''; plain = false; }
      i += 2;
    } else if (char === '`') {
      const end = script.indexOf('`', i + 1);
      if (end < 0) { throw new Unreadable('`'); }
      substitutions.push(script.slice(i + 1, end));
      text += script.slice(i, end + 1); i = end + 1;
    } else if (char === '$' && (script[i + 1] === '(' || script[i + 1] === '{')) {
      const end = closing(script, i + 1);
      if (script[i + 1] === '(' && script[i + 2] !== '(') { substitutions.push(script.slice(i + 2, end)); }
      text += script.slice(i, end + 1); i = end + 1;
    } else {
      text += char; i++;
    }
  }
  if (quoted) { throw new Unreadable('"'); }
  return { word: { text, substitutions, plain }, end: i };
}

/** Where the bracket that opens there is closed; brackets in quotes do not count. */
function closing(script: string, start: number): number {
  const [open, close] = script[start] === '(' ? ['(', ')'] : ['{', '}'];
  let depth = 0;
  for (let i = start; i < script.length; i++) {
    if (script[i] === '\\') { i++; continue; }
    if (script[i] === "'") {
      const end = script.indexOf("'", i + 1);
      if (end < 0) { break; }
      i = end;
    } else if (script[i] === open) {
      depth++;
    } else if (script[i] === close && --depth === 0) {
      return i;
    }
  }
  throw new Unreadable(open);
}
