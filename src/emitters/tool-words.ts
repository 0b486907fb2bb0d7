import { Awaitable } from '../model/private/check';

export function toolWords(_check: Awaitable): string[] {
  throw new Error('replaced by the branch with tool waits');
}
