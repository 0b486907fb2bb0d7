import { SyntaxNode } from 'unbash';
import { Context, enterNested } from './context';
import { hasCommand } from './early-exit';

/** Returns the context inside a function with these arguments; `undefined`: the nesting is too deep. */
export function enterFunction(body: SyntaxNode, args: readonly string[], context: Context): Context | undefined {
  const inner = enterNested(context);
  const isMoved = hasCommand(
    body,
    context,
    ([name, ...words]) => name === 'shift' || (name === 'set' && words.includes('--')),
  );
  return inner && { ...inner, parameters: isMoved ? undefined : args };
}
