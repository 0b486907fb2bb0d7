import { SyntaxNode } from 'unbash';
import { readCheck, readHostAndPort } from './checks';
import { Context, enterNested, expandText, expandWords, findScripts, applyAssignments } from './context';
import { canLeave } from './early-exit';
import { enterFunction } from './functions';
import { isComparison, isTest, isTrivial } from './known-commands';
import {
  getParts,
  isNegated,
  isSimpleCommand,
  listBranches,
  listTexts,
  listWords,
  parseScript,
  ShellWord,
  SimpleCommand,
} from './syntax';
import { getProgramName, unwrapCommand } from './unwrap-command';
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
  /** The command always passes, such as `true` or `echo`. */
  readonly passes?: boolean;
  readonly program?: readonly string[];
}

const NO_CHECK: ConditionReading = { targets: [], anyStatus: false, others: false, exits: false, inverted: false };
const OTHER_CONDITION: ConditionReading = { ...NO_CHECK, others: true };

function mergeReadings(all: readonly ConditionReading[]): ConditionReading {
  return {
    targets: all.flatMap(reading => reading.targets),
    anyStatus: all.some(reading => reading.anyStatus),
    others: all.some(reading => reading.others),
    exits: all.some(reading => reading.exits),
    inverted: all.some(reading => reading.inverted),
    program: all.length === 1 ? all[0].program : undefined,
  };
}

export function readCondition(node: SyntaxNode, context: Context): ConditionReading {
  if (--context.budget.left < 0) {
    return NO_CHECK;
  }
  if (isSimpleCommand(node)) {
    return readCommandCondition(node, context);
  }
  const readParts = () => getParts(node).map(part => readCondition(part, context));
  switch (node.type) {
    case 'Script':
    case 'CompoundList':
      return mergeList(readParts());
    case 'AndOr':
      return mergeChain(readParts(), node.operators);
    case 'Pipeline': {
      const parts = readParts();
      const reading = mergeReadings(parts);
      const ofPipe = parts.length > 1 ? { ...reading, anyStatus: false, others: false } : reading;
      return isNegated(node) ? { ...ofPipe, inverted: !reading.inverted } : ofPipe;
    }
    default:
      return { ...OTHER_CONDITION, exits: canLeave(node, context) };
  }
}

/** The last command of a list decides: `nc -z db 5432; true` always passes. */
function mergeList(parts: readonly ConditionReading[]): ConditionReading {
  const last = parts.at(-1);
  return last?.passes ? { ...last, exits: parts.some(part => part.exits) } : mergeReadings(parts);
}

/**
 * `a || b` passes with either of them, and so does `! a && ! b` as the condition of `while`: the loop waits for
 * neither.
 */
function mergeChain(parts: readonly ConditionReading[], operators: readonly string[]): ConditionReading {
  const merged = mergeReadings(parts);
  const hasAlternatives = operators.includes(merged.inverted ? '&&' : '||');
  const isAny = hasAlternatives && parts.filter(({ targets, passes }) => targets.length > 0 || passes).length > 1;
  return isAny ? { ...OTHER_CONDITION, exits: merged.exits } : merged;
}

function readCommandCondition(command: SimpleCommand, context: Context): ConditionReading {
  const source = listWords(command);
  const redirects = command.type === 'Command' ? command.redirects : [];
  const sockets = redirects.flatMap(redirect => {
    const file = redirect.type === 'Redirect' ? (redirect.target?.value ?? '') : '';
    const [, ...address] = /^\/dev\/tcp\/([^/]+)\/([^/]+)$/.exec(expandText(file, context)) ?? [];
    return readHostAndPort(address)?.targets ?? [];
  });
  if (sockets.length > 0) {
    return { ...NO_CHECK, targets: sockets };
  }
  const words = applyAssignments(expandWords(source, context), context);
  if (words.length === 0) {
    return readSubstitutions(source, context);
  }
  const inner = unwrapCommand(words, context);
  if (!inner) {
    return OTHER_CONDITION;
  }
  if ('script' in inner) {
    const script = parseScript(inner.script);
    return script ? readCondition(script, inner.context) : OTHER_CONDITION;
  }
  const [name, ...args] = inner.words;
  const body = context.functions.get(name);
  const ofBody = body && enterFunction(body, args, context);
  if (ofBody) {
    return readCondition(body, ofBody);
  }
  if (canLeave(command, context)) {
    return { ...NO_CHECK, exits: true };
  }
  const check = readCheck(inner.words, context.env);
  const inside = readSubstitutions(source, context);
  if (isTest(name)) {
    const targets = [...(check?.targets ?? []), ...inside.targets];
    const inverted = ['!', '!=', '-ne', '-z', '-lt', '-le'].some(word => inner.words.includes(word));
    return { ...NO_CHECK, targets, inverted, others: targets.length === 0 };
  }
  if (name === 'sleep' || isTrivial(name)) {
    return { ...inside, others: isComparison(name), passes: !isComparison(name) && name !== 'false' };
  }
  return check
    ? { ...NO_CHECK, targets: check.targets, anyStatus: check.anyStatus }
    : { ...OTHER_CONDITION, program: inner.words };
}

/** A comparison with the output of `$(…)` checks the status. */
function readSubstitutions(words: readonly ShellWord[], context: Context): ConditionReading {
  const inner = enterNested(context);
  const scripts = words.flatMap(word => findScripts(word, context));
  return { ...NO_CHECK, targets: inner ? scripts.flatMap(script => readCondition(script, inner).targets) : [] };
}

/** Returns the checks before each `break` and `exit`; `others`: another command leaves the loop, too. */
export function readExits(node: SyntaxNode, context: Context): ConditionReading {
  switch (node.type) {
    case 'Script':
    case 'CompoundList':
      return mergeReadings(getParts(node).map(part => readExits(part, context)));
    case 'AndOr': {
      const parts = getParts(node);
      const at = parts.findIndex(part => canLeave(part, context));
      if (at < 1) {
        return mergeReadings(parts.map(part => readExits(part, context)));
      }
      const guard = mergeReadings(parts.slice(0, at).map(part => readCondition(part, context)));
      return mergeReadings([
        node.operators[at - 1] === '&&' ? createExit(guard) : OTHER_CONDITION,
        ...parts.slice(at + 1).map(part => readExits(part, context)),
      ]);
    }
    case 'If':
      return mergeReadings(
        listBranches(node).map(({ clause, then }, i, branches) => {
          if (!canLeave(then, context)) {
            return NO_CHECK;
          }
          if (clause) {
            return createExit(readCondition(clause, context));
          }
          const before = readCondition(branches[i - 1].clause!, context);
          return createExit({ ...before, inverted: !before.inverted });
        }),
      );
    default:
      return canLeave(node, context) ? OTHER_CONDITION : NO_CHECK;
  }
}

/** The loop ends when the target is present. Otherwise the loop is no wait for the target. */
function createExit(guard: ConditionReading): ConditionReading {
  return guard.targets.length > 0 && !guard.inverted ? guard : OTHER_CONDITION;
}

/** The part only checks, prints and sleeps, so a loop around it is a wait. */
export function onlyChecks(node: SyntaxNode): boolean {
  if (isSimpleCommand(node)) {
    const words = listTexts(node);
    const name = getProgramName(words[0] ?? '');
    return (
      words.length === 0 ||
      /^[A-Za-z_]\w*=/.test(name) ||
      name === 'sleep' ||
      isTrivial(name) ||
      readCheck([name, ...words.slice(1)]) !== undefined
    );
  }
  switch (node.type) {
    case 'While':
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
    case 'Case':
    case 'Coproc':
    case 'Function':
      return false;
    default:
      return getParts(node).every(onlyChecks);
  }
}
