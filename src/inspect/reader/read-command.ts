import { contextOf } from './command/context';
import { Effect, stepsOfWords } from './command/effect';
import { Variables } from './command/variables';
import { Wait } from './wait';

/** What can be said of a command that nobody runs. */
export interface CommandReading {
  /** In the order in which they are made; those in the background hold nothing. */
  readonly waits: readonly Wait[];
  /** It sleeps for so long before it does anything. */
  readonly sleepsFirst?: number;
  /** It does nothing but let so many seconds pass. */
  readonly delay?: number;
  /** It is known never to end. */
  readonly endless: boolean;
  /** Nothing in it is unknown: every command is one that waits, sleeps, prints or tests. */
  readonly understood: boolean;
}

const NOTHING_KNOWN: CommandReading = { waits: [], endless: false, understood: false };

/** `words`: none where the image decides. `env`: the variables in the manifest; one whose value is not there is `$NAME`. `envFrom`: there may be more. */
export function readCommand(
  words: readonly string[], env: ReadonlyMap<string, string>, { envFrom = false }: { readonly envFrom?: boolean } = {},
): CommandReading {
  if (words.length === 0) { return NOTHING_KNOWN; }
  const context = contextOf(new Variables(env, envFrom));
  const steps = stepsOfWords(words, context);
  if (context.budget.left < 0) { return NOTHING_KNOWN; }
  return {
    waits: steps.flatMap(step => step.waits),
    ...timeOf(steps),
    endless: steps.some(step => step.endless),
    understood: steps.every(step => !step.real),
  };
}

/**
 * A delay before something that serves, or before a mark of a command that then idles for ever; or a delay that is all there is.
 */
function timeOf(steps: readonly Effect[]): Pick<CommandReading, 'sleepsFirst' | 'delay'> {
  const real = steps.findIndex(step => !onlyPassesTime(step));
  const end = real < 0 ? steps.length : real;
  const slept = secondsOf(steps.slice(0, end));
  if (slept === 0) { return {}; }
  if (end === steps.length) { return { delay: slept }; }
  if (steps.slice(end).some(step => step.serves)) { return { sleepsFirst: slept }; }
  const beforeMark = secondsOf(steps.slice(0, Math.max(steps.findIndex(step => step.marks), 0)));
  return beforeMark > 0 && steps[end].endless ? { sleepsFirst: beforeMark } : {};
}

function secondsOf(steps: readonly Effect[]): number {
  return steps.reduce((sum, step) => sum + (step.seconds ?? 0), 0);
}

/** It waits, or lets time pass, and does nothing else. */
export function onlyWaits(reading: CommandReading | undefined): boolean {
  return reading !== undefined && reading.understood && (reading.waits.length > 0 || reading.delay !== undefined);
}

/** A hook that is `sleep`. */
export function delayOf(seconds: number): CommandReading {
  return { waits: [], ...(seconds > 0 ? { delay: seconds } : {}), endless: false, understood: true };
}

function onlyPassesTime(step: Effect): boolean {
  return !step.real && !step.endless && step.waits.length === 0 && step.seconds !== undefined;
}
