import { createContext } from './command/context';
import { Effect, readSteps } from './command/effect';
import { Variables } from './command/variables';
import { Wait } from './wait';

/** The effects of a command, found by static analysis. */
export interface CommandReading {
  /** In order of execution, without waits in the background, which hold nothing. */
  readonly waits: readonly Wait[];
  /** The command first sleeps for this time. */
  readonly sleepsFirst?: number;
  /** The command only sleeps, for this number of seconds. */
  readonly delay?: number;
  /** The command never exits. */
  readonly endless: boolean;
  /** The command always exits with an error. */
  readonly fails: boolean;
  /** All parts are known: every command waits, sleeps, prints or tests. */
  readonly understood: boolean;
}

const NOTHING_KNOWN: CommandReading = { waits: [], endless: false, fails: false, understood: false };

/**
 * `words`: empty if the image decides. `env`: the variables in the manifest; a variable without a value is `$NAME`.
 * `envFrom`: more variables can exist.
 */
export function readCommand(
  words: readonly string[],
  env: ReadonlyMap<string, string>,
  { envFrom = false }: { readonly envFrom?: boolean } = {},
): CommandReading {
  if (words.length === 0) {
    return NOTHING_KNOWN;
  }
  const context = createContext(new Variables(env, envFrom));
  let steps: Effect[];
  try {
    steps = readSteps(words, context);
  } catch (error) {
    // The nesting of the script is too deep for the stack.
    if (error instanceof RangeError) {
      return NOTHING_KNOWN;
    }
    throw error;
  }
  if (context.budget.left < 0) {
    return NOTHING_KNOWN;
  }
  return {
    waits: steps.flatMap(step => step.waits),
    ...findSleepTime(steps),
    endless: steps.some(step => step.endless),
    fails: steps.some(step => step.fails),
    understood: steps.every(step => !step.real),
  };
}

/**
 * Returns the delay before a server starts, before a command writes a mark and then idles forever, or of a command that
 * only sleeps.
 */
function findSleepTime(steps: readonly Effect[]): Pick<CommandReading, 'sleepsFirst' | 'delay'> {
  const real = steps.findIndex(step => !onlyPassesTime(step));
  const end = real < 0 ? steps.length : real;
  const slept = sumSeconds(steps.slice(0, end));
  if (slept === 0) {
    return {};
  }
  if (end === steps.length) {
    return { delay: slept };
  }
  if (steps.slice(end).some(step => step.serves)) {
    return { sleepsFirst: slept };
  }
  const mark = steps.findIndex(step => step.marks);
  const beforeMark = sumSeconds(steps.slice(0, Math.max(mark, 0)));
  return beforeMark > 0 && steps[end].endless ? { sleepsFirst: beforeMark } : {};
}

function sumSeconds(steps: readonly Effect[]): number {
  return steps.reduce((sum, step) => sum + (step.seconds ?? 0), 0);
}

/** The command only waits or sleeps. */
export function onlyWaits(reading: CommandReading | undefined): boolean {
  return reading !== undefined && reading.understood && (reading.waits.length > 0 || reading.delay !== undefined);
}

/** Reads a hook with the `sleep` action. */
export function createDelay(seconds: number): CommandReading {
  return { waits: [], delay: seconds > 0 ? seconds : undefined, endless: false, fails: false, understood: true };
}

function onlyPassesTime(step: Effect): boolean {
  return !step.real && !step.endless && step.waits.length === 0 && step.seconds !== undefined;
}
