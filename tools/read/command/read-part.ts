import { AndOr, For, If, Pipeline, Redirection, Script, Statement, SyntaxNode } from 'unbash';
import { comparesPlainly, pipesPlainly } from './answers';
import { CommandCheck, parseSeconds, readCheck, readHostAndPort } from './checks';
import {
  applyAssignments,
  Context,
  enterBranch,
  enterNested,
  expandText,
  expandWords,
  findScripts,
  rememberComputed,
} from './context';
import { HOUSEKEEPING, isComparison, isTest, isTrivial, READERS, WRITERS } from './known-commands';
import { listForWords } from './loop-bounds';
import {
  changeWaits,
  closeShell,
  combineParts,
  ignoreLimits,
  limitTime,
  makeConditional,
  makeUncertain,
  NOTHING,
  Part,
  UNKNOWN,
} from './part';
import { isPlainQuestion } from './plain-questions';
import {
  guardExit,
  invert,
  mergeChain,
  mergeExits,
  mergeList,
  mergeQuestions,
  NO_QUESTION,
  OTHER_QUESTION,
} from './question';
import { readLoop } from './read-loop';
import { endsList, isErrexit, isNegated, listBranches, listWords, parseScript, SimpleCommand } from './syntax';
import { unwrapCommand } from './unwrap-command';
import { Wait } from '../wait';

/** A `for` loop over more words is read once. */
const MOST_FOR_WORDS = 20;
const FOREVER = 7 * 86_400;

/** Reads a part of a script, with all its parts. */
function readNode(node: SyntaxNode, context: Context): Part {
  if (--context.budget.left < 0) {
    return UNKNOWN;
  }
  switch (node.type) {
    case 'Command':
    case 'TestCommand':
    case 'ArithmeticCommand':
      return readSimpleCommand(node, context);
    case 'Redirected':
      return addRedirects(readNode(node.command, context), node.redirects, context);
    case 'Subshell':
      return closeShell(readNode(node.body, context));
    case 'BraceGroup':
      return readNode(node.body, context);
    case 'Script':
    case 'CompoundList':
      return readList(node.commands, context);
    case 'Pipeline':
      return readPipeline(node, context);
    case 'AndOr':
      return readChain(node, context);
    case 'If':
      return readIf(node, context);
    case 'Case':
      return combineParts(node.items.map(item => makeConditional(readNode(item.body, enterBranch(context)))));
    case 'For':
      return readFor(node, context);
    case 'ArithmeticFor':
      return readLoop(node, NOTHING, readNode(node.body, enterBranch(context)), context);
    case 'While': {
      // The condition can compare variables of the body.
      const body = readNode(node.body, enterBranch(context));
      return readLoop(node, readNode(node.clause, context), body, context);
    }
    case 'Function':
      context.functions.set(node.name.value, node.body);
      return NOTHING;
    default:
      return UNKNOWN;
  }
}

/**
 * After a command that can end the script, the rest is conditional. The rest can also wait for a process in the
 * background.
 */
function readList(statements: readonly Statement[], context: Context): Part {
  const parts: Part[] = [];
  let canEnd = false;
  let hasBackground = false;
  for (const statement of statements) {
    const read = readNode(statement.command, context);
    const own = statement.background ? readBackground(read) : read;
    const certain = canEnd ? makeConditional(own) : own;
    parts.push(hasBackground ? changeWaits(certain, () => ({ besideOwnProcess: true })) : certain);
    canEnd ||= own.canEnd === true;
    hasBackground ||= statement.background === true && own.serves === true;
    if (endsList(statement) || context.budget.left < 0) {
      break;
    }
  }
  return {
    ...combineParts(settleLimits(parts, statements.some(isErrexit))),
    asks: mergeList(parts.map(({ asks }) => asks)),
    leaves: mergeExits(parts.map(({ leaves }) => leaves)),
  };
}

/** A background process can be the main process of the container, and holds nothing. */
function readBackground({ real, probes, waits }: Part): Part {
  return real || probes || waits.length > 0 ? UNKNOWN : NOTHING;
}

/** A list goes on after a wait that has reached its limit, unless a later part reports the error. */
function settleLimits(parts: readonly Part[], stopsAtErrors: boolean): readonly Part[] {
  const last = parts.at(-1);
  let isReported = false;
  const settled = [...parts].reverse().map(part => {
    const isIgnored = part !== last && !stopsAtErrors && !part.canFail;
    const isLost = !isReported;
    isReported ||= part.canFail === true || (part === last && part.asks.verdict !== undefined);
    return changeWaits(part, ({ bounded, goesOn }) => ({ goesOn: bounded && isLost && (goesOn || isIgnored) }));
  });
  return settled.reverse();
}

function readPipeline(node: Pipeline, context: Context): Part {
  const parts = node.commands.map(command => readNode(command, context));
  const [only = NOTHING, ...more] = parts;
  if (more.length === 0) {
    return isNegated(node) ? { ...only, asks: { ...invert(only.asks), passes: undefined } } : only;
  }
  const questions = parts.map(({ asks }) => asks);
  // `vault status | grep Sealed` asks the first program.
  const { words, others = false } = more.every(({ asks }) => READERS.has(asks.words?.[0] ?? '')) ? only.asks : {};
  const program = { words: others ? words : undefined, others };
  const merged = { ...mergeQuestions(questions), anyStatus: false, ...program };
  const whole = combineParts(parts);
  return {
    ...whole,
    asks: isNegated(node) ? invert(merged) : merged,
    works: whole.works || !pipesPlainly(merged, parts, context),
  };
}

/** A command after `||`, or after a test, is conditional. */
function readChain({ commands, operators }: AndOr, context: Context): Part {
  const isStraight = !operators.includes('||');
  let isTested = false;
  const parts = commands.map((command, i): Part => {
    const isSkippable = isTested || operators[i - 1] === '||';
    const part = readNode(command, isSkippable ? enterBranch(context) : context);
    isTested ||= part.asks.verdict === 'test';
    if (isSkippable) {
      return makeConditional(part);
    }
    return isStraight || i === 0 ? { ...part, fails: part.fails && i === 0 } : makeUncertain(part);
  });
  const settled = parts.map((part, i) => {
    const isHandled = operators.includes('||', i) && !parts.slice(i + 1).some(({ canFail }) => canFail);
    return isHandled ? ignoreLimits(part) : part;
  });
  const questions = parts.map(({ asks }) => asks);
  const exits = parts.map(({ leaves }) => leaves);
  const at = exits.findIndex(exit => exit !== undefined);
  if (at > 0) {
    exits[at] = operators[at - 1] === '&&' ? guardExit(mergeQuestions(questions.slice(0, at))) : OTHER_QUESTION;
  }
  return { ...combineParts(settled), asks: mergeChain(questions, operators), leaves: mergeExits(exits) };
}

function readIf(node: If, context: Context): Part {
  const parts: Part[] = [];
  const exits: Part['leaves'][] = [];
  let guard = NO_QUESTION;
  for (const { clause, then } of listBranches(node)) {
    const asked = clause && readNode(clause, context);
    guard = asked?.asks ?? invert(guard);
    const branch = makeConditional(readNode(then, enterBranch(context)));
    exits.push(branch.leaves && guardExit(guard));
    parts.push(...(asked ? [parts.length > 0 ? makeConditional(asked) : asked] : []), branch);
  }
  const isHandled = !parts.some(({ canFail }) => canFail);
  return { ...combineParts(isHandled ? parts.map(ignoreLimits) : parts), leaves: mergeExits(exits) };
}

function readFor(loop: For, context: Context): Part {
  const { name, body } = loop;
  context.env.setUnknown(name.value);
  const once = readNode(body, enterBranch(context));
  const words = once.leaves ? undefined : listForWords(loop, context);
  if (!words || words.length > MOST_FOR_WORDS) {
    return readLoop(loop, NOTHING, once, context);
  }
  return combineParts(
    words.map(word => {
      context.env.set(name.value, word);
      return readNode(body, context);
    }),
  );
}

function readSimpleCommand(command: SimpleCommand, context: Context): Part {
  const source = listWords(command);
  rememberComputed(source, context);
  const words = applyAssignments(expandWords(source, context), context);
  const scripts = source.flatMap(word => findScripts(word, context));
  const inside = readSubstitutions(scripts, context);
  const own: Part =
    words.length === 0
      ? { ...NOTHING, seconds: scripts.length > 0 ? NaN : 0, asks: inside.asks }
      : readWords(words, context, inside);
  const isPlain = !isTest(words[0] ?? '') || comparesPlainly(inside.asks, source, context);
  const part = { ...own, works: own.works || inside.works || !isPlain };
  return command.type === 'Command' ? addRedirects(part, command.redirects, context) : part;
}

/** A comparison with the output of `$(…)` checks the target, whatever the exit code. */
function readSubstitutions(scripts: readonly Script[], context: Context): Part {
  const inner = enterNested(context);
  const parts = inner ? scripts.map(script => readNode(script, inner)) : [];
  const { targets, checks } = mergeQuestions(parts.map(({ asks }) => asks));
  return { ...NOTHING, works: parts.some(({ works }) => works), asks: { ...NO_QUESTION, targets, checks } };
}

/** A redirect connects to a socket, or writes a file. */
function addRedirects(part: Part, redirects: readonly Redirection[], context: Context): Part {
  const files = redirects.map(one => (one.type === 'Redirect' ? expandText(one.target?.value ?? '', context) : ''));
  const targets = files.flatMap(file => {
    const [, ...address] = /^\/dev\/tcp\/([^/]+)\/([^/]+)$/.exec(file) ?? [];
    return readHostAndPort(address)?.targets ?? [];
  });
  const isStream = ({ operator }: Redirection, i: number) =>
    /^\/dev\/(?!shm\/)|^\/proc\/(?:1|self)\/fd\//.test(files[i]) ||
    (operator.endsWith('&') && /^(?:\d+|-)$/.test(files[i]));
  const works = part.works || !redirects.every(isStream);
  return targets.length > 0 ? { ...part, works, asks: { ...NO_QUESTION, targets } } : { ...part, works };
}

/** Reads a command with its wrappers. `inside`: its substitutions. */
export function readWords(words: readonly string[], context: Context, inside = NOTHING): Part {
  // `exec 2>&1` runs nothing.
  if (words.join() === 'exec') {
    return NOTHING;
  }
  const inner = unwrapCommand(words);
  const nested = enterNested(context);
  if (!inner || !nested) {
    return UNKNOWN;
  }
  const { script, limitSeconds } = inner;
  const part = script === undefined ? readProgram(inner.words, nested, inside) : readShell(script, nested);
  const replaced = words[0] === 'exec' ? { ...part, canEnd: true } : part;
  return limitSeconds === undefined ? replaced : limitTime(replaced, limitSeconds);
}

function readShell(text: string, context: Context): Part {
  const script = parseScript(text);
  return script ? closeShell(readNode(script, { ...context, parameters: {} })) : UNKNOWN;
}

function readProgram(words: readonly string[], context: Context, inside: Part): Part {
  const [name, ...rest] = words;
  const body = context.functions.get(name);
  if (body) {
    return readCall(body, rest, context);
  }
  if (name === 'shift' || (name === 'set' && rest.includes('--'))) {
    context.parameters.known = undefined;
  }
  if (name === 'exit' || name === 'return' || name === 'break') {
    return createExit(name, rest[0] ?? '');
  }
  if (name === 'sleep') {
    return createSleep(rest[0], words);
  }
  if (name === 'tail' && rest.some(w => /^-[a-z]*[fF]$|^--follow/.test(w)) && !rest.some(w => w.startsWith('--pid'))) {
    const onlyIdles = rest.filter(w => !w.startsWith('-')).join() === '/dev/null';
    return { ...(onlyIdles ? { ...NOTHING, seconds: NaN } : UNKNOWN), endless: true };
  }
  const check = readCheck(words, context.env);
  const targets = [...(check?.targets ?? []), ...(isTest(name) ? inside.asks.targets : [])];
  if (isTest(name)) {
    const inverted = ['!', '!=', '-ne', '-z', '-lt', '-le'].some(word => words.includes(word));
    const others = targets.length === 0;
    return { ...NOTHING, asks: { ...NO_QUESTION, targets, inverted, others, verdict: 'test', words } };
  }
  if (isTrivial(name)) {
    const others = isComparison(name);
    const passes = !others && name !== 'false';
    const asks = { ...inside.asks, others, passes, words, verdict: passes ? undefined : ('test' as const) };
    return { ...NOTHING, works: WRITERS.has(name), asks };
  }
  return check ? readCheckCommand(words, check, context) : readOther(words);
}

function readOther(words: readonly string[]): Part {
  const [name] = words;
  const serves = !HOUSEKEEPING.has(name);
  return { ...UNKNOWN, serves, works: !READERS.has(name), asks: { ...OTHER_QUESTION, words } };
}

function readCheckCommand(words: readonly string[], check: CommandCheck, context: Context): Part {
  const [name] = words;
  const { targets, anyStatus, waits } = check;
  const checks = READERS.has(name) ? [] : [words];
  const asks = { ...NO_QUESTION, targets, anyStatus, verdict: 'check' as const, words, checks };
  // `wait-for-it db:5432 -- /app`
  const at = waits ? words.indexOf('--') : -1;
  const works = !READERS.has(name) && !isPlainQuestion(at < 0 ? words : words.slice(0, at), context.keepsFiles);
  const part: Part = { ...NOTHING, seconds: NaN, works, asks };
  if (!waits) {
    return { ...part, probes: true, serves: !HOUSEKEEPING.has(name) };
  }
  const { limitSeconds, runsAnyway } = waits;
  const bounded = limitSeconds !== 0;
  const limit = limitSeconds || undefined;
  const wait: Wait = { targets, bounded, limitSeconds: limit, goesOn: runsAnyway, runsAnyway, anyStatus };
  const waiting = { ...part, waits: [wait] };
  return at < 0 ? waiting : { ...combineParts([waiting, readWords(words.slice(at + 1), context)]), asks };
}

function readCall(body: SyntaxNode, args: readonly string[], context: Context): Part {
  const inner = enterNested(context, { known: args });
  if (!inner) {
    return UNKNOWN;
  }
  const part = readNode(body, inner);
  return { ...part, returns: false, leaves: part.exits ? OTHER_QUESTION : undefined };
}

function createExit(name: string, code: string): Part {
  const fails = name === 'exit' && /^[1-9]\d*$/.test(code);
  const canFail = name !== 'break' && (/^[1-9]\d*$/.test(code) || code.includes('$'));
  const [exits, returns] = [name === 'exit', name === 'return'];
  return { ...NOTHING, fails, canFail, canEnd: exits && !fails, exits, returns, leaves: OTHER_QUESTION };
}

function createSleep(time: string | undefined, words: readonly string[]): Part {
  const seconds = time === 'infinity' || time === 'inf' ? Infinity : (parseSeconds(time) ?? NaN);
  return { ...NOTHING, seconds, endless: seconds >= FOREVER, asks: { ...NO_QUESTION, passes: true, words } };
}
