import { checkOfCommand, CommandCheck, seconds } from './command-checks';
import { Node, parseScript } from './shell/syntax';
import { Word } from './shell/tokens';
import { WaitTarget } from './wait-target';

/** A wait that a command makes before it goes on. */
export interface Wait {
  readonly targets: readonly WaitTarget[];
  /** It gives up some time: a limit, a count of tries, an `exit`. */
  readonly bounded: boolean;
  /** After how long, where that is said. */
  readonly limitSeconds?: number;
  /** An HTTP request that passes on any status. */
  readonly anyStatus: boolean;
  /** It may be left out: behind an `if`, or `||`. */
  readonly conditional: boolean;
}

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

export const NOTHING_KNOWN: CommandReading = { waits: [], endless: false, understood: false };

/** `env`: what is said of variables in the manifest. `undefined` words: the image decides. */
export function readCommand(words: readonly string[] | undefined, env: ReadonlyMap<string, string>): CommandReading {
  if (!words || words.length === 0) { return NOTHING_KNOWN; }
  const context: Context = { env: new Map(env), functions: new Map(), bounded: false, conditional: false, depth: 0, budget: { left: MOST_LOOKS } };
  const steps = stepsOfWords(words, context);
  if (context.budget.left < 0) { return NOTHING_KNOWN; }
  let slept = 0;
  let sleepsFirst: number | undefined;
  let delay: number | undefined = 0;
  let realBefore = false;
  for (const [i, step] of steps.entries()) {
    const passesTime = !step.real && !step.endless && step.waits.length === 0 && step.seconds !== undefined;
    if (passesTime) {
      slept += step.seconds!;
    } else {
      if (!realBefore && slept > 0 && steps.slice(i).some(s => s.serves)) { sleepsFirst = slept; }
      realBefore = true;
      delay = undefined;
    }
  }
  delay = delay === undefined || slept === 0 ? undefined : slept;
  return {
    waits: steps.flatMap(step => step.waits),
    ...(sleepsFirst === undefined ? {} : { sleepsFirst }),
    ...(delay === undefined ? {} : { delay }),
    endless: steps.some(step => step.endless),
    understood: steps.every(step => !step.real),
  };
}

interface Context {
  readonly env: Map<string, string>;
  readonly functions: Map<string, Node>;
  readonly bounded: boolean;
  readonly limitSeconds?: number;
  readonly conditional: boolean;
  readonly depth: number;
  /** Loops in loops and functions that call functions are looked at again and again; when this is used up nothing is known. */
  readonly budget: { left: number };
}

const MOST_LOOKS = 20_000;

/** What a part of a script does. */
interface Effect {
  readonly waits: readonly Wait[];
  /** How long it takes, as far as `sleep` tells; `undefined`: not known. */
  readonly seconds?: number;
  /** It does something besides waiting, sleeping, testing and printing. */
  readonly real: boolean;
  /** It may be what the container is for; housekeeping with files is not. */
  readonly serves: boolean;
  readonly endless: boolean;
  /** It can leave the loop or script around it. */
  readonly exits: boolean;
}

const NONE: Effect = { waits: [], seconds: 0, real: false, serves: false, endless: false, exits: false };
const REAL: Effect = { ...NONE, seconds: undefined, real: true, serves: true };

/** Of these nobody thinks that they are what the container is for. */
const TRIVIAL = new Set([
  'echo', 'printf', 'date', 'set', 'export', 'cd', 'true', ':', 'umask', 'ulimit', 'trap', 'touch', 'local', 'readonly', 'shift', 'unset', 'let', 'logger', 'shopt', 'false', 'expr', 'mkdir', 'hostname',
]);
const HOUSEKEEPING = new Set(['rm', 'cp', 'mv', 'ln', 'ls', 'cat', 'chmod', 'chown', 'rmdir', 'tee', 'id', 'env', 'ps', 'df', 'uname', 'mktemp']);
const TESTS = new Set(['test', '[', '[[']);
const SHELLS = new Set(['sh', 'bash', 'ash', 'dash', 'ksh', 'zsh']);
const INITS = new Set(['tini', 'dumb-init', 'catatonit', 'tini-static']);
const FOREVER = 7 * 86_400;
const DEEPEST = 8;

/** The straight way through a script, step by step. */
function stepsOfWords(words: readonly string[], context: Context): Effect[] {
  const inner = unwrapped(words, context);
  if (!inner) { return [REAL]; }
  return 'script' in inner ? stepsOfScript(inner.script, inner.context) : [effectOfSimple(inner.words, [], inner.context)];
}

function stepsOfScript(script: string, context: Context): Effect[] {
  const node = parseScript(script);
  return node ? stepsOf(node, context) : [REAL];
}

function stepsOf(node: Node, context: Context): Effect[] {
  if (node.kind === 'list') { return node.items.flatMap(item => item.background ? [inBackground(item.node, context)] : stepsOf(item.node, context)); }
  if (node.kind === 'chain' && node.rest.every(({ operator }) => operator === '&&')) {
    return [node.first, ...node.rest.map(r => r.node)].flatMap(part => stepsOf(part, context));
  }
  if (node.kind === 'command') {
    const words = expandedWords(node.words, context);
    const inner = unwrapped(words, context);
    if (inner && 'script' in inner) { return stepsOfScript(inner.script, inner.context); }
  }
  return [effectOf(node, context)];
}

/** It may be what the container is for, and holds nothing. */
function inBackground(node: Node, context: Context): Effect {
  const effect = effectOf(node, context);
  return effect.real || effect.waits.length > 0 ? REAL : NONE;
}

type Unwrapped = ({ readonly words: readonly string[] } | { readonly script: string }) & { readonly context: Context };

/** Without what stands in front of the real command; or the script that a shell is given. */
function unwrapped(words: readonly string[], context: Context): Unwrapped | undefined {
  let rest = words;
  let inner = { ...context, depth: context.depth + 1 };
  for (let i = 0; i < 10; i++) {
    const name = baseName(rest[0] ?? '');
    if (name === 'busybox' || name === 'exec' || name === 'command' || name === 'nohup' || name === 'setsid') {
      rest = rest.slice(1);
    } else if (name === 'env') {
      const at = rest.findIndex((word, j) => j > 0 && !word.includes('='));
      if (at < 0) { return undefined; }
      rest = rest.slice(at);
    } else if (INITS.has(name)) {
      const at = rest.indexOf('--');
      rest = rest.slice(at > 0 ? at + 1 : 1);
    } else if (name === 'timeout') {
      const at = rest.findIndex((word, j) => j > 0 && !word.startsWith('-') && !['-k', '-s', '--kill-after', '--signal'].includes(rest[j - 1]));
      if (at < 0) { return undefined; }
      inner = { ...inner, bounded: true, limitSeconds: inner.limitSeconds ?? seconds(rest[at]) };
      rest = rest.slice(at + 1);
    } else {
      break;
    }
  }
  if (rest.length === 0 || inner.depth > DEEPEST) { return undefined; }
  if (!SHELLS.has(baseName(rest[0]))) { return { words: [baseName(rest[0]), ...rest.slice(1)], context: inner }; }
  const script = scriptOf(rest.slice(1));
  return script === undefined ? undefined : { script, context: inner };
}

/** `-c SCRIPT`, `-ec SCRIPT`, `-o pipefail -c SCRIPT`. */
function scriptOf(words: readonly string[]): string | undefined {
  for (let i = 0; i < words.length; i++) {
    if (!/^[-+]/.test(words[i])) { return undefined; }
    if (/^-[a-z]*c[a-z]*$/i.test(words[i]) && !words[i].startsWith('--')) {
      // `-euxo pipefail -c` and `-ceuo pipefail SCRIPT`
      return words[i].includes('o') ? words[i + 2] : words[i + 1];
    }
    if (/^-[a-z]*o$/.test(words[i])) { i++; }
  }
  return undefined;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function expandedWords(words: readonly Word[], { env }: Context): string[] {
  return words.map(({ text }) => text.replace(/\$(?:\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|([A-Za-z_]\w*))/g,
    (found, braced?: string, byDefault?: string, plain?: string) => env.get(braced ?? plain!) ?? byDefault ?? found));
}

function effectOf(node: Node, context: Context): Effect {
  if (--context.budget.left < 0) { return REAL; }
  switch (node.kind) {
    case 'command': return effectOfCommand(node, context);
    case 'pipe': return together(node.parts.map(part => effectOf(part, context)));
    case 'not': return effectOf(node.of, context);
    case 'list': return together(node.items.map(item => item.background ? inBackground(item.node, context) : effectOf(item.node, context)));
    case 'chain': return together([effectOf(node.first, context), ...node.rest.map(({ operator, node: next }) =>
      maybe(effectOf(next, operator === '||' ? { ...context, conditional: true } : context)))]);
    case 'loop': return effectOfLoop(node, context);
    case 'for': return effectOfFor(node, context);
    case 'if': return together(node.branches.flatMap(({ condition, body }, i) => [
      ...(condition ? [effectOf(condition, i === 0 ? context : { ...context, conditional: true })] : []),
      maybe(effectOf(body, { ...context, conditional: true })),
    ]));
    case 'case': return together(node.bodies.map(body => maybe(effectOf(body, { ...context, conditional: true }))));
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
    exits: effects.some(e => e.exits),
  };
}

/** Nobody knows whether it is done, so nobody knows how long it takes. */
function maybe(effect: Effect): Effect {
  return { ...effect, seconds: effect.seconds === 0 ? 0 : undefined, endless: false };
}

function effectOfCommand(node: Extract<Node, { kind: 'command' }>, context: Context): Effect {
  const words = expandedWords(node.words, context);
  const inner = unwrapped(words, context);
  if (inner && 'script' in inner) { return together(stepsOfScript(inner.script, inner.context)); }
  return effectOfSimple(inner ? inner.words : words, node.words, inner ? inner.context : context);
}

function effectOfSimple(given: readonly string[], source: readonly Word[], context: Context): Effect {
  const words = withoutAssignments(given, context);
  if (words.length === 0) { return source.some(w => w.substitutions.length > 0) ? { ...NONE, seconds: undefined } : NONE; }
  const [name, ...rest] = words;
  if (name === 'sleep') {
    const slept = rest[0] === 'infinity' || rest[0] === 'inf' ? Infinity : seconds(rest[0]);
    return { ...NONE, seconds: slept, endless: slept !== undefined && slept >= FOREVER && !context.bounded };
  }
  if (name === 'tail' && rest.some(w => /^-[a-z]*[fF]$|^--follow/.test(w)) && !rest.some(w => w.startsWith('--pid'))) {
    return { ...REAL, endless: !context.bounded };
  }
  if (name === 'break' || name === 'exit' || name === 'return') { return { ...NONE, exits: true }; }
  const body = context.functions.get(name);
  if (body) { return context.depth > DEEPEST ? REAL : effectOf(body, { ...context, depth: context.depth + 1 }); }
  if (TRIVIAL.has(name) || TESTS.has(name)) { return NONE; }
  if (HOUSEKEEPING.has(name)) { return { ...REAL, serves: false }; }
  const check = checkOfCommand(words);
  if (!check?.waits) { return REAL; }
  const { limitSeconds } = check.waits;
  const limit = limitSeconds === 0 ? context.limitSeconds : limitSeconds;
  return { ...NONE, seconds: undefined, waits: [waitFor(check, limitSeconds !== 0, { ...context, limitSeconds: limit })] };
}

/** Literal ones are remembered for the words behind them. */
function withoutAssignments(words: readonly string[], { env }: Context): readonly string[] {
  const at = words.findIndex(word => !/^[A-Za-z_]\w*\+?=/.test(word));
  for (const word of at < 0 ? words : []) {
    const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(word) ?? [];
    if (name === undefined) { continue; }
    // What is computed is not known, and what it was before is over.
    if (/[$`]/.test(value)) { env.delete(name); } else { env.set(name, value); }
  }
  return at < 0 ? [] : words.slice(at);
}

function waitFor(checks: Pick<CommandCheck, 'targets' | 'anyStatus'>, bounded: boolean, context: Context): Wait {
  return {
    targets: checks.targets,
    bounded: bounded || context.bounded,
    ...(context.limitSeconds === undefined ? {} : { limitSeconds: context.limitSeconds }),
    anyStatus: checks.anyStatus,
    conditional: context.conditional,
  };
}

/** What a condition looks at. */
interface Looked {
  readonly targets: readonly WaitTarget[];
  readonly anyStatus: boolean;
  /** It also compares something, or runs something that is not known. */
  readonly others: boolean;
  /** It can leave the loop. */
  readonly exits: boolean;
  /** It passes while the thing is not there: `[ ! -f FILE ]`, `[ "$(…)" != 200 ]`. */
  readonly inverted: boolean;
  readonly program?: readonly string[];
}

const LOOKED_AT_NOTHING: Looked = { targets: [], anyStatus: false, others: false, exits: false, inverted: false };

function merged(all: readonly Looked[]): Looked {
  return {
    targets: all.flatMap(l => l.targets),
    anyStatus: all.some(l => l.anyStatus),
    others: all.some(l => l.others),
    exits: all.some(l => l.exits),
    inverted: all.some(l => l.inverted),
    program: all.length === 1 ? all[0].program : undefined,
  };
}

function lookedAt(node: Node, context: Context): Looked {
  if (--context.budget.left < 0) { return LOOKED_AT_NOTHING; }
  switch (node.kind) {
    case 'command': return lookedAtByCommand(node, context);
    case 'pipe': return { ...merged(node.parts.map(part => lookedAt(part, context))), anyStatus: false, others: false };
    case 'not': {
      const inner = lookedAt(node.of, context);
      return { ...inner, inverted: !inner.inverted };
    }
    case 'chain': return merged([node.first, ...node.rest.map(r => r.node)].map(part => lookedAt(part, context)));
    case 'list': return merged(node.items.map(item => lookedAt(item.node, context)));
    default: return { ...LOOKED_AT_NOTHING, others: true, exits: effectOf(node, context).exits };
  }
}

function lookedAtByCommand({ words: source, redirects }: Extract<Node, { kind: 'command' }>, context: Context): Looked {
  const sockets = redirects.flatMap(({ target }): WaitTarget[] => {
    const [, host, port] = /^\/dev\/tcp\/([^/]+)\/([^/]+)$/.exec(expandedText(target, context)) ?? [];
    return host === undefined ? [] : [{ kind: 'network', protocol: 'tcp', ...(/[$`]/.test(host) ? {} : { host }), ...(/^\d+$/.test(port) ? { port: Number(port) } : {}) }];
  });
  if (sockets.length > 0) { return { ...LOOKED_AT_NOTHING, targets: sockets }; }
  const inner = unwrapped(expandedWords(source, context), context);
  if (!inner) { return source.length === 0 ? LOOKED_AT_NOTHING : { ...LOOKED_AT_NOTHING, others: true }; }
  if ('script' in inner) {
    const script = parseScript(inner.script);
    return script ? lookedAt(script, inner.context) : { ...LOOKED_AT_NOTHING, others: true };
  }
  const words = withoutAssignments(inner.words, inner.context);
  if (words.length === 0) { return lookedAtBySubstitutions(source, context); }
  const [name] = words;
  if (name === 'break' || name === 'exit' || name === 'return') { return { ...LOOKED_AT_NOTHING, exits: true }; }
  const body = context.functions.get(name);
  if (body && context.depth <= DEEPEST) { return lookedAt(body, { ...context, depth: context.depth + 1 }); }
  const inside = lookedAtBySubstitutions(source, context);
  if (TESTS.has(name)) {
    const check = checkOfCommand(words);
    const targets = [...check?.targets ?? [], ...inside.targets];
    const inverted = words.includes('!') || words.includes('!=') || words.includes('-ne') || words.includes('-z');
    return { ...LOOKED_AT_NOTHING, targets, inverted, others: targets.length === 0 };
  }
  if (name === 'sleep' || TRIVIAL.has(name)) { return inside; }
  const check = checkOfCommand(words);
  if (check) { return { ...LOOKED_AT_NOTHING, targets: check.targets, anyStatus: check.anyStatus }; }
  return { ...LOOKED_AT_NOTHING, others: true, program: words };
}

/** What is asked in `$(…)` is compared with something, so that a status is not just any. */
function lookedAtBySubstitutions(words: readonly Word[], context: Context): Looked {
  if (context.depth > DEEPEST) { return LOOKED_AT_NOTHING; }
  const scripts = words.flatMap(word => word.substitutions).map(parseScript);
  const all = merged(scripts.flatMap(script => script ? [lookedAt(script, { ...context, depth: context.depth + 1 })] : []));
  return { ...LOOKED_AT_NOTHING, targets: all.targets };
}

function expandedText(text: string, context: Context): string {
  return expandedWords([{ text, substitutions: [], plain: true }], context)[0];
}

/** A loop that is a wait: what else is in it counts. */
function waiting(waits: readonly Wait[], inside: Effect, body: Node): Effect {
  const real = inside.real && !onlyLooks(body);
  return { ...NONE, seconds: undefined, waits, real, serves: real && inside.serves };
}

function effectOfLoop({ until, condition, body }: Extract<Node, { kind: 'loop' }>, context: Context): Effect {
  const inside = effectOf(body, context);
  if (isConstant(condition, until)) { return effectOfForever(body, inside, context); }
  const looked = lookedAt(condition, context);
  const untilPassed = until !== looked.inverted;
  if (looked.targets.length > 0 && untilPassed) {
    const wait = waitFor(looked, inside.exits || looked.exits || looked.others, context);
    return waiting([wait, ...inside.waits], inside, body);
  }
  if (looked.program && untilPassed && !inside.real && inside.seconds !== undefined && inside.seconds > 0) {
    const wait = waitFor({ targets: [{ kind: 'program', words: looked.program }], anyStatus: false }, inside.exits || looked.exits, context);
    return { ...NONE, seconds: undefined, waits: [wait], real: true };
  }
  const exit = exitsOf(body, context);
  if (exit.targets.length > 0) { return waiting([waitFor(exit, true, context)], inside, body); }
  const count = countOf(condition, until);
  const passesTime = count !== undefined && !inside.real && inside.seconds !== undefined && inside.waits.length === 0;
  return passesTime ? { ...NONE, seconds: count * inside.seconds! } : { ...inside, seconds: undefined, real: true, exits: false };
}

/** `while true`: for ever, unless something in it leaves it; when a check does that, and nothing else, it is a wait without a limit. */
function effectOfForever(body: Node, inside: Effect, context: Context): Effect {
  const exit = exitsOf(body, context);
  if (exit.targets.length > 0) {
    return waiting([waitFor(exit, exit.others, context)], inside, body);
  }
  return { ...inside, waits: inside.waits, seconds: undefined, real: true, exits: false, endless: !inside.exits && !context.bounded };
}

/** The checks that stand in front of each `break` and `exit`; `others`: something else leaves the loop, too. */
function exitsOf(node: Node, context: Context): Looked {
  switch (node.kind) {
    case 'list': return merged(node.items.map(item => exitsOf(item.node, context)));
    case 'chain': {
      const last = node.rest[node.rest.length - 1];
      if (!effectOf(last.node, context).exits) { return merged([node.first, ...node.rest.map(r => r.node)].map(part => exitsOf(part, context))); }
      const guard = merged([node.first, ...node.rest.slice(0, -1).map(r => r.node)].map(part => lookedAt(part, context)));
      return last.operator === '&&' && guard.targets.length > 0 && !guard.inverted ? guard : { ...LOOKED_AT_NOTHING, others: true };
    }
    case 'if': return merged(node.branches.map(({ condition, body }) => {
      if (!effectOf(body, context).exits) { return LOOKED_AT_NOTHING; }
      const guard = condition && lookedAt(condition, context);
      return guard && guard.targets.length > 0 && !guard.inverted ? guard : { ...LOOKED_AT_NOTHING, others: true };
    }));
    default: return effectOf(node, context).exits ? { ...LOOKED_AT_NOTHING, others: true } : LOOKED_AT_NOTHING;
  }
}

/** All that it does is check, print and sleep: a loop around it does nothing else. */
function onlyLooks(node: Node): boolean {
  switch (node.kind) {
    case 'command': {
      const name = baseName(node.words[0]?.text ?? '');
      return node.words.length === 0 || /^[A-Za-z_]\w*=/.test(name) || ['sleep', 'break', 'exit', 'return'].includes(name) || TRIVIAL.has(name) || TESTS.has(name)
        || checkOfCommand([name, ...node.words.slice(1).map(w => w.text)]) !== undefined;
    }
    case 'pipe': return node.parts.every(onlyLooks);
    case 'not': return onlyLooks(node.of);
    case 'chain': return [node.first, ...node.rest.map(r => r.node)].every(onlyLooks);
    case 'list': return node.items.every(item => onlyLooks(item.node));
    case 'if': return node.branches.every(({ condition, body }) => (!condition || onlyLooks(condition)) && onlyLooks(body));
    default: return false;
  }
}

function effectOfFor({ words, body }: Extract<Node, { kind: 'for' }>, context: Context): Effect {
  const inside = effectOf(body, context);
  const exit = exitsOf(body, context);
  if (exit.targets.length > 0) { return waiting([waitFor(exit, true, context)], inside, body); }
  const count = countOfWords(words, context);
  const taken = inside.seconds === 0 ? 0 : count === undefined || inside.seconds === undefined ? undefined : count * inside.seconds;
  return { ...inside, exits: false, seconds: taken };
}

/** How often a `for` is gone through. */
function countOfWords(words: readonly Word[], context: Context): number | undefined {
  const texts = expandedWords(words, context);
  if (texts.length === 1) {
    const [, first, last] = /^(?:\$\(|`)\s*seq\s+(?:(\d+)\s+)?(\d+)\s*(?:\)|`)$/.exec(texts[0]) ?? [];
    if (last !== undefined) { return Math.max(Number(last) - Number(first ?? 1) + 1, 0); }
    const [, from, to] = /^\{(\d+)\.\.(\d+)\}$/.exec(texts[0]) ?? [];
    if (to !== undefined) { return Math.abs(Number(to) - Number(from)) + 1; }
    const [, below] = /^\(\([^;]*;[^;<]*<\s*(\d+)\s*;[^;]*\)\)$/.exec(texts[0]) ?? [];
    if (below !== undefined) { return Number(below); }
  }
  return texts.some(text => /[$`*?[]/.test(text)) ? undefined : texts.length;
}

/** `[ $i -lt 30 ]`, for a count that begins with 0. */
function countOf(condition: Node, until: boolean): number | undefined {
  const only = condition.kind === 'list' && condition.items.length === 1 ? condition.items[0].node : condition;
  if (only.kind !== 'command') { return undefined; }
  const words = only.words.map(w => w.text);
  const at = words.findIndex(word => (until ? ['-ge', '-gt', '-eq'] : ['-lt', '-le', '-ne']).includes(word));
  return at > 0 && TESTS.has(words[0]) && /^\d+$/.test(words[at + 1] ?? '') ? Number(words[at + 1]) : undefined;
}

function isConstant(condition: Node, until: boolean): boolean {
  const only = condition.kind === 'list' && condition.items.length === 1 ? condition.items[0].node : condition;
  if (only.kind === 'not') { return isConstant(only.of, !until); }
  if (only.kind !== 'command') { return false; }
  const text = only.words.map(w => w.text).join(' ');
  return (until ? ['false', '[ 0 -eq 1 ]', '((0))'] : ['true', ':', '[ 1 ]', '[ true ]', '[[ true ]]', '((1))', '(( 1 ))', '[ 1 -eq 1 ]', '/bin/true', 'test 1']).includes(text);
}
