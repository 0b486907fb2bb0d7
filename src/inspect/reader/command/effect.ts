import { checkOfCommand, CommandCheck, seconds } from './checks';
import { Context, deeper, expandedWords, rememberComputed, withoutAssignments } from './context';
import { canEndWell, canLeave } from './early-exit';
import { isHousekeeping, isTest, isTrivial } from './known-commands';
import { countOfCondition, countOfWords, isForever, isForeverFor } from './loop-bounds';
import { exitsOf, lookedAt, onlyLooks } from './loop-condition';
import { unwrapped } from './unwrap-command';
import { Node, parseScript, partsOf } from '../shell/syntax';
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
  /** The part creates an empty file, as a mark for other containers. */
  readonly marks: boolean;
}

const NONE: Effect = { waits: [], seconds: 0, real: false, serves: false, endless: false, marks: false };
const REAL: Effect = { ...NONE, seconds: undefined, real: true, serves: true };

const FOREVER = 7 * 86_400;

/** Analyses the straight path through a script, step by step. */
export function stepsOfWords(words: readonly string[], context: Context): Effect[] {
  const inner = unwrapped(words, context);
  if (!inner) { return [REAL]; }
  return 'script' in inner ? stepsOfScript(inner.script, inner.context) : [effectOfSimple(inner.words, inner.context)];
}

function stepsOfScript(script: string, context: Context): Effect[] {
  const node = parseScript(script);
  return node ? stepsOf(node, context) : [REAL];
}

function stepsOf(node: Node, context: Context): Effect[] {
  if (--context.budget.left < 0) { return [REAL]; }
  if (node.kind === 'list') { return stepsOfList(node, context); }
  if (node.kind === 'chain' && node.rest.every(({ operator }) => operator === '&&')) {
    return partsOfChain(node, context).flatMap(([part, known]) => stepsOf(part, known).map(step => known === context ? step : maybe(step)));
  }
  return node.kind === 'command' ? stepsOfCommand(node, context) : [effectOf(node, context)];
}

/** After a command that can end the script, the rest is conditional. The rest can also wait for a process in the background. */
function stepsOfList({ items }: Extract<Node, { kind: 'list' }>, context: Context): Effect[] {
  const steps: Effect[] = [];
  let canEnd = false;
  let hasBackground = context.hasBackground;
  for (const { node, background } of items) {
    const known = { ...context, hasBackground, conditional: context.conditional || canEnd };
    const own = background ? [inBackground(node, known)] : stepsOf(node, known);
    steps.push(...own.map(step => ({ ...step, endless: step.endless && !canEnd })));
    canEnd ||= !background && canEndWell(node, context);
    hasBackground ||= background && own.some(step => step.serves);
  }
  return steps;
}

/** Returns each command with its context: a command after `||`, or after a test, is conditional. */
function partsOfChain(node: Extract<Node, { kind: 'chain' }>, context: Context): (readonly [Node, Context])[] {
  const parts = partsOf(node);
  const test = parts.findIndex(isTestNode);
  return parts.map((part, i) => {
    const mayBeLeftOut = (test >= 0 && i > test) || (i > 0 && node.rest[i - 1].operator === '||');
    return [part, mayBeLeftOut ? { ...context, conditional: true } : context];
  });
}

function isTestNode(node: Node): boolean {
  return node.kind === 'not' ? isTestNode(node.of) : node.kind === 'command' && isTest(node.words[0]?.text ?? '');
}

function stepsOfCommand({ words: source }: Extract<Node, { kind: 'command' }>, context: Context): Effect[] {
  rememberComputed(source, context);
  const words = withoutAssignments(expandedWords(source, context), context);
  // `exec 2>&1` runs nothing.
  if (words.length > 0) { return words.join() === 'exec' ? [NONE] : stepsOfWords(words, context); }
  return [source.some(w => w.substitutions.length > 0) ? { ...NONE, seconds: undefined } : NONE];
}

/** A background process can be the main process of the container, and holds nothing. */
function inBackground(node: Node, context: Context): Effect {
  const effect = effectOf(node, context);
  return effect.real || effect.waits.length > 0 ? REAL : NONE;
}

function effectOf(node: Node, context: Context): Effect {
  if (--context.budget.left < 0) { return REAL; }
  const conditional = { ...context, conditional: true };
  switch (node.kind) {
    case 'command': return together(stepsOfCommand(node, context));
    case 'pipe': return together(node.parts.map(part => effectOf(part, context)));
    case 'not': return effectOf(node.of, context);
    case 'list': return together(stepsOfList(node, context));
    case 'chain': return together(partsOfChain(node, context).map(([part, known], i) => i === 0 ? effectOf(part, known) : maybe(effectOf(part, known))));
    case 'loop': return effectOfLoop(node, context);
    case 'for': return effectOfFor(node, context);
    case 'if': return together(node.branches.flatMap(({ condition, body }, i) => [
      ...(condition ? [effectOf(condition, i === 0 ? context : conditional)] : []),
      maybe(effectOf(body, conditional)),
    ]));
    case 'case': return together(node.bodies.map(body => maybe(effectOf(body, conditional))));
    case 'function':
      context.functions.set(node.name, node.body);
      return NONE;
  }
}

function together(effects: readonly Effect[]): Effect {
  return {
    waits: effects.flatMap(e => e.waits),
    seconds: effects.reduce((sum: number | undefined, e) => sum === undefined || e.seconds === undefined ? undefined : sum + e.seconds, 0),
    real: effects.some(e => e.real),
    serves: effects.some(e => e.serves),
    endless: effects.some(e => e.endless),
    marks: effects.some(e => e.marks),
  };
}

/** Whether the part runs is unknown, so its time is unknown. */
function maybe(effect: Effect): Effect {
  return { ...effect, seconds: effect.seconds === 0 ? 0 : undefined, endless: false };
}

function effectOfSimple(words: readonly string[], context: Context): Effect {
  const [name, ...rest] = words;
  if (name === 'sleep') {
    const asked = rest[0] === 'infinity' || rest[0] === 'inf' ? Infinity : seconds(rest[0]);
    if (!context.bounded || asked === undefined) { return { ...NONE, seconds: asked, endless: asked !== undefined && asked >= FOREVER }; }
    return { ...NONE, seconds: context.limitSeconds === undefined ? undefined : Math.min(asked, context.limitSeconds) };
  }
  if (name === 'tail' && rest.some(w => /^-[a-z]*[fF]$|^--follow/.test(w)) && !rest.some(w => w.startsWith('--pid'))) {
    const onlyIdles = rest.filter(w => !w.startsWith('-')).join() === '/dev/null' && !context.bounded;
    return onlyIdles ? { ...NONE, seconds: undefined, endless: true } : { ...REAL, endless: !context.bounded };
  }
  if (name === 'touch') { return { ...NONE, marks: true }; }
  const body = context.functions.get(name);
  if (body) {
    const inner = deeper(context);
    return inner ? effectOf(body, inner) : REAL;
  }
  if (isTrivial(name)) { return NONE; }
  if (isHousekeeping(name)) { return { ...REAL, serves: false }; }
  const check = checkOfCommand(words, context.env);
  if (!check?.waits) { return REAL; }
  const { limitSeconds } = check.waits;
  const limit = limitSeconds === 0 ? context.limitSeconds : limitSeconds;
  const wait = { ...NONE, seconds: undefined, waits: [waitFor(check, limitSeconds !== 0, { ...context, limitSeconds: limit })] };
  // `wait-for-it db:5432 -- /app`
  const at = words.indexOf('--');
  return at < 0 ? wait : together([wait, ...stepsOfWords(words.slice(at + 1), context)]);
}

function waitFor(checks: Pick<CommandCheck, 'targets' | 'anyStatus'>, bounded: boolean, context: Context): Wait {
  return {
    targets: checks.targets,
    bounded: bounded || context.bounded,
    ...(context.limitSeconds === undefined ? {} : { limitSeconds: context.limitSeconds }),
    anyStatus: checks.anyStatus,
    conditional: context.conditional,
    besideOwnProcess: context.hasBackground,
  };
}

/** A loop that waits. Its other commands count, too. */
function waiting(waits: readonly Wait[], inside: Effect, body: Node): Effect {
  const real = inside.real && !onlyLooks(body);
  return { ...NONE, seconds: undefined, waits, real, serves: real && inside.serves };
}

function effectOfLoop({ until, condition, body }: Extract<Node, { kind: 'loop' }>, context: Context): Effect {
  const inside = effectOf(body, context);
  if (isForever(condition, until)) { return effectOfForever(body, inside, context); }
  const looked = lookedAt(condition, context);
  const untilPassed = until !== looked.inverted;
  const leaves = looked.exits || canLeave(body, context);
  if (looked.targets.length > 0 && untilPassed) {
    return waiting([waitFor(looked, leaves || looked.others, context), ...inside.waits], inside, body);
  }
  if (looked.program && untilPassed && !inside.real && inside.seconds !== undefined && inside.seconds > 0) {
    const wait = waitFor({ targets: [{ kind: 'program', words: looked.program }], anyStatus: false }, leaves, context);
    return { ...NONE, seconds: undefined, waits: [wait], real: true };
  }
  const exit = exitsOf(body, context);
  if (exit.targets.length > 0) { return waiting([waitFor(exit, true, context)], inside, body); }
  const count = countOfCondition(condition, until);
  const passesTime = count !== undefined && !inside.real && inside.seconds !== undefined && inside.waits.length === 0;
  return passesTime ? { ...NONE, seconds: count * inside.seconds! } : { ...inside, seconds: undefined, real: true };
}

/** A loop runs for ever unless a command in it leaves the loop. If only a check leaves the loop, it is a wait without a limit. */
function effectOfForever(body: Node, inside: Effect, context: Context): Effect {
  const exit = exitsOf(body, context);
  if (exit.targets.length > 0) { return waiting([waitFor(exit, exit.others, context)], inside, body); }
  const endless = !canLeave(body, context) && !context.bounded;
  return { ...inside, seconds: undefined, real: inside.real || !endless, endless };
}

function effectOfFor({ variable, words, body }: Extract<Node, { kind: 'for' }>, context: Context): Effect {
  context.env.setUnknown(variable);
  const inside = effectOf(body, context);
  if (isForeverFor(words)) { return effectOfForever(body, inside, context); }
  const exit = exitsOf(body, context);
  if (exit.targets.length > 0) { return waiting([waitFor(exit, true, context)], inside, body); }
  const count = countOfWords(words, context);
  const taken = inside.seconds === 0 ? 0 : count === undefined || inside.seconds === undefined ? undefined : count * inside.seconds;
  return { ...inside, seconds: taken };
}
