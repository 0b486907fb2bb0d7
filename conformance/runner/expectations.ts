import { ContainerManifest } from './manifests';
import { Seen } from './observations';
import { Event, needsFailed, RUNNER, start } from './timestamps';

/** An assertion about a run. The runner judges it repeatedly until it holds or fails. An assertion that is open at the deadline of the story is late. */
export interface Expectation {
  readonly text: string;
  /** The runner judges the assertion in each pod with this container. */
  readonly container: string;
  readonly judge: (seen: Seen, pod: string, now: number) => Verdict;
  /** The container that may miss its dependency. Any other missing dependency fails the story. */
  readonly excuses?: string;
}

export interface Verdict {
  /** `late`: the order is right, but something does not happen within its limit. */
  readonly state: 'open' | 'holds' | 'late' | 'fails';
  readonly text: string;
  /** The order is wrong if the assertion stays open: the later event has happened. */
  readonly wrongIfOpen?: true;
  /** A fault came at another moment than the story needs, so the run shows nothing about the order. */
  readonly missedMoment?: true;
  /** The measured time, if any. */
  readonly milliseconds?: number;
}

export interface Limits {
  readonly withinMs?: number;
  readonly atLeastMs?: number;
}

/** The time until a log line becomes visible: the runner reads a log a moment after the container writes it. */
const LOG_DELAY_MS = 1000;

/** Asserts that `later` happens after `earlier`. */
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
        return { state: late ? 'late' : 'open', text: `${text}: ${late ? `not within ${withinMs} ms` : 'has not happened'}` };
      }
      if (!before) { return { state: 'open', wrongIfOpen: true, text: `${later.text}, and not after ${earlier.text}: that has not happened` }; }
      const milliseconds = (after.t - before.t) / 1000;
      if (milliseconds >= atLeastMs && milliseconds <= withinMs) { return { state: 'holds', text, milliseconds }; }
      const early = milliseconds < atLeastMs;
      const limit = early ? `at least ${atLeastMs}` : `at most ${withinMs}`;
      const outside = { text: `${text}: ${signed(milliseconds)} ms, must be ${limit}`, milliseconds };
      if (later.container === RUNNER) { return { ...outside, state: 'late', missedMoment: true }; }
      return { ...outside, state: early ? 'fails' : 'late' };
    },
  };
}

/** Asserts that the container starts after the event and finds its dependencies. */
export function startsAfter(container: string, earlier: Event, limits: Limits = {}): Expectation {
  const order = follows(start(container), earlier, limits);
  return {
    ...order,
    judge: (seen, pod, now) => {
      const verdict = order.judge(seen, pod, now);
      const met = seen.needsMet(container, pod);
      if (verdict.state !== 'holds' || met) { return verdict; }
      if (met === undefined) { return { state: 'open', text: verdict.text }; }
      const missed = seen.all.filter(s => s.pod === pod && s.container === container && s.stamp === 'needs-failed');
      return missed.every(s => seen.hasWaited(s))
        ? { state: 'late', text: `${verdict.text}, and gets no answer in time` }
        : { state: 'fails', text: `${container} misses what it needs` };
    },
  };
}

/** Asserts a wrong order: the container starts before the event. */
export function startsBefore(container: string, later: Event, limits: Limits = {}): Expectation {
  return follows(later, start(container), limits);
}

/** Asserts that the event happens. */
export function happens(event: Event): Expectation {
  return {
    text: event.text,
    container: event.container,
    judge: (seen, pod) => seen.find(event, pod) ? { state: 'holds', text: event.text } : { state: 'open', text: `${event.text}: has not happened` },
  };
}

/** Asserts the number in the detail of an event. */
export function counts(event: Event, { atLeast = 0, atMost = Infinity }: { readonly atLeast?: number; readonly atMost?: number }): Expectation {
  return {
    ...happens(event),
    judge: (seen, pod) => {
      const stamp = seen.find(event, pod);
      if (!stamp) { return { state: 'open', text: `${event.text}: has not happened` }; }
      const count = Number(stamp.detail);
      return { state: count >= atLeast && count <= atMost ? 'holds' : 'fails', text: `${event.text}: ${count}, must be ${atLeast} to ${atMost}` };
    },
  };
}

/** Asserts that the event does not happen within `forMs` after another event. */
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

/** Asserts a condition on the pod spec in the API server. */
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

/** Asserts a wrong order: the first run of the container misses its dependency and exits with 1. */
export function crashesFirst(container: string): Expectation {
  return crashesIn(1, container);
}

/** Asserts a wrong order: the nth run of the container misses its dependency and exits with 1, after runs that found it. */
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
