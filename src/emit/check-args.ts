import { Awaitable } from '../api/private/check';
import { buildAgentArguments } from '../pod/checks';

/** Returns the arguments of the agent for a condition. With `retries`, the agent repeats a blocking command that fails. */
export function waitArguments(check: Awaitable, options: { readonly retries: boolean }): string[] {
  switch (check.kind) {
    case 'allOf': return check.checks.flatMap(c => waitArguments(c, options));
    case 'mark': return [`--marked=${check.file}:${check.key}`];
    case 'ended': return [`--exited=${check.file}:${check.key}`, ...(check.isFinal ? ['--final'] : [])];
    default: {
      const words = buildAgentArguments(check, options);
      if ('why' in words) { throw new Error(`unreachable: the planner gives the agent no check of kind ${check.kind}`); }
      return words;
    }
  }
}
