import { ArithmeticFor, For, While } from 'unbash';
import { Context } from './context';
import { countForRuns, isEndless } from './loop-bounds';
import { combineParts, Part } from './part';
import { OTHER_QUESTION, Question } from './question';
import { endsList } from './syntax';
import { describeTarget } from '../wait';

/** Reads a loop, from its condition and its body. */
export function readLoop(loop: While | For | ArithmeticFor, clause: Part, body: Part, context: Context): Part {
  const inside: Part = {
    ...combineParts([clause, body]),
    waits: body.waits,
    sleepsFirst: 0,
    leaves: body.returns || body.exits ? OTHER_QUESTION : undefined,
  };
  const waitsForNothing = { ...inside, seconds: NaN, real: true, fails: false };
  // The loop makes one run at most.
  if (loop.body.commands.some(endsList)) {
    return waitsForNothing;
  }
  const endless =
    loop.type === 'While' ? isEndless(clause.asks, loop.kind) : loop.type === 'ArithmeticFor' && !loop.test;
  const awaited = loop.type === 'While' && !endless ? findAwaited(loop, clause, body) : undefined;
  if (awaited) {
    const bounded = awaited.others || clause.leaves !== undefined || body.leaves !== undefined;
    const wait = createLoopWait(awaited, bounded, inside, body);
    return { ...wait, waits: [...wait.waits, ...body.waits] };
  }
  const exit = body.leaves;
  if (exit && exit.targets.length > 0) {
    return createLoopWait(exit, !endless || exit.others === true, inside, body);
  }
  if (endless) {
    return { ...inside, seconds: NaN, real: inside.real || exit !== undefined, endless: exit === undefined };
  }
  if (loop.type === 'While') {
    return waitsForNothing;
  }
  const count = loop.type === 'For' ? countForRuns(loop, context) : undefined;
  return inside.seconds === 0 ? inside : { ...inside, seconds: (count ?? NaN) * inside.seconds };
}

/** Returns what the condition waits for; `undefined`: nothing known. */
function findAwaited({ kind }: While, { asks }: Part, body: Part): Question | undefined {
  const { targets, words, others, verdict } = asks;
  if ((kind === 'until') === asks.inverted) {
    return undefined;
  }
  if (targets.length > 0) {
    return asks;
  }
  const isProgram = words !== undefined && others && verdict === undefined;
  const onlySleeps = !body.real && !body.probes && body.seconds > 0;
  return isProgram && onlySleeps ? { ...asks, targets: [{ kind: 'program', words }], others: false } : undefined;
}

/**
 * `bounded`: the loop has a limit, after which the script goes on, unless the loop ends it with an error, or its last
 * command is the check.
 */
function createLoopWait({ targets: all, anyStatus }: Question, bounded: boolean, inside: Part, body: Part): Part {
  const targets = [...new Map(all.map(target => [describeTarget(target), target])).values()];
  const goesOn = bounded && !inside.canFail && body.asks.verdict !== 'check';
  const real = body.real || targets.some(({ kind }) => kind === 'program');
  const serves = real && body.serves;
  const waits = [{ targets, bounded, goesOn, anyStatus }];
  return { ...inside, seconds: NaN, waits, real, serves, probes: false, endless: false };
}
