/** A word of a shell script without its quotes. `$(…)` stays in the text, and `substitutions` contains its script. */
export interface Word {
  readonly text: string;
  readonly substitutions: readonly string[];
  /** No part of the word was quoted, so the word can be a keyword. */
  readonly plain: boolean;
}

export type Token =
  | { readonly kind: 'word'; readonly word: Word }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'redirect'; readonly text: string };

/** Thrown for an unsupported script; caught in this folder. */
export class UnsupportedScript extends Error {}

const OPERATORS = ['&&', '||', ';;', ';', '&', '|', '(', ')', '\n'];
/** Any other character is part of a word, as in a shell: a no-break space, too. */
const BLANK = /^[ \t\r]/;
const WORD_END = /[ \t\r\n;&|()<>]/;

/** A here-document. Its text begins on the next line, is the input of the command, and contains no commands. */
interface HereDocument {
  readonly delimiter: string;
  readonly indented: boolean;
}

/** Returns the tokens of a POSIX shell script, as far as waits need them. */
export function tokenize(script: string): Token[] {
  const tokens: Token[] = [];
  const hereDocuments: HereDocument[] = [];
  let i = 0;
  while (i < script.length) {
    const rest = script.slice(i, i + 3);
    if (BLANK.test(rest)) { i++; continue; }
    if (rest.startsWith('\\\n')) { i += 2; continue; }
    if (rest.startsWith('#')) {
      while (i < script.length && script[i] !== '\n') { i++; }
      continue;
    }
    const redirect = /^(?:\d*|&)(?:<<<|<<-?|<>|<&|>>|>&|>\||>|<)/.exec(script.slice(i, i + 6))?.[0];
    if (redirect !== undefined) {
      tokens.push({ kind: 'redirect', text: redirect });
      i += redirect.length;
      if (/(^|[^<])<<-?$/.test(redirect)) {
        while (BLANK.test(script[i] ?? '')) { i++; }
        const { word, end } = readWord(script, i);
        if (end === i) { throw new UnsupportedScript(redirect); }
        tokens.push({ kind: 'word', word });
        hereDocuments.push({ delimiter: word.text, indented: redirect.endsWith('-') });
        i = end;
      }
      continue;
    }
    if (rest.startsWith('((')) {
      const end = script.indexOf('))', i);
      if (end < 0) { throw new UnsupportedScript('(('); }
      tokens.push(createPlainWord(script.slice(i, end + 2)));
      i = end + 2;
      continue;
    }
    const operator = OPERATORS.find(text => rest.startsWith(text));
    if (operator === '\n') {
      tokens.push({ kind: 'operator', text: ';' });
      i = hereDocuments.splice(0).reduce((at, document) => findHereDocumentEnd(document, script, at), i + 1);
      continue;
    }
    if (operator !== undefined) {
      tokens.push({ kind: 'operator', text: operator });
      i += operator.length;
      continue;
    }
    const read = readWord(script, i);
    tokens.push({ kind: 'word', word: read.word });
    i = read.end;
  }
  if (hereDocuments.length > 0) { throw new UnsupportedScript('<<'); }
  return tokens;
}

function createPlainWord(text: string): Token {
  return { kind: 'word', word: { text, substitutions: [], plain: true } };
}

/** Returns the end of the last line of the here-document. */
function findHereDocumentEnd({ delimiter, indented }: HereDocument, script: string, start: number): number {
  for (let at = start; at < script.length;) {
    const end = script.indexOf('\n', at);
    const line = script.slice(at, end < 0 ? script.length : end);
    if ((indented ? line.replace(/^\t+/, '') : line) === delimiter) { return at + line.length; }
    at += line.length + 1;
  }
  throw new UnsupportedScript('<<');
}

function readWord(script: string, start: number): { word: Word; end: number } {
  let text = '';
  let plain = true;
  const substitutions: string[] = [];
  let i = start;
  let quoted = false;
  while (i < script.length && (quoted || !WORD_END.test(script[i]))) {
    const char = script[i];
    if (char === '"') {
      quoted = !quoted; plain = false; i++;
    } else if (char === "'" && !quoted) {
      const end = script.indexOf("'", i + 1);
      if (end < 0) { throw new UnsupportedScript("'"); }
      text += script.slice(i + 1, end); plain = false; i = end + 1;
    } else if (char === '\\') {
      if (script[i + 1] !== '\n') { text += quoted && !/["$`\\]/.test(script[i + 1] ?? '') ? `\\${script[i + 1] ?? ''}` : script[i + 1] ?? ''; plain = false; }
      i += 2;
    } else if (char === '`') {
      const end = script.indexOf('`', i + 1);
      if (end < 0) { throw new UnsupportedScript('`'); }
      substitutions.push(script.slice(i + 1, end));
      text += script.slice(i, end + 1); i = end + 1;
    } else if (char === '$' && (script[i + 1] === '(' || script[i + 1] === '{')) {
      const end = findClosing(script, i + 1);
      if (script[i + 1] === '(' && script[i + 2] !== '(') { substitutions.push(script.slice(i + 2, end)); }
      text += script.slice(i, end + 1); i = end + 1;
    } else {
      text += char; i++;
    }
  }
  if (quoted) { throw new UnsupportedScript('"'); }
  return { word: { text, substitutions, plain }, end: i };
}

const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '{': '}', '"': '"' };

/** Returns the position of the matching bracket. Brackets in quotes do not count. */
function findClosing(script: string, start: number): number {
  const open = [script[start]];
  for (let i = start + 1; i < script.length; i++) {
    const [char, inside] = [script[i], open[open.length - 1]];
    if (char === '\\') {
      i++;
    } else if (char === CLOSED_BY[inside]) {
      open.pop();
      if (open.length === 0) { return i; }
    } else if (char === "'" && inside !== '"') {
      const end = script.indexOf("'", i + 1);
      if (end < 0) { break; }
      i = end;
    } else if (char === '$' && (script[i + 1] === '(' || script[i + 1] === '{')) {
      open.push(script[++i]);
    } else if (char === inside || char === '"') {
      open.push(char);
    }
  }
  throw new UnsupportedScript(script[start]);
}
