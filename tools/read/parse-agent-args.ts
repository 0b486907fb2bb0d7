import { createAddressTarget, parseSeconds, readCheck } from './command/checks';
import { Wait, WaitTarget } from './wait';
import { BY_SHELL, WAIT_AGENT } from '../../src/agent/contract';
import { StartCondition } from '../../src/api/enums';
import { SimpleCheck } from '../../src/api/private/check';
import { describeCheck, readAgentArgument } from '../../src/pod/checks';

/** The arguments of the wait agent of this library, as scripts/agent-arguments.ts lists them. */
export interface AgentReading {
  /** In order, without the waits of an agent in the background, which hold nothing. */
  readonly waits: readonly AgentWait[];
  /** The marker files that the agent looks at first. */
  readonly looksAt: readonly string[];
  /** The command after `--`. */
  readonly command?: readonly string[];
}

/** A wait for a container, or for something outside the pod. A mark, a gate, an end or a time has no target. */
export interface AgentWait extends Wait {
  readonly name: string;
  /** A check, a mark of another agent, the opening of a gate, the exit of a container, or a time. */
  readonly sees: 'check' | 'mark' | 'gate' | 'end' | 'delay';
  /** A mark counts only while its container runs. */
  readonly isLocked?: true;
  /** The condition of a mark or of an end. */
  readonly condition?: StartCondition;
  /** The text of a plan: `TCP 127.0.0.1:6379`. */
  readonly check: string;
}

/** The options that are followed by as many words as their value specifies. */
export const WITH_WORDS = new Set(['--command', '--fails-if', '--blocking-command', '--run-first', '--linger']);

/** The waits for one dependency, which share a limit. */
interface DependencyWaits {
  readonly name: string;
  /** Marker files of containers that must run. */
  readonly locked: string[];
  limitSeconds?: number;
  goesOn: boolean;
  readonly seen: WaitEvent[];
}

type WaitEvent = { check: string; target?: WaitTarget } & Pick<AgentWait, 'sees' | 'condition' | 'isLocked'>;

/** The words before the arguments of the agent. */
const WAYS_TO_RUN: ReadonlyArray<readonly string[]> = [[WAIT_AGENT], BY_SHELL];

/** `undefined`: the words are not a command of the agent. `path`: the path of the agent in the images of the pod. */
export function parseAgentArgs(words: readonly string[], path?: string): AgentReading | undefined {
  const ways = path === undefined ? WAYS_TO_RUN : [...WAYS_TO_RUN, [path]];
  const start = ways.find(way => way.every((word, i) => words[i] === word));
  if (!start) {
    return undefined;
  }
  const groups: DependencyWaits[] = [];
  const looksAt: string[] = [];
  const reading = (command?: readonly string[]): AgentReading => ({
    waits: groups.flatMap(toAgentWaits),
    looksAt,
    command,
  });
  for (let i = start.length; i < words.length; i++) {
    if (words[i] === '--') {
      return reading(words.slice(i + 1));
    }
    const [option, value] = splitOption(words[i]);
    const count = WITH_WORDS.has(option) ? parseCount(value) : 0;
    const group = groups.at(-1);
    if (option === '--for' || option === '--renew' || option === '--hold') {
      groups.push({ name: option === '--for' ? value : splitMark(value).file, goesOn: false, locked: [], seen: [] });
    } else if (option === '--if-marked') {
      looksAt.push(splitMark(value).file);
    } else if (group) {
      readInto(group, option, value, words.slice(i + 1, i + 1 + count));
    }
    i += count;
  }
  return reading();
}

/** Returns the waits with a known target. */
export function listCheckWaits(agent: AgentReading | undefined): readonly AgentWait[] {
  return (agent?.waits ?? []).filter(({ targets }) => targets.length > 0);
}

function toAgentWaits({ name, limitSeconds, goesOn, seen }: DependencyWaits): AgentWait[] {
  const bounded = limitSeconds !== undefined;
  return seen.map(({ target, ...event }) => {
    const targets = target ? [target] : [];
    return { ...event, targets, name, bounded, limitSeconds, goesOn: goesOn && bounded };
  });
}

function readInto(group: DependencyWaits, option: string, value: string, words: readonly string[]): void {
  const last = group.seen.at(-1);
  switch (option) {
    case '--timeout':
    case '--continue-after':
      group.limitSeconds = parseDuration(value);
      group.goesOn = option === '--continue-after';
      break;
    case '--running':
      group.locked.push(value);
      break;
    case '--status':
      if (last) {
        last.check += ` (status ${value.split(',').join(', ')})`;
      }
      break;
    case '--protocol':
      if (last?.target?.kind === 'network') {
        last.target = { ...last.target, protocol: value };
        last.check = `${value} at ${last.check.slice('TCP '.length)}`;
      }
      break;
    case '--text':
      if (last) {
        last.check = `'${value}' in ${last.check}`;
      }
      break;
    default: {
      const seen = readWaitEvent(option, value, words, group.locked);
      if (seen) {
        group.seen.push(seen);
      }
    }
  }
}

function readWaitEvent(
  option: string,
  value: string,
  words: readonly string[],
  locked: readonly string[],
): WaitEvent | undefined {
  switch (option) {
    case '--delay':
      return { sees: 'delay', check: `a delay of ${parseDuration(value)} s` };
    case '--marked': {
      const { file, key } = splitMark(value);
      const condition = parseCondition(key);
      return condition
        ? { sees: 'mark', condition, isLocked: locked.includes(file) || undefined, check: `the mark ${key}` }
        : { sees: 'gate', check: 'its gate' };
    }
    case '--exited': {
      const condition = parseCondition(splitMark(value).key);
      return {
        sees: 'end',
        condition,
        check: condition === 'COMPLETED' ? 'its end with exit code 0' : 'its end',
      };
    }
    default: {
      const shown = words.map(word => (word.length > LONGEST_SHOWN || word.includes('\n') ? '…' : word));
      const check = readAgentArgument(option, value, shown);
      return check && { sees: 'check', check: describeCheck(check), target: readTarget(check, value) };
    }
  }
}

/** Longer words, such as templates of kubectl, are omitted. */
const LONGEST_SHOWN = 100;

function readTarget(check: SimpleCheck, value: string): WaitTarget {
  if ('command' in check) {
    return readCheck(check.command)?.targets[0] ?? { kind: 'program', words: check.command };
  }
  if ('port' in check) {
    return createAddressTarget(value);
  }
  return 'host' in check ? { kind: 'name', host: value } : { kind: 'file', path: value };
}

function splitOption(word: string): [option: string, value: string] {
  const at = word.indexOf('=');
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
}

/** `FILE:KEY` */
function splitMark(value: string): { file: string; key: string } {
  const at = value.lastIndexOf(':');
  return { file: value.slice(0, Math.max(at, 0)), key: value.slice(at + 1) };
}

function parseCondition(key: string): StartCondition | undefined {
  return Object.values(StartCondition).find(condition => condition === key);
}

function parseCount(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** The agent refuses a number without a unit, and takes zero as no limit. */
function parseDuration(text: string): number | undefined {
  const hasUnit = /[a-z]$/.test(text);
  return (hasUnit && parseSeconds(text)) || undefined;
}
