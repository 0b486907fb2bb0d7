import { CST, Lexer } from 'yaml';
import { create } from './dom';

/** The class of each kind of token of the YAML library. Plain text has no class. */
const CLASSES: Readonly<Record<string, string>> = {
  'comment': 'comment',
  'single-quoted-scalar': 'string',
  'double-quoted-scalar': 'string',
  'block-scalar': 'string',
  'block-scalar-header': 'mark',
  'alias': 'mark',
  'anchor': 'mark',
  'tag': 'mark',
};

interface Token {
  readonly type: string;
  readonly text: string;
}

/** Splits a text into tokens, also a text with errors. The texts of all tokens form the text. */
function split(text: string): Token[] {
  const tokens: Token[] = [];
  let isScalar = false;
  let isBlock = false;
  for (const lexed of new Lexer().lex(text)) {
    const type = isScalar ? 'scalar' : CST.tokenType(lexed) ?? 'error';
    // A control character announces the scalar after it.
    if (!isScalar && type === 'scalar') {
      isScalar = true;
      continue;
    }
    const isBlockScalar = isScalar && isBlock;
    isScalar = false;
    if (type === 'doc-mode' || type === 'flow-error-end') { continue; }
    if (type === 'block-scalar-header') { isBlock = true; }
    if (type === 'scalar') { isBlock = false; }
    tokens.push({ type: isBlockScalar ? 'block-scalar' : type, text: lexed });
  }
  return tokens;
}

/** Returns the parts of a YAML text: an element with a class for each colour, and the texts between them. */
export function colour(text: string): (HTMLElement | string)[] {
  const tokens = split(text);
  const parts: (HTMLElement | string)[] = [];
  let plain = '';
  tokens.forEach((token, i) => {
    const name = classOf(token, tokens[i + 1]?.type === 'space' ? tokens[i + 2] : tokens[i + 1]);
    if (name === undefined) {
      plain += token.text;
    } else {
      parts.push(plain, create('span', { class: name }, token.text));
      plain = '';
    }
  });
  return [...parts, plain];
}

function classOf({ type, text }: Token, next: Token | undefined): string | undefined {
  const isKey = next?.type === 'map-value-ind' && /scalar$/.test(type);
  if (isKey) { return 'key'; }
  const isWord = type === 'scalar' && /^(?:true|false|null|~|[-+]?[\d.]+)$/.test(text);
  return isWord ? 'word' : CLASSES[type];
}
