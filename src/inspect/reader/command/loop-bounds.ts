import { Context, expandedWords } from './context';
import { isTest } from './known-commands';
import { Node } from '../shell/syntax';
import { Word } from '../shell/tokens';

/** Returns the number of iterations of a `for` loop. */
export function countOfWords(words: readonly Word[], context: Context): number | undefined {
  const texts = expandedWords(words, context);
  if (texts.length === 1) {
    const [, first, last] = /^(?:\$\(|`)\s*seq\s+(?:(\d+)\s+)?(\d+)\s*(?:\)|`)$/.exec(texts[0]) ?? [];
    if (last !== undefined) { return Math.max(Number(last) - Number(first ?? 1) + 1, 0); }
    const [, from, to] = /^\{(\d+)\.\.(\d+)\}$/.exec(texts[0]) ?? [];
    if (to !== undefined) { return Math.abs(Number(to) - Number(from)) + 1; }
    const [, below] = /^\(\([^;]*;[^;<]*<\s*(\d+)\s*;[^;]*\)\)$/.exec(texts[0]) ?? [];
    if (below !== undefined) { return Number(below); }
  }
  return texts.some(text => /[$`*?[]|^\(\(/.test(text)) ? undefined : texts.length;
}

/** `[ $i -lt 30 ]`, for a counter that begins at 0. */
export function countOfCondition(condition: Node, until: boolean): number | undefined {
  const only = onlyPartOf(condition);
  if (only.kind !== 'command') { return undefined; }
  const words = only.words.map(w => w.text);
  const at = words.findIndex(word => (until ? ['-ge', '-gt', '-eq'] : ['-lt', '-le', '-ne']).includes(word));
  const counts = at > 0 && only.words[at - 1].substitutions.length === 0;
  return counts && isTest(words[0]) && /^\d+$/.test(words[at + 1] ?? '') ? Number(words[at + 1]) : undefined;
}

const ALWAYS = ['true', ':', '[ 1 ]', '[ true ]', '[[ true ]]', '((1))', '(( 1 ))', '[ 1 -eq 1 ]', '/bin/true', 'test 1'];
const NEVER = ['false', '[ 0 -eq 1 ]', '((0))'];

/** `while true`, `until false`, `while sleep 5`: the condition never ends the loop. */
export function isForever(condition: Node, until: boolean): boolean {
  const only = onlyPartOf(condition);
  if (only.kind === 'not') { return isForever(only.of, !until); }
  if (only.kind !== 'command') { return false; }
  const words = only.words.map(w => w.text);
  return (until ? NEVER : ALWAYS).includes(words.join(' ')) || (!until && words[0] === 'sleep');
}

/** `for ((;;))` */
export function isForeverFor([first]: readonly Word[]): boolean {
  return /^\(\([^;]*;\s*;/.test(first?.text ?? '');
}

function onlyPartOf(node: Node): Node {
  return node.kind === 'list' && node.items.length === 1 ? node.items[0].node : node;
}
