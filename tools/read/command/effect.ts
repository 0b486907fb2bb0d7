import { AndOr, ArithmeticFor, For, Statement, SyntaxNode, While } from 'unbash';
import { readCheck, CommandCheck, parseSeconds } from './checks';
import { Context, enterBranch, expandWords, rememberComputed, applyAssignments } from './context';
import {
  canEndWithoutError,
  canFail,
  canLeave,
  endsList,
  endsWithCheck,
  endsWithTest,
  exitsWithError,
  isErrexit,
  leavesAlways,
} from './early-exit';
import { enterFunction } from './functions';
import { HOUSEKEEPING, isTest, isTrivial } from './known-commands';
import { countForRuns, isEndlessCondition, listForWords } from './loop-bounds';
import { readExits, readCondition, onlyChecks } from './loop-condition';
import {
  getParts,
  isSimpleCommand,
  listBranches,
  listTexts,
  listWords,
  parseScript,
  SimpleCommand,
  unwrapNode,
} from './syntax';
import { unwrapCommand } from './unwrap-command';
import { Wait } from '../wait';

/** The effect of a part of a script. */
export interface Effect {
  readonly waits: readonly Wait[];
  /** The time, from calls of `sleep`; `undefined`: unknown. */
  readonly seconds?: number;
  /** The part does more than wait, sleep, test and print. */
  readonly real: boolean;
  /** The part can be the main process of the container; file operations cannot. */
  readonly serves: boolean;
  readonly endless: boolean;
  /** The part ends the script with an error. */
  readonly fails: boolean;
  /** The part creates an empty file, as a mark for other containers. */
  readonly marks: boolean;
}

const NO_EFFECT: Effect = {
  waits: [],
  seconds: 0,
  real: false,
  serves: false,
  endless: false,
  fails: false,
  marks: false,
};
const REAL_EFFECT: Effect = { ...NO_EFFECT, seconds: undefined, real: true, serves: true };

type Loop = While | For | ArithmeticFor;

const FOREVER = 7 * 86_400;
/** A `for` loop over more words is read once. */
const MOST_FOR_WORDS = 20;

/** Analyses the straight path through a script, step by step. */
export function readSteps(words: readonly string[], context: Context): Effect[] {
  const inner = unwrapCommand(words, context);
  if (!inner) {
    return [REAL_EFFECT];
  }
  if ('words' in inner) {
    return [readSimpleEffect(inner.words, inner.context)];
  }
  const script = parseScript(inner.script);
  return script ? readNodeSteps(script, inner.context) : [REAL_EFFECT];
}

function readNodeSteps(node: SyntaxNode, context: Context): Effect[] {
  if (--context.budget.left < 0) {
    return [REAL_EFFECT];
  }
  if (isSimpleCommand(node)) {
    return readCommandSteps(node, context);
  }
  switch (node.type) {
    case 'Script':
    case 'CompoundList':
      return readListSteps(node.commands, context);
    case 'Pipeline':
      return [combineEffects(getParts(node).map(part => readEffect(part, context)))];
    case 'AndOr':
      return readChainSteps(node, context);
    case 'While':
    case 'For':
    case 'ArithmeticFor':
      return [readLoopEffect(node, context)];
    case 'If': {
      const asked = { ...context, continues: continuesAfter(context, [node]) };
      return [
        combineEffects(
          listBranches(node).flatMap(({ clause, then }, i) => [
            ...(clause ? [readEffect(clause, { ...asked, conditional: i > 0 || context.conditional })] : []),
            makeConditional(readEffect(then, enterBranch(context))),
          ]),
        ),
      ];
    }
    case 'Case':
      return [combineEffects(getParts(node).map(body => makeConditional(readEffect(body, enterBranch(context)))))];
    case 'Function':
      context.functions.set(node.name.value, unwrapNode(node.body));
      return [NO_EFFECT];
    default:
      return [REAL_EFFECT];
  }
}

function readEffect(node: SyntaxNode, context: Context): Effect {
  return combineEffects(readNodeSteps(node, context));
}

/**
 * The script goes on if a command fails whose failure these nodes handle. A limit of an enclosing command ends all of
 * them.
 */
function continuesAfter(context: Context, handlers: readonly SyntaxNode[]): boolean {
  return context.continues || (!context.bounded && !handlers.some(node => canFail(node, context)));
}

/** With `||`, each command after the first may be skipped. */
function readChainSteps(node: AndOr, context: Context): Effect[] {
  const isStraight = node.operators.every(operator => operator === '&&');
  const steps = pairWithContext(node, context).flatMap(([part, known], i) => {
    const isCertain = isStraight ? known === context : i === 0;
    return readNodeSteps(part, known).map(step => (isCertain ? step : makeConditional(step)));
  });
  return isStraight ? steps : [combineEffects(steps)];
}

/**
 * After a command that can end the script, the rest is conditional. The rest can also wait for a process in the
 * background.
 */
function readListSteps(statements: readonly Statement[], context: Context): Effect[] {
  let steps: Effect[] = [];
  const last = statements.at(-1);
  const isErrorIgnored = !context.bounded && !statements.some(isErrexit);
  let canEnd = false;
  let hasBackground = context.hasBackground;
  for (const statement of statements) {
    const { command, background } = statement;
    const node = unwrapNode(command);
    const continues = context.continues || (isErrorIgnored && statement !== last);
    const known = { ...context, hasBackground, continues, conditional: context.conditional || canEnd };
    const own = background ? [readBackgroundEffect(node, known)] : readNodeSteps(node, known);
    const fails = !known.conditional && exitsWithError(statement);
    // The script reports the waits that have reached their limits.
    const isResult = statement === last && !context.continues;
    const decides = canFail(node, context) || (isResult && (endsWithTest(node) || isCheck(node)));
    if (decides && !background) {
      steps = steps.map(failAfterLimits);
    }
    steps.push(...own.map(step => ({ ...step, endless: step.endless && !canEnd, fails: step.fails || fails })));
    canEnd ||= !background && command.type !== 'Subshell' && canEndWithoutError(node, context);
    hasBackground ||= background === true && own.some(step => step.serves);
    if (endsList(statement)) {
      break;
    }
  }
  return steps;
}

function isCheck(node: SyntaxNode): boolean {
  return isSimpleCommand(node) && readCheck(listTexts(node)) !== undefined;
}

function failAfterLimits(effect: Effect): Effect {
  return { ...effect, waits: effect.waits.map(wait => ({ ...wait, goesOn: false })) };
}

/** Returns each command with its context: a command after `||`, or after a test, is conditional. */
function pairWithContext(node: AndOr, context: Context): (readonly [SyntaxNode, Context])[] {
  const parts = getParts(node);
  const test = parts.findIndex(isTestNode);
  return parts.map((part, i) => {
    const mayBeLeftOut = (test >= 0 && i > test) || (i > 0 && node.operators[i - 1] === '||');
    const isHandled = node.operators.slice(i).includes('||') && continuesAfter(context, parts.slice(i + 1));
    const known = isHandled ? { ...context, continues: true } : context;
    return [part, mayBeLeftOut ? enterBranch(known) : known];
  });
}

function isTestNode(node: SyntaxNode): boolean {
  const parts = getParts(node);
  if (node.type === 'Pipeline' && parts.length === 1) {
    return isTestNode(parts[0]);
  }
  return isTest(listTexts(node)[0] ?? '');
}

function readCommandSteps(command: SimpleCommand, context: Context): Effect[] {
  const source = listWords(command);
  rememberComputed(source, context);
  const words = applyAssignments(expandWords(source, context), context);
  // `exec 2>&1` runs nothing.
  if (words.length > 0) {
    return words.join() === 'exec' ? [NO_EFFECT] : readSteps(words, context);
  }
  return [source.some(w => w.substitutions.length > 0) ? { ...NO_EFFECT, seconds: undefined } : NO_EFFECT];
}

/** A background process can be the main process of the container, and holds nothing. */
function readBackgroundEffect(node: SyntaxNode, context: Context): Effect {
  const effect = readEffect(node, context);
  return effect.real || effect.waits.length > 0 ? REAL_EFFECT : NO_EFFECT;
}

function combineEffects(effects: readonly Effect[]): Effect {
  const seconds = effects.map(e => e.seconds ?? NaN).reduce((sum, time) => sum + time, 0);
  return {
    waits: effects.flatMap(e => e.waits),
    seconds: Number.isNaN(seconds) ? undefined : seconds,
    real: effects.some(e => e.real),
    serves: effects.some(e => e.serves),
    endless: effects.some(e => e.endless),
    fails: effects.some(e => e.fails),
    marks: effects.some(e => e.marks),
  };
}

/** Whether the part runs is unknown, so its time is unknown. */
function makeConditional(effect: Effect): Effect {
  return { ...effect, seconds: effect.seconds === 0 ? 0 : undefined, endless: false, fails: false };
}

function readSimpleEffect(words: readonly string[], context: Context): Effect {
  const [name, ...rest] = words;
  if (name === 'sleep') {
    const asked = rest[0] === 'infinity' || rest[0] === 'inf' ? Infinity : parseSeconds(rest[0]);
    if (asked === undefined || (context.bounded && context.limitSeconds === undefined)) {
      return { ...NO_EFFECT, seconds: undefined };
    }
    return {
      ...NO_EFFECT,
      seconds: Math.min(asked, context.limitSeconds ?? asked),
      endless: !context.bounded && asked >= FOREVER,
    };
  }
  if (name === 'tail' && rest.some(w => /^-[a-z]*[fF]$|^--follow/.test(w)) && !rest.some(w => w.startsWith('--pid'))) {
    const onlyIdles = rest.filter(w => !w.startsWith('-')).join() === '/dev/null' && !context.bounded;
    return onlyIdles
      ? { ...NO_EFFECT, seconds: undefined, endless: true }
      : { ...REAL_EFFECT, endless: !context.bounded };
  }
  if (name === 'touch') {
    return { ...NO_EFFECT, marks: true };
  }
  const body = context.functions.get(name);
  if (body) {
    const inner = enterFunction(body, rest, context);
    return inner ? readEffect(body, inner) : REAL_EFFECT;
  }
  if (isTrivial(name)) {
    return NO_EFFECT;
  }
  if (HOUSEKEEPING.has(name)) {
    return { ...REAL_EFFECT, serves: false };
  }
  const check = readCheck(words, context.env);
  if (!check?.waits) {
    return REAL_EFFECT;
  }
  const { limitSeconds, runsAnyway } = check.waits;
  const limit = limitSeconds === 0 ? context.limitSeconds : limitSeconds;
  const goesOn = context.continues || runsAnyway === true;
  const own = createWait(check, limitSeconds !== 0, { ...context, limitSeconds: limit }, goesOn);
  const wait = { ...NO_EFFECT, seconds: undefined, waits: [{ ...own, runsAnyway }] };
  // `wait-for-it db:5432 -- /app`
  const at = words.indexOf('--');
  return at < 0 ? wait : combineEffects([wait, ...readSteps(words.slice(at + 1), context)]);
}

/** `bounded`: the wait has a limit of its own, after which it `goesOn`. */
function createWait(
  checks: Pick<CommandCheck, 'targets' | 'anyStatus'>,
  bounded: boolean,
  context: Context,
  goesOn: boolean,
): Wait {
  return {
    targets: checks.targets,
    bounded: bounded || context.bounded,
    goesOn: bounded ? goesOn : context.bounded && context.continues,
    limitSeconds: context.limitSeconds,
    anyStatus: checks.anyStatus,
    conditional: context.conditional,
    besideOwnProcess: context.hasBackground,
  };
}

/**
 * A loop that waits. Its other commands count, too. `bounded`: the loop has a limit, after which the script goes on,
 * unless the loop ends it with an error.
 */
function createLoopWait(
  checks: Pick<CommandCheck, 'targets' | 'anyStatus'>,
  bounded: boolean,
  loop: Loop,
  inside: Effect,
  context: Context,
): Effect {
  const fails = canFail(loop, context) || (!context.continues && endsWithCheck(loop.body));
  const wait = createWait(checks, bounded, context, bounded && !fails);
  const real = inside.real && !onlyChecks(loop.body);
  return { ...NO_EFFECT, seconds: undefined, waits: [wait], real, serves: real && inside.serves };
}

/** Reads the body for each word; `undefined`: the words are unknown, or a command leaves the loop. */
function readForWords(loop: For, context: Context): Effect | undefined {
  const { name, body } = loop;
  const words = canLeave(body, context) ? undefined : listForWords(loop, context);
  if (!words || words.length > MOST_FOR_WORDS) {
    return undefined;
  }
  const effects = words.map(word => {
    context.env.set(name.value, word);
    return readEffect(body, context);
  });
  return combineEffects(effects);
}

function readLoopEffect(loop: Loop, context: Context): Effect {
  const { body } = loop;
  if (loop.type === 'For') {
    const eachWord = readForWords(loop, context);
    if (eachWord) {
      return eachWord;
    }
    context.env.setUnknown(loop.name.value);
  }
  const inside = readEffect(body, context);
  if (leavesAlways(body)) {
    return readOtherLoop(inside);
  }
  const endless = isEndlessLoop(loop);
  const wait = loop.type === 'While' && !endless ? readLoopCondition(loop, inside, context) : undefined;
  if (wait) {
    return wait;
  }
  const exit = readExits(body, context);
  if (exit.targets.length > 0) {
    return createLoopWait(exit, !endless || exit.others, loop, inside, context);
  }
  if (endless) {
    // A loop runs forever unless a command in it leaves the loop.
    const isForever = !canLeave(body, context) && !context.bounded;
    return { ...inside, seconds: undefined, real: inside.real || !isForever, endless: isForever };
  }
  if (loop.type === 'While') {
    return readOtherLoop(inside);
  }
  if (inside.seconds === 0) {
    return inside;
  }
  const count = loop.type === 'For' ? countForRuns(loop, context) : undefined;
  const isKnown = count !== undefined && inside.seconds !== undefined;
  return { ...inside, seconds: isKnown ? count * inside.seconds : undefined };
}

function isEndlessLoop(loop: Loop): boolean {
  return loop.type === 'While'
    ? isEndlessCondition(loop.clause, loop.kind === 'until')
    : loop.type === 'ArithmeticFor' && !loop.test;
}

/** Returns the wait for what the condition checks; `undefined`: the condition checks nothing known. */
function readLoopCondition(loop: While, inside: Effect, context: Context): Effect | undefined {
  const { kind, clause, body } = loop;
  const looked = readCondition(clause, context);
  if ((kind === 'until') === looked.inverted) {
    return undefined;
  }
  const leaves = looked.exits || canLeave(body, context);
  if (looked.targets.length > 0) {
    const wait = createLoopWait(looked, leaves || looked.others, loop, inside, context);
    return { ...wait, waits: [...wait.waits, ...inside.waits] };
  }
  if (!looked.program || inside.real || inside.seconds === undefined || inside.seconds === 0) {
    return undefined;
  }
  const checks = { targets: [{ kind: 'program', words: looked.program } as const], anyStatus: false };
  return { ...createLoopWait(checks, leaves, loop, inside, context), real: true };
}

/** The loop waits for nothing that is known. */
function readOtherLoop(inside: Effect): Effect {
  return { ...inside, seconds: undefined, real: true, fails: false };
}
