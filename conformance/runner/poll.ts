import { setTimeout as sleep } from 'timers/promises';

/** Something has not happened within its limit, as on a busy machine. */
export class LateError extends Error {}

export interface PollOptions {
  readonly everyMs?: number;
  readonly withinMs: number;
}

/** Polls until there is a result. Throws a `LateError` with the name of the result after `withinMs`. */
export async function poll<T>(what: string, { everyMs = 50, withinMs }: PollOptions, attempt: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = performance.now() + withinMs; ; await sleep(everyMs)) {
    const result = await attempt();
    if (result !== undefined) { return result; }
    if (performance.now() > deadline) { throw new LateError(`not within ${withinMs / 1000} s: ${what}`); }
  }
}
