import { Lexer } from 'yaml';

/** The most nested collections that are read. The YAML library recurses for each collection, and a full stack can end the process: V8 aborts if it compiles a regular expression then. */
const MOST_LEVELS = 500;

/** Each level of a block is at a further column. */
const DEEP_BLOCK = new RegExp(`^[ ?-]{${2 * MOST_LEVELS},}[^ ?\\n-]`, 'm');

/** The token before the text of a scalar. */
const SCALAR = '\x1f';

/** Returns whether a YAML text is nested too deeply for the YAML library. */
export function isTooDeep(text: string): boolean {
  return DEEP_BLOCK.test(text) || (hasManyBrackets(text) && exceedsLevels(text));
}

/** Most texts have few brackets, and need no tokens. */
function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(/[[{]/g)) {
    if (++count > MOST_LEVELS) { return true; }
  }
  return false;
}

function exceedsLevels(text: string): boolean {
  let levels = 0;
  let last = '';
  for (const token of new Lexer().lex(text)) {
    if (last !== SCALAR && (token === '[' || token === '{') && ++levels > MOST_LEVELS) { return true; }
    if (last !== SCALAR && (token === ']' || token === '}')) { levels--; }
    last = token;
  }
  return false;
}
