import { readCheck } from './checks';
import { Context, findScripts } from './context';
import { parseOptions } from './options';
import { Part } from './part';
import { Question } from './question';
import { ShellWord } from './syntax';

const OPERATORS = /^(?:\[\[?|\]\]?|test|!|==?|!=|=~|-eq|-ne|-[ao]|&&|\|\|)$/;

/** Whether a comparison only tells that the server is ready. `answered`: the commands whose answers it compares. */
export function comparesPlainly(answered: Question, words: readonly ShellWord[], context: Context): boolean {
  const literals = words.filter(word => findScripts(word, context).length === 0 && !OPERATORS.test(word.text));
  return answered.checks.every(check => literals.every(({ text }) => isPlainAnswer(text, check, context)));
}

const PLAIN_INPUT = /^(?:echo|printf) (?:-\w+ ?)*(?:ruok|srvr|ping|quit|exit|select 1;?)?(?:\\[rn])*$/i;

/** `echo ruok | nc zk 2181 | grep imok`: a plain text goes into the check, and a plain answer comes out. */
export function pipesPlainly({ checks: [check] }: Question, parts: readonly Part[], context: Context): boolean {
  const at = parts.findIndex(({ asks }) => asks.checks.length > 0);
  const isPlainInput = at < 1 || (at === 1 && PLAIN_INPUT.test((parts[0].asks.words ?? []).join(' ')));
  const filters = at < 0 ? [] : parts.slice(at + 1).map(({ asks }) => asks.words ?? []);
  return (
    isPlainInput &&
    filters.every(([name, ...words]) => {
      const { values, rest } = parseOptions(words, '-e -m');
      return /^e?grep$/.test(name) && isPlainAnswer(values.get('-e') ?? rest[0] ?? '', check, context);
    })
  );
}

/** An answer that proves no more than that the server is ready. */
function isPlainAnswer(text: string, check: readonly string[], context: Context): boolean {
  const [target] = readCheck(check, context.env)?.targets ?? [];
  const answer = text.replace(/^\^|\$$/g, '');
  if (target?.kind === 'network' && /^https?$/.test(target.protocol)) {
    const isStatus = check.some(word => /http_code|response_code|^--spider$|^--head$|^-[a-zA-Z]*I$/.test(word));
    return isStatus && /^(?:HTTP\S* )?[23](?:\d\d|\.\.)(?: OK)?$/.test(answer);
  }
  // The words that ask for an object or a name already say what the answer proves.
  const isNamed = target?.kind === 'kubernetes' || target?.kind === 'name';
  return isNamed ? !/^(?:-[gl][et]|\d+)$/.test(answer) : PLAIN_ANSWER.test(answer);
}

const PLAIN_ANSWER =
  /^x?(?:\+?PONG|imok|open|succeeded|connected|(?:\S+ - )?accepting(?: connections)?|(?:mysqld is )?alive)$/i;
