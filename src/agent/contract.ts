/**
 * The interface between the emitters and the wait agent: paths, names, arguments and exit codes. People read them in
 * their manifests; docs/contributing/agent-contract.md describes them, and a test compares the options with the sources
 * of the agent (agent/src).
 */

/** Every name that is injected into a pod. */
export const AGENT_VOLUME = 'startup-order-agent';
/** The ConfigMaps from which the init container copies the agent. */
export const BINARIES_VOLUME = 'startup-order-binaries';
export const AGENT_INSTALLER = 'install-wait-agent';
export const WAIT_PREFIX = 'wait-for-';

/** The directory of BINARIES_VOLUME in that init container. */
export const BINARIES_DIR = '/startup-order-binaries';

/** The volumes of waits that call the Kubernetes API or verify a certificate. No other container mounts them. */
export const TOKEN_VOLUME = 'startup-order-token';
export const AUTHORITIES_VOLUME = 'startup-order-authorities';

/** The directory of the agent in each container that mounts the agent. */
export const AGENT_DIR = '/startup-order';
export const WAIT_AGENT = `${AGENT_DIR}/wait`;
/**
 * The words before the arguments of a wait if the architecture is unknown: a shell runs the binary for the node. The
 * arguments are never part of the script.
 */
export const BY_SHELL: readonly string[] = ['sh', '-c', `exec ${AGENT_DIR}/\`uname -m\` "$@"`, 'sh'];

/**
 * The volume that the containers of a pod share: marker files and lock files, named after the container that writes
 * them.
 */
export const STATE_VOLUME = 'startup-order-state';
export const STATE_DIR = '/startup-order-state';

/** Each file below is a name in the state volume: the agent looks for a name without a slash in STATE_DIR. */

/**
 * The marker file of a container. The line `READY='true'` opens the guards that wait until the container is ready; the
 * same for other conditions.
 */
export function markerFile(container: string): string {
  return container;
}

/** The line `OPEN='true'` in this file: the gate of the container is open, and the agent executes the command. */
export function gateFile(container: string): string {
  return `${container}.gate`;
}

export const GATE_KEY = 'OPEN';

/**
 * A process of the container locks this file as long as the container runs. Where the agent stays with the command, the
 * file also records exit code 0.
 */
export function lockFile(container: string): string {
  return `${container}.lock`;
}

/**
 * The environment variable that comes from the marker file. Names of containers have no `_`, so two containers never
 * share a variable.
 */
export function guardVariable(dependency: string, condition: string): string {
  return `STARTUP_ORDER_${dependency.toUpperCase().replace(/-/g, '_')}_${condition}`;
}

/** The default image of the init container that copies the agent. It needs `sh`, `cp` and `uname`. */
export const DEFAULT_IMAGE = 'busybox:1.37.0';

/** Exit codes of the agent. A blocking command and the user's own hook add their exit codes. */
export const EXIT = {
  READY: 0,
  STATE: 1,
  USAGE: 2,
  DEADLINE: 124,
  NOT_EXECUTABLE: 126,
  NOT_FOUND: 127,
  INTERRUPTED: 130,
  TERMINATED: 143,
} as const;

/** The longest time for one try, unless the check specifies one. */
export const TRY_SECONDS = { network: 1, command: 5 } as const;

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
    means: 'waits until the path is a Unix socket',
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
    means: 'empties the marker file, and adds the key `OPEN` right before the command starts',
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

/**
 * The version of the paths, names, arguments and exit codes of this file. A binary of another version may refuse the
 * words of a manifest.
 */
export const AGENT_VERSION = 1;

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

/** The environment variable with the name of the node, and its reference in a command. */
export const NODE_VARIABLE = 'STARTUP_ORDER_NODE';
export const NODE_REFERENCE = `$(${NODE_VARIABLE})`;

/**
 * Escapes text for `command`, `args` and exec probes, where the kubelet expands `$(VAR)` and turns `$$` into `$`. Every
 * `$` is doubled: doubling only the `$` of `$(` would still lose one `$` of a bare `$$`. The kubelet still expands
 * NODE_REFERENCE. Lifecycle hooks need no escape, because the kubelet does not expand them.
 */
export function escapeForExpansion(text: string): string {
  return text.split('$').join('$$').split(`$${NODE_REFERENCE}`).join(NODE_REFERENCE);
}
