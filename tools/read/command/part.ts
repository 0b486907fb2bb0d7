import { NO_QUESTION, OTHER_QUESTION, Question } from './question';
import { Wait } from '../wait';

/** Facts that hold for the whole if they hold for one of its parts. */
const TRAITS = [
  /** Does more than wait, check, sleep, test and print. */
  'real',
  /** Checks something once. */
  'probes',
  /** Can be the main process of the container; file operations cannot. */
  'serves',
  /** Does more than ask: it changes a server, keeps a file, or relies on more than an answer. */
  'works',
  'endless',
  /** Ends the script with an error. */
  'fails',
  /** Can end the script, or a function, with an error. */
  'canFail',
  /** Can end the script without an error, or replace it with another program. */
  'canEnd',
  'returns',
  'exits',
] as const;

/** What a part of a script does. */
export interface Part extends Partial<Readonly<Record<(typeof TRAITS)[number], boolean>>> {
  /** A wait with a limit `goesOn` if the part then has the exit code 0. */
  readonly waits: readonly Wait[];
  /** The time, from calls of `sleep`; `NaN`: unknown. */
  readonly seconds: number;
  /** The time before the first command that does not only sleep or print. */
  readonly sleepsFirst: number;
  /** What its exit code says. */
  readonly asks: Question;
  /** What it asks before it leaves the loop or the function around it; `undefined`: it never leaves. */
  readonly leaves?: Question;
}

export const NOTHING: Part = { waits: [], seconds: 0, sleepsFirst: 0, asks: NO_QUESTION };
export const UNKNOWN: Part = {
  ...NOTHING,
  seconds: NaN,
  asks: OTHER_QUESTION,
  real: true,
  serves: true,
  works: true,
};

/** Returns the parts as one, which run one after the other. */
export function combineParts(parts: readonly Part[]): Part {
  let sleepsFirst = 0;
  for (const part of parts) {
    if (!onlyPassesTime(part)) {
      sleepsFirst += part.sleepsFirst;
      break;
    }
    sleepsFirst += part.seconds;
  }
  return {
    ...Object.fromEntries(TRAITS.map(trait => [trait, parts.some(part => part[trait])])),
    waits: parts.flatMap(part => part.waits),
    seconds: parts.reduce((sum, part) => sum + part.seconds, 0),
    sleepsFirst,
    asks: OTHER_QUESTION,
    leaves: parts.some(part => part.leaves) ? OTHER_QUESTION : undefined,
  };
}

export function onlyPassesTime({ real, probes, endless, waits, seconds }: Part): boolean {
  return !real && !probes && !endless && waits.length === 0 && !Number.isNaN(seconds);
}

export function changeWaits(part: Part, change: (wait: Wait) => Partial<Wait>): Part {
  return { ...part, waits: part.waits.map(wait => ({ ...wait, ...change(wait) })) };
}

/** Whether the part runs to its end is unknown, so its time is unknown. */
export function makeUncertain(part: Part): Part {
  const seconds = part.seconds === 0 ? 0 : NaN;
  return { ...part, seconds, sleepsFirst: 0, endless: false, fails: false };
}

/** A condition can skip the part. */
export function makeConditional(part: Part): Part {
  return changeWaits(makeUncertain(part), () => ({ conditional: true }));
}

/** The script goes on after a wait of the part that has reached its limit. */
export function ignoreLimits(part: Part): Part {
  return changeWaits(part, ({ bounded }) => ({ goesOn: bounded }));
}

/** After this time, the part ends with an error; `NaN`: after an unknown time. */
export function limitTime(part: Part, limit: number): Part {
  const limitSeconds = Number.isNaN(limit) ? undefined : limit;
  const limited = changeWaits(part, wait => ({ bounded: true, limitSeconds: wait.limitSeconds ?? limitSeconds }));
  return { ...limited, seconds: Math.min(part.endless ? Infinity : part.seconds, limit), endless: false };
}

/** A shell of its own: it ends without the script around it. */
export function closeShell(part: Part): Part {
  return { ...part, leaves: undefined, returns: false, exits: false, canEnd: false };
}
