import { ArithmeticFor, For, SyntaxNode } from 'unbash';
import { Context, expandText } from './context';
import { isTest } from './known-commands';
import { getParts, isNegated, isSimpleCommand, listWords } from './syntax';

/** Returns the number of iterations of a `for` loop. */
export function countForRuns(loop: For | ArithmeticFor, context: Context): number | undefined {
  if (loop.type === 'ArithmeticFor') {
    const { test } = loop;
    const below = test?.type === 'ArithmeticBinary' && test.operator === '<' && test.right.type === 'ArithmeticWord' ? test.right.value : '';
    return /^\d+$/.test(below) ? Number(below) : undefined;
  }
  const texts = (loop.wordlist ?? []).map(word => expandText(word.value, context));
  if (texts.length === 1) {
    const [, first, last] = /^(?:\$\(|`)\s*seq\s+(?:(\d+)\s+)?(\d+)\s*(?:\)|`)$/.exec(texts[0]) ?? [];
    if (last !== undefined) { return Math.max(Number(last) - Number(first ?? 1) + 1, 0); }
    const [, from, to] = /^\{(\d+)\.\.(\d+)\}$/.exec(texts[0]) ?? [];
    if (to !== undefined) { return Math.abs(Number(to) - Number(from)) + 1; }
  }
  return texts.some(text => /[$`*?[]/.test(text)) ? undefined : texts.length;
}

/** `[ $i -lt 30 ]`, for a counter that begins at 0. */
export function countConditionRuns(condition: SyntaxNode, until: boolean): number | undefined {
  const only = unwrapSingleNode(condition);
  if (!isSimpleCommand(only)) { return undefined; }
  const words = listWords(only);
  const at = words.findIndex(({ text }) => (until ? ['-ge', '-gt', '-eq'] : ['-lt', '-le', '-ne']).includes(text));
  const limit = words[at + 1]?.text ?? '';
  const counts = at > 0 && words[at - 1].substitutions.length === 0 && isTest(words[0].text);
  return counts && /^\d+$/.test(limit) ? Number(limit) : undefined;
}

const ALWAYS = ['true', ':', '[ 1 ]', '[ true ]', '[[ -n true ]]', '((1))', '(( 1 ))', '[ 1 -eq 1 ]', '/bin/true', 'test 1'];
const NEVER = ['false', '[ 0 -eq 1 ]', '((0))'];

/** `while true`, `until false`, `while sleep 5`: the condition never ends the loop. */
export function isEndlessCondition(condition: SyntaxNode, until: boolean): boolean {
  const only = unwrapSingleNode(condition);
  if (isNegated(only)) { return isEndlessCondition(getParts(only)[0], !until); }
  if (!isSimpleCommand(only)) { return false; }
  const words = listWords(only).map(w => w.text);
  return (until ? NEVER : ALWAYS).includes(words.join(' ')) || (!until && words[0] === 'sleep');
}

function unwrapSingleNode(node: SyntaxNode): SyntaxNode {
  const parts = getParts(node);
  return node.type === 'CompoundList' && parts.length === 1 ? parts[0] : node;
}
