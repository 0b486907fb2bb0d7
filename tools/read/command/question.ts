import { WaitTarget } from '../wait';

/** What the exit code of a part of a script says, as the condition of a loop. */
export interface Question {
  readonly targets: readonly WaitTarget[];
  readonly anyStatus?: boolean;
  /** The condition also contains a comparison, or an unknown command. */
  readonly others?: boolean;
  /** The condition passes while the target is absent: `[ ! -f FILE ]`, `[ "$(…)" != 200 ]`. */
  readonly inverted: boolean;
  /** The command always passes, such as `true` or `echo`. */
  readonly passes?: boolean;
  /** The exit code is the result of a comparison, or of a check. */
  readonly verdict?: 'test' | 'check';
  /** The words of the only command. */
  readonly words?: readonly string[];
  /** The words of the checks whose answers another command can examine. */
  readonly checks: readonly (readonly string[])[];
}

export const NO_QUESTION: Question = { targets: [], inverted: false, checks: [] };
export const OTHER_QUESTION: Question = { ...NO_QUESTION, others: true };

/** The last part gives the exit code. */
export function mergeQuestions(all: readonly Question[]): Question {
  return {
    targets: all.flatMap(({ targets }) => targets),
    anyStatus: all.some(({ anyStatus }) => anyStatus),
    others: all.some(({ others }) => others),
    inverted: all.some(({ inverted }) => inverted),
    verdict: all.at(-1)?.verdict,
    words: all.length === 1 ? all[0].words : undefined,
    checks: all.flatMap(({ checks }) => checks),
  };
}

/** The last command of a list decides: `nc -z db 5432; true` always passes. */
export function mergeList(all: readonly Question[]): Question {
  const last = all.at(-1);
  return last?.passes ? last : mergeQuestions(all);
}

/**
 * `a || b` passes with either of them, and so does `! a && ! b` as the condition of `while`: the loop waits for
 * neither.
 */
export function mergeChain(all: readonly Question[], operators: readonly string[]): Question {
  const merged = mergeQuestions(all);
  const hasAlternatives = operators.includes(merged.inverted ? '&&' : '||');
  if (hasAlternatives && all.filter(({ targets, passes }) => targets.length > 0 || passes).length > 1) {
    return OTHER_QUESTION;
  }
  const verdicts = operators.includes('||') ? [] : all.map(({ verdict }) => verdict);
  return { ...merged, verdict: (['test', 'check'] as const).find(verdict => verdicts.includes(verdict)) };
}

export function invert(question: Question): Question {
  return { ...question, inverted: !question.inverted };
}

/** The command leaves the loop when the target is present. Otherwise the loop is no wait for the target. */
export function guardExit(guard: Question): Question {
  return guard.targets.length > 0 && !guard.inverted ? guard : OTHER_QUESTION;
}

/** Returns what the parts ask before they leave; `undefined`: no part leaves. */
export function mergeExits(all: readonly (Question | undefined)[]): Question | undefined {
  const exits = all.filter(exit => exit !== undefined);
  return exits.length > 0 ? mergeQuestions(exits) : undefined;
}
