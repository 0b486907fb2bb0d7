import { ContainerManifest } from './manifests';
import { Seen } from './observations';
import { Event, needsFailed, start } from './timestamps';

/** What must be true of a run. It is judged again and again until it holds or fails; what is still open at the story's deadline fails. */
export interface Expectation {
  readonly text: string;
  /** Judged in each pod that has this container. */
  readonly container: string;
  readonly judge: (seen: Seen, pod: string, now: number) => Verdict;
  /** This container is meant to miss what it needs; anywhere else that fails the story. */
  readonly excuses?: string;
}

export interface Verdict {
  readonly state: 'open' | 'holds' | 'fails';
  readonly text: string;
  /** The time that was measured, if it is one. */
  readonly milliseconds?: number;
}

export interface Limits {
  readonly withinMs?: number;
  readonly atLeastMs?: number;
}

/** For what cannot be seen at once: the log of a container is read a moment after it was written. */
const LOG_DELAY_MS = 1000;

/** `later` comes after `earlier`. */
export function follows(later: Event, earlier: Event, { withinMs = Infinity, atLeastMs = 0 }: Limits = {}): Expectation {
  const text = `${later.text} after ${earlier.text}`;
  return {
    text,
    container: later.container,
    judge: (seen, pod, now) => {
      const before = seen.find(earlier, pod);
      const after = seen.find(later, pod);
      if (!after) {
        const late = before && now - before.t > (withinMs + LOG_DELAY_MS) * 1000;
        return { state: late ? 'fails' : 'open', text: `${text}: ${late ? `not within ${withinMs} ms` : 'has not happened'}` };
      }
      if (!before) { return { state: 'open', text: `${later.text}, and not after ${earlier.text}: that has not happened` }; }
      const milliseconds = (after.t - before.t) / 1000;
      if (milliseconds >= atLeastMs && milliseconds <= withinMs) { return { state: 'holds', text, milliseconds }; }
      const limit = milliseconds < atLeastMs ? `at least ${atLeastMs}` : `at most ${withinMs}`;
      return { state: 'fails', text: `${text}: ${signed(milliseconds)} ms, must be ${limit}`, milliseconds };
    },
  };
}

/** It starts after the event, and finds what it needs. */
export function startsAfter(container: string, earlier: Event, limits: Limits = {}): Expectation {
  const order = follows(start(container), earlier, limits);
  return {
    ...order,
    judge: (seen, pod, now) => {
      const verdict = order.judge(seen, pod, now);
      const met = seen.needsMet(container, pod);
      if (verdict.state !== 'holds' || met) { return verdict; }
      return met === false ? { state: 'fails', text: `${container} misses what it needs` } : { state: 'open', text: verdict.text };
    },
  };
}

/** Disorder: it starts before the event, though the event comes. */
export function startsBefore(container: string, later: Event, limits: Limits = {}): Expectation {
  return follows(later, start(container), limits);
}

/** It happens. */
export function happens(event: Event): Expectation {
  return {
    text: event.text,
    container: event.container,
    judge: (seen, pod) => seen.find(event, pod) ? { state: 'holds', text: event.text } : { state: 'open', text: `${event.text}: has not happened` },
  };
}

/** It does not happen for so long after the other. */
export function never(event: Event, { after, forMs }: { readonly after: Event; readonly forMs: number }): Expectation {
  const text = `not within ${forMs} ms after ${after.text}: ${event.text}`;
  return {
    text,
    container: event.container,
    judge: (seen, pod, now) => {
      const from = seen.find(after, pod);
      const stamp = seen.find(event, pod);
      if (stamp && (!from || stamp.t < from.t + forMs * 1000)) {
        return { state: 'fails', text: `${event.text}${from ? ` ${signed((stamp.t - from.t) / 1000)} ms after ${after.text}` : ''}` };
      }
      return { state: from && now > from.t + (forMs + LOG_DELAY_MS) * 1000 ? 'holds' : 'open', text };
    },
  };
}

/** The API server has it so in the spec of the pod. */
export function specified(container: string, what: string, is: (spec: ContainerManifest) => boolean): Expectation {
  const text = `${container} ${what}`;
  return {
    text,
    container,
    judge: (seen, pod) => is(seen.specOf(container, pod)!) ? { state: 'holds', text } : { state: 'fails', text: `not so: ${text}` },
  };
}

export function neverStarts(container: string, limits: { readonly after: Event; readonly forMs: number }): Expectation {
  return never(start(container), limits);
}

/** Disorder: in its first run it does not find what it needs, and exits with 1. */
export function crashesFirst(container: string): Expectation {
  return crashesIn(1, container);
}

/** Disorder: in that run it does not find what it needs, though it did in those before, and exits with 1. */
export function crashesIn(run: number, container: string): Expectation {
  const text = `${container} crashes in its ${run === 1 ? 'first' : `${run}.`} run`;
  const failed = needsFailed(container);
  return {
    text,
    container,
    excuses: container,
    judge: (seen, pod) => {
      const from = seen.find(start(container, run), pod);
      const again = seen.find(start(container, run + 1), pod);
      const failure = seen.find(failed, pod);
      if (!failure) { return { state: again ? 'fails' : 'open', text: `${text}: ${failed.text} has not happened` }; }
      if (!from || failure.t < from.t) { return { state: 'fails', text: `${container} crashes sooner` }; }
      const holds = !again || failure.t < again.t;
      return { state: holds ? 'holds' : 'fails', text: holds ? text : `${container} crashes only later` };
    },
  };
}

export function signed(milliseconds: number): string {
  return `${milliseconds < 0 ? '−' : '+'}${Math.abs(milliseconds).toFixed(0)}`;
}
