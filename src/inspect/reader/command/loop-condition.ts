import { checkOfCommand } from './checks';
import { Context, deeper, expandedText, expandedWords, scriptsIn, withoutAssignments } from './context';
import { canLeave } from './early-exit';
import { isTest, isTrivial } from './known-commands';
import { programName, unwrapped } from './unwrap-command';
import { Node, parseScript, partsOf } from '../shell/syntax';
import { Word } from '../shell/tokens';
import { WaitTarget } from '../wait';

/** The checks of a condition. */
export interface Looked {
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

const LOOKED_AT_NOTHING: Looked = { targets: [], anyStatus: false, others: false, exits: false, inverted: false };
const LOOKED_AT_OTHERS: Looked = { ...LOOKED_AT_NOTHING, others: true };

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

export function lookedAt(node: Node, context: Context): Looked {
  if (--context.budget.left < 0) { return LOOKED_AT_NOTHING; }
  switch (node.kind) {
    case 'command': return lookedAtByCommand(node, context);
    case 'pipe': return { ...merged(node.parts.map(part => lookedAt(part, context))), anyStatus: false, others: false };
    case 'not': {
      const inner = lookedAt(node.of, context);
      return { ...inner, inverted: !inner.inverted };
    }
    case 'chain':
    case 'list': return merged(partsOf(node).map(part => lookedAt(part, context)));
    default: return { ...LOOKED_AT_OTHERS, exits: canLeave(node, context) };
  }
}

function lookedAtByCommand(command: Extract<Node, { kind: 'command' }>, context: Context): Looked {
  const { words: source, redirects } = command;
  const sockets = redirects.flatMap((file): WaitTarget[] => {
    const [, host, port] = /^\/dev\/tcp\/([^/]+)\/([^/]+)$/.exec(expandedText(file, context)) ?? [];
    return host === undefined ? [] : [{ kind: 'network', protocol: 'tcp', ...(/[$`]/.test(host) ? {} : { host }), ...(/^\d+$/.test(port) ? { port: Number(port) } : {}) }];
  });
  if (sockets.length > 0) { return { ...LOOKED_AT_NOTHING, targets: sockets }; }
  const words = withoutAssignments(expandedWords(source, context), context);
  if (words.length === 0) { return lookedAtBySubstitutions(source, context); }
  const inner = unwrapped(words, context);
  if (!inner) { return LOOKED_AT_OTHERS; }
  if ('script' in inner) {
    const script = parseScript(inner.script);
    return script ? lookedAt(script, inner.context) : LOOKED_AT_OTHERS;
  }
  const [name] = inner.words;
  const [body, ofBody] = [context.functions.get(name), deeper(context)];
  if (body && ofBody) { return lookedAt(body, ofBody); }
  if (canLeave(command, context)) { return { ...LOOKED_AT_NOTHING, exits: true }; }
  const check = checkOfCommand(inner.words, context.env);
  const inside = lookedAtBySubstitutions(source, context);
  if (isTest(name)) {
    const targets = [...check?.targets ?? [], ...inside.targets];
    const inverted = ['!', '!=', '-ne', '-z', '-lt', '-le'].some(word => inner.words.includes(word));
    return { ...LOOKED_AT_NOTHING, targets, inverted, others: targets.length === 0 };
  }
  if (name === 'sleep' || isTrivial(name)) { return inside; }
  return check ? { ...LOOKED_AT_NOTHING, targets: check.targets, anyStatus: check.anyStatus } : { ...LOOKED_AT_OTHERS, program: inner.words };
}

/** A comparison with the output of `$(…)` checks the status. */
function lookedAtBySubstitutions(words: readonly Word[], context: Context): Looked {
  const inner = deeper(context);
  const scripts = inner ? words.flatMap(word => scriptsIn(word, context)).map(parseScript) : [];
  return { ...LOOKED_AT_NOTHING, targets: scripts.flatMap(script => script ? lookedAt(script, inner!).targets : []) };
}

/** Returns the checks before each `break` and `exit`; `others`: another command leaves the loop, too. */
export function exitsOf(node: Node, context: Context): Looked {
  switch (node.kind) {
    case 'list': return merged(partsOf(node).map(part => exitsOf(part, context)));
    case 'chain': {
      const parts = partsOf(node);
      const at = parts.findIndex(part => canLeave(part, context));
      if (at < 1) { return merged(parts.map(part => exitsOf(part, context))); }
      const guard = merged(parts.slice(0, at).map(part => lookedAt(part, context)));
      return merged([
        node.rest[at - 1].operator === '&&' ? exitBehind(guard) : LOOKED_AT_OTHERS,
        ...parts.slice(at + 1).map(part => exitsOf(part, context)),
      ]);
    }
    case 'if': return merged(node.branches.map(({ condition, body }, i) => {
      if (!canLeave(body, context)) { return LOOKED_AT_NOTHING; }
      if (condition) { return exitBehind(lookedAt(condition, context)); }
      const before = lookedAt(node.branches[i - 1].condition!, context);
      return exitBehind({ ...before, inverted: !before.inverted });
    }));
    default: return canLeave(node, context) ? LOOKED_AT_OTHERS : LOOKED_AT_NOTHING;
  }
}

/** The loop ends when the target is present. Otherwise the loop is no wait for the target. */
function exitBehind(guard: Looked): Looked {
  return guard.targets.length > 0 && !guard.inverted ? guard : LOOKED_AT_OTHERS;
}

/** The part only checks, prints and sleeps, so a loop around it is a wait. */
export function onlyLooks(node: Node): boolean {
  switch (node.kind) {
    case 'command': {
      const name = programName(node.words[0]?.text ?? '');
      return node.words.length === 0 || /^[A-Za-z_]\w*=/.test(name) || name === 'sleep' || isTrivial(name)
        || checkOfCommand([name, ...node.words.slice(1).map(w => w.text)]) !== undefined;
    }
    case 'loop':
    case 'for':
    case 'case':
    case 'function': return false;
    default: return partsOf(node).every(onlyLooks);
  }
}
