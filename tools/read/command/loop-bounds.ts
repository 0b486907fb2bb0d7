import { For, WhileKind } from 'unbash';
import { Context, expandText } from './context';
import { Question } from './question';

/** Returns the number of iterations of a `for` loop over words, or over `$(seq 30)`. */
export function countForRuns(loop: For, context: Context): number | undefined {
  const texts = (loop.wordlist ?? []).map(word => expandText(word.value, context));
  const [, first = 1, last] = /^(?:\$\(|`)\s*seq\s+(?:(\d+)\s+)?(\d+)\s*(?:\)|`)$/.exec(texts.join(' ')) ?? [];
  if (last !== undefined) {
    return Math.max(Number(last) - Number(first) + 1, 0);
  }
  return listForWords(loop, context)?.length;
}

/** Returns the words of a `for` loop: `for host in db cache`; `undefined`: unknown. */
export function listForWords({ wordlist }: For, context: Context): string[] | undefined {
  const words = wordlist?.flatMap(({ value }) => {
    const text = expandText(value, context);
    return value.includes('$') ? text.split(/\s+/).filter(word => word !== '') : [text];
  });
  return !words || words.some(word => /[$`*?[{]/.test(word)) ? undefined : words;
}

const ALWAYS = ['true', ':', '[ 1 ]', '[ true ]', '[[ -n true ]]', '((1))', '(( 1 ))', '[ 1 -eq 1 ]', 'test 1'];
const NEVER = ['false', '[ 0 -eq 1 ]', '((0))'];

/** `while true`, `until false`, `while sleep 5`: the condition never ends the loop. */
export function isEndless({ words = [], inverted }: Question, kind: WhileKind): boolean {
  const until = (kind === 'until') !== inverted;
  return (until ? NEVER : ALWAYS).includes(words.join(' ')) || (!until && words[0] === 'sleep');
}
