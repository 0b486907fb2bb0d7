import { readCheck } from './checks';
import { Context, enterNested, expandText, expandWords, findScripts, applyAssignments } from './context';
import { canLeave } from './early-exit';
import { isTest, isTrivial } from './known-commands';
import { getProgramName, unwrapCommand } from './unwrap-command';
import { ShellNode, parseScript, getParts } from '../shell/syntax';
import { Word } from '../shell/tokens';
import { WaitTarget } from '../wait';

/** The checks of a condition. */
export interface ConditionReading {
  readonly targets: readonly WaitTarget[];
  readonly anyStatus: boolean;
  /** The condition also contains a comparison, or an unknown command. */
  readonly others: boolean;
  /** The condition can leave the loop. */
  readonly exits: boolean;
  /** The condition passes while the target is absent: `[ ! -f FILE ]`, `[ "$(…)" != 200 ]`. */
  readonly inverted: boolean;
  readonly program?: readonly string[];
}

const NO_CHECK: ConditionReading = { targets: [], anyStatus: false, others: false, exits: false, inverted: false };
const OTHER_CONDITION: ConditionReading = { ...NO_CHECK, others: true };

function mergeReadings(all: readonly ConditionReading[]): ConditionReading {
  return {
    targets: all.flatMap(l => l.targets),
    anyStatus: all.some(l => l.anyStatus),
    others: all.some(l => l.others),
    exits: all.some(l => l.exits),
    inverted: all.some(l => l.inverted),
    program: all.length === 1 ? all[0].program : undefined,
  };
}

export function readCondition(node: ShellNode, context: Context): ConditionReading {
  if (--context.budget.left < 0) { return NO_CHECK; }
  switch (node.kind) {
    case 'command': return readCommandCondition(node, context);
    case 'pipe': return { ...mergeReadings(node.parts.map(part => readCondition(part, context))), anyStatus: false, others: false };
    case 'not': {
      const inner = readCondition(node.of, context);
      return { ...inner, inverted: !inner.inverted };
    }
    case 'chain':
    case 'list': return mergeReadings(getParts(node).map(part => readCondition(part, context)));
    default: return { ...OTHER_CONDITION, exits: canLeave(node, context) };
  }
}

function readCommandCondition(command: Extract<ShellNode, { kind: 'command' }>, context: Context): ConditionReading {
  const { words: source, redirects } = command;
  const sockets = redirects.flatMap((file): WaitTarget[] => {
    const [, host, port] = /^\/dev\/tcp\/([^/]+)\/([^/]+)$/.exec(expandText(file, context)) ?? [];
    return host === undefined ? [] : [{ kind: 'network', protocol: 'tcp', ...(/[$`]/.test(host) ? {} : { host }), ...(/^\d+$/.test(port) ? { port: Number(port) } : {}) }];
  });
  if (sockets.length > 0) { return { ...NO_CHECK, targets: sockets }; }
  const words = applyAssignments(expandWords(source, context), context);
  if (words.length === 0) { return readSubstitutions(source, context); }
  const inner = unwrapCommand(words, context);
  if (!inner) { return OTHER_CONDITION; }
  if ('script' in inner) {
    const script = parseScript(inner.script);
    return script ? readCondition(script, inner.context) : OTHER_CONDITION;
  }
  const [name] = inner.words;
  const [body, ofBody] = [context.functions.get(name), enterNested(context)];
  if (body && ofBody) { return readCondition(body, ofBody); }
  if (canLeave(command, context)) { return { ...NO_CHECK, exits: true }; }
  const check = readCheck(inner.words, context.env);
  const inside = readSubstitutions(source, context);
  if (isTest(name)) {
    const targets = [...check?.targets ?? [], ...inside.targets];
    const inverted = ['!', '!=', '-ne', '-z', '-lt', '-le'].some(word => inner.words.includes(word));
    return { ...NO_CHECK, targets, inverted, others: targets.length === 0 };
  }
  if (name === 'sleep' || isTrivial(name)) { return inside; }
  return check ? { ...NO_CHECK, targets: check.targets, anyStatus: check.anyStatus } : { ...OTHER_CONDITION, program: inner.words };
}

/** A comparison with the output of `$(…)` checks the status. */
function readSubstitutions(words: readonly Word[], context: Context): ConditionReading {
  const inner = enterNested(context);
  const scripts = inner ? words.flatMap(word => findScripts(word, context)).map(parseScript) : [];
  return { ...NO_CHECK, targets: scripts.flatMap(script => script ? readCondition(script, inner!).targets : []) };
}

/** Returns the checks before each `break` and `exit`; `others`: another command leaves the loop, too. */
export function readExits(node: ShellNode, context: Context): ConditionReading {
  switch (node.kind) {
    case 'list': return mergeReadings(getParts(node).map(part => readExits(part, context)));
    case 'chain': {
      const parts = getParts(node);
      const at = parts.findIndex(part => canLeave(part, context));
      if (at < 1) { return mergeReadings(parts.map(part => readExits(part, context))); }
      const guard = mergeReadings(parts.slice(0, at).map(part => readCondition(part, context)));
      return mergeReadings([
        node.rest[at - 1].operator === '&&' ? createExit(guard) : OTHER_CONDITION,
        ...parts.slice(at + 1).map(part => readExits(part, context)),
      ]);
    }
    case 'if': return mergeReadings(node.branches.map(({ condition, body }, i) => {
      if (!canLeave(body, context)) { return NO_CHECK; }
      if (condition) { return createExit(readCondition(condition, context)); }
      const before = readCondition(node.branches[i - 1].condition!, context);
      return createExit({ ...before, inverted: !before.inverted });
    }));
    default: return canLeave(node, context) ? OTHER_CONDITION : NO_CHECK;
  }
}

/** The loop ends when the target is present. Otherwise the loop is no wait for the target. */
function createExit(guard: ConditionReading): ConditionReading {
  return guard.targets.length > 0 && !guard.inverted ? guard : OTHER_CONDITION;
}

/** The part only checks, prints and sleeps, so a loop around it is a wait. */
export function onlyChecks(node: ShellNode): boolean {
  switch (node.kind) {
    case 'command': {
      const name = getProgramName(node.words[0]?.text ?? '');
      return node.words.length === 0 || /^[A-Za-z_]\w*=/.test(name) || name === 'sleep' || isTrivial(name)
        || readCheck([name, ...node.words.slice(1).map(w => w.text)]) !== undefined;
    }
    case 'loop':
    case 'for':
    case 'case':
    case 'function': return false;
    default: return getParts(node).every(onlyChecks);
  }
}
