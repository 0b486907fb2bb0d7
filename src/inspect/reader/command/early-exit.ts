import { Context, deeper } from './context';
import { Node, partsOf } from '../shell/syntax';

/** It can leave the loop or function around it, or the script. */
export function canLeave(node: Node, context: Context): boolean {
  return hasCommand(node, context, ([name], isInLoop) => name === 'exit' || name === 'return' || (name === 'break' && !isInLoop));
}

/** It can end the script without an error, or go on as another program: what is behind it is then left out. */
export function canEndWell(node: Node, context: Context): boolean {
  return hasCommand(node, context, ([name, first]) => name === 'exit' ? !/^[1-9]\d*$/.test(first ?? '') : name === 'exec' && first !== undefined);
}

/** In it, or in a function that it calls; what is in the background leaves nothing. `isInLoop`: in one that is itself a part of the node. */
function hasCommand(node: Node, context: Context, isWanted: (words: readonly string[], isInLoop: boolean) => boolean, isInLoop = false): boolean {
  if (--context.budget.left < 0) { return false; }
  switch (node.kind) {
    case 'command': {
      const words = node.words.map(word => word.text);
      const [body, ofBody] = [context.functions.get(words[0] ?? ''), deeper(context)];
      return isWanted(words, isInLoop) || (body !== undefined && ofBody !== undefined && hasCommand(body, ofBody, isWanted, isInLoop));
    }
    case 'list': return node.items.some(item => !item.background && hasCommand(item.node, context, isWanted, isInLoop));
    case 'loop':
    case 'for': return partsOf(node).some(part => hasCommand(part, context, isWanted, true));
    case 'function': return false;
    default: return partsOf(node).some(part => hasCommand(part, context, isWanted, isInLoop));
  }
}
