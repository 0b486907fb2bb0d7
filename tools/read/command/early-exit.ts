import { Statement, SyntaxNode } from 'unbash';
import { Context, enterNested } from './context';
import { isTest } from './known-commands';
import { getParts, isSimpleCommand, listTexts, unwrapNode } from './syntax';

/** No later command of the list runs: `exec /app`, `exit`, `break`. */
export function endsList({ command, background }: Statement): boolean {
  const [name, program] = command.type === 'Command' && !background ? listTexts(command) : [];
  return name === 'exec' ? program !== undefined : name === 'exit' || name === 'return' || name === 'break';
}

/** `exit 1` */
export function exitsWithError({ command, background }: Statement): boolean {
  const [name, code] = command.type === 'Command' && !background ? listTexts(command) : [];
  return name === 'exit' && isErrorCode(code);
}

/** The node can end the script, or a function, with an error. */
export function canFail(node: SyntaxNode, context: Context): boolean {
  return hasCommand(
    node,
    context,
    ([name, code = '0']) => (name === 'exit' || name === 'return') && (isErrorCode(code) || code.includes('$')),
  );
}

/** The node exits with the result of a test: `[ $ok = 1 ]`. */
export function endsWithTest(node: SyntaxNode): boolean {
  const parts = getParts(node);
  if (node.type === 'AndOr') {
    return node.operators.every(operator => operator === '&&') && parts.some(endsWithTest);
  }
  if (node.type === 'Pipeline' && parts.length === 1) {
    return endsWithTest(parts[0]);
  }
  const [name = ''] = listTexts(node);
  return name === 'false' || isTest(name);
}

/** After its last run, a loop exits with the code of the check: `do sleep 1; nc -z db 5432 && break; done`. */
export function endsWithCheck(body: SyntaxNode): boolean {
  const last = body.type === 'CompoundList' ? body.commands.at(-1) : undefined;
  const node = last && unwrapNode(last);
  return node?.type === 'AndOr' && node.operators.every(operator => operator === '&&') && !endsWithTest(node);
}

const isErrorCode = (code: string | undefined) => /^[1-9]\d*$/.test(code ?? '');

/** The loop makes one run at most. */
export function leavesAlways(body: SyntaxNode): boolean {
  return body.type === 'CompoundList' && body.commands.some(endsList);
}

/** The node can leave the enclosing loop, function or script. */
export function canLeave(node: SyntaxNode, context: Context): boolean {
  return hasCommand(
    node,
    context,
    ([name], isInLoop) => name === 'exit' || name === 'return' || (name === 'break' && !isInLoop),
  );
}

/**
 * The node can end the script without an error, or replace it with another program. The rest of the script then does
 * not run.
 */
export function canEndWithoutError(node: SyntaxNode, context: Context): boolean {
  return hasCommand(node, context, ([name, first]) =>
    name === 'exit' ? !isErrorCode(first) : name === 'exec' && first !== undefined,
  );
}

/** After an error, the script ends: `set -e`. */
export function isErrexit({ command }: Statement): boolean {
  const [name, ...options] = command.type === 'Command' ? listTexts(command) : [];
  return name === 'set' && options.some(option => option === 'errexit' || /^-[a-z]*e/.test(option));
}

/**
 * Searches the node and the functions that it calls. A background process leaves nothing. `isInLoop`: the position is
 * in a loop inside the node.
 */
export function hasCommand(
  node: SyntaxNode,
  context: Context,
  isWanted: (words: readonly string[], isInLoop: boolean) => boolean,
  isInLoop = false,
): boolean {
  if (--context.budget.left < 0) {
    return false;
  }
  const isFound = (part: SyntaxNode) => hasCommand(part, context, isWanted, isInLoop);
  if (isSimpleCommand(node)) {
    const words = listTexts(node);
    const [body, ofBody] = [context.functions.get(words[0] ?? ''), enterNested(context)];
    return (
      isWanted(words, isInLoop) ||
      (body !== undefined && ofBody !== undefined && hasCommand(body, ofBody, isWanted, isInLoop))
    );
  }
  switch (node.type) {
    case 'Script':
    case 'CompoundList':
      return node.commands.some(({ command, background }) => !background && isFound(unwrapNode(command)));
    case 'While':
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
      return getParts(node).some(part => hasCommand(part, context, isWanted, true));
    case 'Function':
    case 'Coproc':
      return false;
    default:
      return getParts(node).some(isFound);
  }
}
