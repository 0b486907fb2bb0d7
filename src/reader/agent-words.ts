import { WAIT_AGENT } from '../agent/contract';

/** The arguments of this library's own agent, as agent/contract.ts has them. */
export interface AgentReading {
  /** In the order in which they are made; those that it leaves to the background hold nothing and are not here. */
  readonly waits: readonly AgentWait[];
  /** What runs behind it. */
  readonly command?: readonly string[];
}

export interface AgentWait {
  /** A container, or something outside the pod. */
  readonly name: string;
  readonly kind: string;
  readonly words: readonly string[];
  readonly timeoutSeconds?: number;
  readonly goesOn: boolean;
}

/** A check in the words of the agent, without the text of a script: `tcp 127.0.0.1 6379`. */
export function describeAgentWait({ kind, words }: AgentWait): string {
  return [kind, ...words.filter(word => !word.includes('\n'))].join(' ');
}

/** `undefined`: that is not our agent. */
export function readAgent(words: readonly string[]): AgentReading | undefined {
  const own = argumentsOf(words);
  if (!own) { return undefined; }
  const waits: AgentWait[] = [];
  let name = '';
  let timeoutSeconds: number | undefined;
  let goesOn = false;
  for (let i = 0; i < own.length; i++) {
    const word = own[i];
    const value = word.slice(word.indexOf('=') + 1);
    if (word === '--') { return { waits, command: own.slice(i + 1) }; }
    if (word.startsWith('--for=')) { name = value; }
    if (word.startsWith('--timeout=')) { timeoutSeconds = Number(value) || undefined; }
    if (word.startsWith('--on-timeout=')) { goesOn = value === 'continue'; }
    if (word.startsWith('--words=')) {
      const count = countOf(value);
      const [kind = '', ...rest] = own.slice(i + 1, i + 1 + count);
      waits.push({ name, kind, words: rest, timeoutSeconds, goesOn: goesOn && timeoutSeconds !== undefined });
      i += count;
    } else if (word.startsWith('--run-first=') || word.startsWith('--linger=')) {
      i += countOf(value);
    }
  }
  return { waits };
}

function countOf(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** Installed it is one program; else its script stands in the command of a shell. */
function argumentsOf(words: readonly string[]): readonly string[] | undefined {
  if (words[0] === WAIT_AGENT) { return words.slice(1); }
  const at = words[1] === 'sh' ? 1 : 0;
  const isScript = words[at] === 'sh' && words[at + 1] === '-c' && (words[at + 2] ?? '').includes('wait-agent: ') && words[at + 3] !== undefined;
  return isScript ? words.slice(at + 4) : undefined;
}
