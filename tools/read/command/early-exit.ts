import { Context, enterNested } from './context';
import { ShellNode, getParts } from '../shell/syntax';

/** The node can leave the enclosing loop, function or script. */
export function canLeave(node: ShellNode, context: Context): boolean {
  return hasCommand(node, context, ([name], isInLoop) => name === 'exit' || name === 'return' || (name === 'break' && !isInLoop));
}

/** The node can end the script without an error, or replace it with another program. The rest of the script then does not run. */
export function canEndWithoutError(node: ShellNode, context: Context): boolean {
  return hasCommand(node, context, ([name, first]) => name === 'exit' ? !/^[1-9]\d*$/.test(first ?? '') : name === 'exec' && first !== undefined);
}

/** Searches the node and the functions that it calls. A background process leaves nothing. `isInLoop`: the position is in a loop inside the node. */
function hasCommand(
  node: ShellNode, context: Context, isWanted: (words: readonly string[], isInLoop: boolean) => boolean, isInLoop = false,
): boolean {
  if (--context.budget.left < 0) { return false; }
  switch (node.kind) {
    case 'command': {
      const words = node.words.map(word => word.text);
      const [body, ofBody] = [context.functions.get(words[0] ?? ''), enterNested(context)];
      return isWanted(words, isInLoop) || (body !== undefined && ofBody !== undefined && hasCommand(body, ofBody, isWanted, isInLoop));
    }
    case 'list': return node.items.some(item => !item.background && hasCommand(item.node, context, isWanted, isInLoop));
    case 'loop':
    case 'for': return getParts(node).some(part => hasCommand(part, context, isWanted, true));
    case 'function': return false;
    default: return getParts(node).some(part => hasCommand(part, context, isWanted, isInLoop));
  }
}
