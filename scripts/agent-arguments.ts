/**
 * The arguments and the exit codes of the wait agent, with their meanings. docs/contributing/agent-contract.md contains
 * these tables, and a test compares the options with the sources of the agent (agent/src).
 */
import { AGENT_VERSION, EXIT, TRY_SECONDS } from '../src/agent/contract';

/** One argument of the agent. */
export interface AgentOption {
  readonly option: string;
  /** The value after `=`. */
  readonly value?: string;
  /** The words that follow. */
  readonly words?: string;
  readonly means: string;
}

/** Arguments that wait, or that modify the argument before them. */
export const CHECKS: readonly AgentOption[] = [
  {
    option: '--for',
    value: 'NAME',
    means: 'begins the waits for one dependency. The arguments up to the next `--for` belong to it',
  },
  {
    option: '--timeout',
    value: '60s',
    means:
      `limits the waits for this dependency: after this time the agent exits with ${EXIT.DEADLINE}. The time ` +
      `counts from the start of the agent, or from the last \`--then\``,
  },
  {
    option: '--continue-after',
    value: '60s',
    means: 'limits the waits like `--timeout`: after this time the agent skips the other arguments of this dependency',
  },
  {
    option: '--tcp',
    value: 'HOST:PORT',
    means: 'waits until a connection is accepted',
  },
  {
    option: '--ready',
    value: 'PATTERN',
    means: 'after `--tcp`: waits until the server answers as in the pattern, see [below](#questions-to-a-server)',
  },
  {
    option: '--not-yet',
    value: 'PATTERN',
    means: 'after `--tcp`: an answer of a server that is not ready; the text after the pattern is part of the message',
  },
  { option: '--wrong', value: 'PATTERN', means: 'after `--tcp`: the answer of another server' },
  {
    option: '--send',
    value: 'BYTES',
    means: 'after `--tcp`: the agent sends these bytes first. Without it, the server speaks first',
  },
  { option: '--protocol', value: 'NAME', means: 'after `--tcp`: the name of the protocol, for messages' },
  {
    option: '--http',
    value: 'URL',
    means:
      'waits until a GET request returns a status from 200 to 399. The agent has no TLS, and follows redirects ' +
      'to the same host',
  },
  {
    option: '--status',
    value: '200,204',
    means:
      'after `--http`: the statuses to accept; the agent then follows no redirects. After `--command`: the last ' +
      'line of the output must be an accepted status',
  },
  { option: '--header', value: 'NAME: VALUE', means: 'after `--http`: a header of the request' },
  {
    option: '--dns',
    value: 'NAME',
    means: 'waits until the name has an address; the agent sends nothing to the address',
  },
  { option: '--file', value: 'PATH', means: 'waits until the path exists' },
  {
    option: '--file-contains',
    value: 'PATH',
    means:
      'waits until a line of the file contains the text of `--text`; a regular file; the agent reads what is new in it',
  },
  {
    option: '--text',
    value: 'TEXT',
    means: 'after `--file-contains`: the text. After `--command`: a text that the output must also contain',
  },
  {
    option: '--unix-socket',
    value: 'PATH',
    means:
      'waits until a process listens at the Unix socket: the agent connects, and sends nothing. Without the right to ' +
      'connect, the socket only has to exist',
  },
  {
    option: '--command',
    value: 'N',
    words: 'WORD…',
    means: 'waits until the command, N words, exits with code 0',
  },
  {
    option: '--passes-with',
    value: 'TEXT',
    means: 'after `--command`: passes when the output contains this text, with any exit code',
  },
  {
    option: '--fails-if',
    value: 'N',
    words: 'WORD…',
    means:
      `after \`--command\`: a second command, which the agent runs after each failed try; if it exits with 0, ` +
      `the agent exits with ${EXIT.STATE}`,
  },
  {
    option: '--blocking-command',
    value: 'N',
    words: 'WORD…',
    means: 'runs the command once and waits until it exits; if the exit code is not 0, the agent exits with that code',
  },
  { option: '--retry', means: 'after `--blocking-command`: repeats a failing command, once a second' },
  { option: '--delay', value: '10s', means: 'waits for this time' },
  {
    option: '--marked',
    value: 'FILE:KEY',
    means: 'waits until the marker file has the key, in this sandbox of the pod',
  },
  {
    option: '--running',
    value: 'FILE',
    means: 'waits until a process locks the marker file: its container runs, and has emptied the file',
  },
  {
    option: '--fails-with',
    value: 'TEXT',
    means:
      `after \`--command\`: the agent exits with ${EXIT.STATE} if each try prints this text for twice the time ` +
      `of \`--try-timeout\``,
  },
  {
    option: '--exited',
    value: 'FILE:EXITED|COMPLETED',
    means: 'waits until the container of the lock file has exited, or has exited by itself with code 0',
  },
  {
    option: '--final',
    means:
      `after \`--exited\`: the container does not start again, so with another exit code the agent exits with ` +
      `${EXIT.STATE}`,
  },
  {
    option: '--try-timeout',
    value: '1s',
    means:
      `after a check: the longest time for one try; ${TRY_SECONDS.network} s by default, ${TRY_SECONDS.command} ` +
      `s for a command or a name`,
  },
];

/** Arguments that act at once. A FILE without a slash is a file in /startup-order-state. */
export const STEPS: readonly AgentOption[] = [
  { option: '--then', means: 'limits of the dependencies after this argument count from here' },
  { option: '--reset', value: 'FILE', means: 'empties the marker file, or creates it' },
  {
    option: '--renew',
    value: 'FILE:KEY',
    means: 'empties the marker file, begins the waits for its container, and adds the key after all other arguments',
  },
  { option: '--forget', value: 'FILE', means: 'empties the marker file if an earlier sandbox of the pod wrote it' },
  { option: '--mark', value: 'FILE:KEY', means: 'adds the key to the marker file' },
  { option: '--if-marked', value: 'FILE:KEY', means: 'without the key, skips all arguments up to the next `--then`' },
  { option: '--unless-marked', value: 'FILE:KEY', means: 'the agent exits with 0 if the key exists' },
  {
    option: '--hold',
    value: 'FILE:KEY',
    means:
      'in a readiness probe: begins the waits for the container of the file, and adds the key after all other ' +
      'arguments. Once the key exists, the agent exits immediately, and in the next run after 30 s',
  },
  {
    option: '--run-first',
    value: 'N',
    words: 'WORD…',
    means: 'runs the command; if the exit code is not 0, the agent exits with that code',
  },
  {
    option: '--linger',
    value: 'N',
    words: 'WORD…',
    means: 'starts an agent with these arguments that stays in the container',
  },
  { option: '--lock', value: 'FILE', means: 'locks the file as long as the agent and the command after `--` run' },
  {
    option: '--leave-lock',
    value: 'FILE',
    means:
      'empties the file, and locks the file as long as the container runs, by a process that stays in the container',
  },
  { option: '--unlocked', value: 'FILE', means: 'waits until no process locks the file' },
];

/** Arguments for the command after `--`. */
export const COMMANDS: readonly AgentOption[] = [
  {
    option: '--gate',
    value: 'FILE',
    means:
      'empties the marker file, and adds the key `OPEN` right before the command starts; ' +
      'not if its program is missing or not executable',
  },
  {
    option: '--ends',
    value: 'FILE',
    means: 'records in the lock file that the command has exited by itself with code 0',
  },
  {
    option: '--until',
    value: 'FILE:KEY',
    means:
      'sends SIGTERM to the command, and SIGKILL 30 s later, when all these containers have exited; the agent ' +
      'then exits with 0',
  },
  {
    option: '--stop-signal',
    value: 'NAME',
    means: 'with `--until`: sends this signal instead of SIGTERM, such as SIGQUIT',
  },
  { option: '--quit', value: 'URL', means: 'sends a POST request to the URL after the command has exited' },
  { option: '--after', value: 'FILE:KEY', means: 'with `--quit`: only if all these containers have exited, too' },
  {
    option: '--',
    words: 'COMMAND ARGUMENT…',
    means:
      'replaces the agent with the command. With `--ends`, `--until` or `--quit` the agent stays the parent of ' +
      'the command and exits with the same code',
  },
];

/** Arguments without other arguments. */
export const ALONE: readonly AgentOption[] = [
  {
    option: '--version',
    means:
      `prints one line on stdout: the version of this interface (${AGENT_VERSION}), and the build ID, which is a ` +
      'hash of the binary and also in its note `.note.gnu.build-id`',
  },
];

/** The meaning of each exit code. */
export const ENDS: Readonly<Record<number, string>> = {
  [EXIT.READY]: 'all checks have passed; or the limit of `--continue-after` has passed',
  [EXIT.STATE]:
    'a marker file cannot be written, the condition can no longer become true, or the kernel denies a system ' +
    'call (the message names it)',
  [EXIT.USAGE]: 'the arguments are invalid, or belong to another version of the agent; the agent has done nothing',
  [EXIT.DEADLINE]: 'a dependency was not ready within its `--timeout`',
  [EXIT.NOT_EXECUTABLE]: 'the command after `--` cannot be executed',
  [EXIT.NOT_FOUND]: 'the command after `--` was not found',
  [EXIT.INTERRUPTED]: 'SIGINT while the agent waited; for every other signal, 128 plus its number',
  [EXIT.TERMINATED]: 'SIGTERM while the agent waited',
};
