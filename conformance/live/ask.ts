import { Fault } from '../runner/faults';
import { Event, RUNNER } from '../runner/timestamps';

const nameOf = (container: string) => `why has the pod of ${container} not started?`;

/** Reads the pod with the container from the API server, and asks the library why the pod has not started. */
export function askWhy(container: string, { at, afterMs = 0 }: { readonly at: Event; readonly afterMs?: number }): Fault {
  return { name: nameOf(container), at, afterMs, action: { kind: 'ask-why', container } };
}

/** The event of an answer that matches. */
export const asked = (container: string, answer: RegExp): Event =>
  ({ container: RUNNER, stamp: nameOf(container), detail: answer, nth: 1, text: `the answer to '${nameOf(container)}' is like ${answer}` });
