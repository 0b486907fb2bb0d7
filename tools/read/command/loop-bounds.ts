import { Context, expandWords } from './context';
import { isTest } from './known-commands';
import { ShellNode } from '../shell/syntax';
import { Word } from '../shell/tokens';

/** Returns the number of iterations of a `for` loop. */
export function countForRuns(words: readonly Word[], context: Context): number | undefined {
  const texts = expandWords(words, context);
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
export function countConditionRuns(condition: ShellNode, until: boolean): number | undefined {
  const only = unwrapSingleNode(condition);
  if (only.kind !== 'command') { return undefined; }
  const words = only.words.map(w => w.text);
  const at = words.findIndex(word => (until ? ['-ge', '-gt', '-eq'] : ['-lt', '-le', '-ne']).includes(word));
  const counts = at > 0 && only.words[at - 1].substitutions.length === 0;
  return counts && isTest(words[0]) && /^\d+$/.test(words[at + 1] ?? '') ? Number(words[at + 1]) : undefined;
}

const ALWAYS = ['true', ':', '[ 1 ]', '[ true ]', '[[ true ]]', '((1))', '(( 1 ))', '[ 1 -eq 1 ]', '/bin/true', 'test 1'];
const NEVER = ['false', '[ 0 -eq 1 ]', '((0))'];

/** `while true`, `until false`, `while sleep 5`: the condition never ends the loop. */
export function isEndlessCondition(condition: ShellNode, until: boolean): boolean {
  const only = unwrapSingleNode(condition);
  if (only.kind === 'not') { return isEndlessCondition(only.of, !until); }
  if (only.kind !== 'command') { return false; }
  const words = only.words.map(w => w.text);
  return (until ? NEVER : ALWAYS).includes(words.join(' ')) || (!until && words[0] === 'sleep');
}

/** `for ((;;))` */
export function isEndlessFor([first]: readonly Word[]): boolean {
  return /^\(\([^;]*;\s*;/.test(first?.text ?? '');
}

function unwrapSingleNode(node: ShellNode): ShellNode {
  return node.kind === 'list' && node.items.length === 1 ? node.items[0].node : node;
}
