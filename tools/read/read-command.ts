import { createContext } from './command/context';
import { onlyPassesTime, Part } from './command/part';
import { readWords } from './command/read-part';
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
  /** All parts are known, and one does work: it changes a server, writes a file, or proves more than an answer. */
  readonly works?: boolean;
}

const NOTHING_KNOWN: CommandReading = { waits: [], endless: false, fails: false, understood: false };

/**
 * `words`: empty if the image decides. `env`: the variables in the manifest; a variable without a value is `$NAME`.
 * `envFrom`: more variables can exist. `keepsFiles`: the container mounts a volume.
 */
export function readCommand(
  words: readonly string[],
  env: ReadonlyMap<string, string>,
  { envFrom = false, keepsFiles = false }: { readonly envFrom?: boolean; readonly keepsFiles?: boolean } = {},
): CommandReading {
  if (words.length === 0) {
    return NOTHING_KNOWN;
  }
  const context = createContext(new Variables(env, envFrom), keepsFiles);
  const part = tryDeep(() => readWords(words, context));
  if (!part || context.budget.left < 0) {
    return NOTHING_KNOWN;
  }
  const { waits, endless = false, fails = false, real, probes, works } = part;
  const understood = !real && !probes;
  return { waits, ...findSleepTime(part), endless, fails, understood, works: understood && works };
}

/** Returns `undefined` if the nesting of the script is too deep for the stack. */
function tryDeep<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** Returns the delay before a server starts, or of a command that only sleeps. */
function findSleepTime(part: Part): Pick<CommandReading, 'sleepsFirst' | 'delay'> {
  const { seconds, sleepsFirst, serves } = part;
  if (onlyPassesTime(part)) {
    return seconds > 0 ? { delay: seconds } : {};
  }
  return serves && sleepsFirst > 0 ? { sleepsFirst } : {};
}

/** The command only waits, or only sleeps. A command that only sleeps can write files meanwhile, such as a log. */
export function onlyWaits(reading: CommandReading | undefined): boolean {
  if (!reading?.understood) {
    return false;
  }
  return reading.waits.length > 0 ? !reading.works : reading.delay !== undefined;
}

/** Nothing is lost without the command: it only waits or sleeps. */
export function isReplaceable(reading: CommandReading): boolean {
  return onlyWaits(reading) && !reading.works;
}

/** Reads a hook with the `sleep` action. */
export function createDelay(seconds: number): CommandReading {
  return { waits: [], delay: seconds > 0 ? seconds : undefined, endless: false, fails: false, understood: true };
}
