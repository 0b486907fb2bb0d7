/**
 * What the emitters and the wait agent agree on: paths, names, argv, exit codes. Part of the public interface: people see it in their
 * manifests, and docs/reference/agent-contract.md describes it.
 *
 * argv of the agent, in this order:
 *
 *     wait-agent [--lock=FILE | --leave-lock=FILE | --unlocked=FILE…] [--hold=KEY:FILE] [--unless=KEY:FILE] [--reset=FILE] [--run-first=N WORD…] [--retry] [--together]
 *                ( --timeout=SECONDS --on-timeout=fail|continue | --for=NAME [--try=SECONDS] --words=N KIND WORD… | --mark=KEY:FILE | --if=KEY:FILE )…
 *                [--linger=N WORD… | [--ends=FILE] [--until=KEY:FILE]… [--quit=URL --behind=KEY:FILE…] -- COMMAND ARGUMENT…]
 *
 * What each means, and the kinds of checks, stand below. `N` counts the words that follow; they are taken as they are, whatever they look
 * like. Everything is done in the order in which it is written; a check that has passed is not repeated. A timeout is for what stands behind
 * it, up to the next one, and 0 is none. It counts from where it stands; with `--together` all count from there. A wait that is given up
 * with `continue`, or a mark that `--if` does not find, leaves out all behind it, marks too, up to the next timeout.
 *
 * `COMMAND` takes the agent's place. With `--ends` it becomes its child: the agent hands signals on, marks in FILE that it has ended, and ends
 * with its exit code. With `--until` it is a child, too: when all those marks are there it gets SIGTERM, 30 s later SIGKILL, and the agent ends
 * with 0. With `--quit`, when it has ended and all marks of `--behind` are there, URL gets a POST; no answer changes the exit code.
 *
 * `--lock` locks a file (flock) as long as the agent lives, and `COMMAND` behind it; `--leave-lock` as long as the container does, by a process
 * that it leaves behind. `--unlocked` goes on when nobody has the file locked. Locks cannot go stale, whatever ends a container.
 *
 * Marker files are env files (KEP-3721), so that the kubelet can read them: `--reset` leaves one without a key, `--mark` adds `KEY='true'`.
 */

/** Every name that is injected into a pod. */
export const AGENT_VOLUME = 'startup-order-agent';
export const AGENT_INSTALLER = 'install-wait-agent';
export const WAIT_PREFIX = 'wait-for-';

/** One marker file for each dependency that a guard waits for, called like the container. */
export const STATE_VOLUME = 'startup-order-state';
export const STATE_DIR = '/startup-order/state';

/** `READY='true'` in it opens the guards that wait until the container is ready; the same for other conditions. */
export function markerFile(container: string): string {
  return `${STATE_DIR}/${container}`;
}

/** `OPEN='true'` in it: the gate of the container is behind it, what runs is its own command. */
export function gateFile(container: string): string {
  return `${STATE_DIR}/${container}.gate`;
}

export const GATE_KEY = 'OPEN';

/** `EXITED='true'` in it: the command of the container has ended; `COMPLETED='true'`: with exit code 0. */
export function endFile(container: string): string {
  return `${STATE_DIR}/${container}.end`;
}

/** Locked as long as the container lives. */
export function lockFile(container: string): string {
  return `${STATE_DIR}/${container}.lock`;
}

/** The environment variable that comes from the marker file. Names of containers have no `_`, so no two become one. */
export function guardVariable(dependency: string, condition: string): string {
  return `STARTUP_ORDER_${dependency.toUpperCase().replace(/-/g, '_')}_${condition}`;
}

/** Where the agent lies in a container that mounts it. */
export const AGENT_DIR = '/startup-order/agent';
export const BUSYBOX = `${AGENT_DIR}/busybox`;
export const WAIT_AGENT = `${AGENT_DIR}/wait-agent`;

/** Default image; only the tags -musl and -uclibc of busybox are statically linked. */
export const DEFAULT_IMAGE = 'busybox:1.37.0-musl';
export const DEFAULT_IMAGE_BUSYBOX = '/bin/busybox';

/** Exit codes of the agent; besides these, the code of a blocking command or of the user's own hook. */
export const EXIT = { READY: 0, UNMARKED: 1, USAGE: 2, DEADLINE: 124, NO_TOOLS: 127, INTERRUPTED: 130, TERMINATED: 143 } as const;

/** Longest time for one try, unless the check says otherwise. A command may well need more than a connect. */
export const TRY_SECONDS = { network: 1, command: 5 } as const;

/**
 * Every word that the agent understands, and what it ends with: the tables of docs/reference/agent-contract.md are made of this, and a test holds the
 * script to it.
 */
export interface AgentOption {
  readonly option: string;
  /** What stands behind `=`. */
  readonly value?: string;
  /** Words that follow. */
  readonly words?: string;
  readonly means: string;
}

export const OPTIONS: readonly AgentOption[] = [
  { option: '--lock', value: 'FILE', means: 'locks the file as long as the agent lives, and the command behind `--`' },
  { option: '--leave-lock', value: 'FILE', means: 'locks it as long as the container lives, by a process that is left behind' },
  { option: '--unlocked', value: 'FILE', means: 'waits until nobody has the file locked' },
  { option: '--hold', value: 'KEY:FILE', means: 'in a readiness probe: once the key is there, returns at once or sleeps, so that the kubelet hears of it and asks seldom' },
  { option: '--unless', value: 'KEY:FILE', means: 'ends with 0 if the key is there' },
  { option: '--reset', value: 'FILE', means: 'makes the marker file, or empties it' },
  { option: '--run-first', value: 'N', words: 'WORD…', means: 'runs a command in front of all checks; its exit code, if not 0, is that of the agent' },
  { option: '--retry', means: 'a blocking command that fails is run again, once a second' },
  { option: '--together', means: 'all timeouts count from here' },
  { option: '--timeout', value: 'SECONDS', means: 'how long the waits behind it may take, up to the next one; 0 is no limit' },
  { option: '--on-timeout', value: 'fail|continue', means: `what happens then: it ends with ${EXIT.DEADLINE}, or leaves out what is behind it, up to the next timeout` },
  { option: '--for', value: 'NAME', means: 'what the next check is about, for the line that is printed when it is given up' },
  { option: '--try', value: 'SECONDS', means: `how long one try of the next check may take: ${TRY_SECONDS.network} where nothing is said, ${TRY_SECONDS.command} for a command or a name` },
  { option: '--words', value: 'N', words: 'KIND WORD…', means: 'waits until this check passes' },
  { option: '--mark', value: 'KEY:FILE', means: 'adds the key to the marker file' },
  { option: '--if', value: 'KEY:FILE', means: 'where the key is not there, leaves out what is behind it, up to the next timeout' },
  { option: '--linger', value: 'N', words: 'WORD…', means: 'leaves an agent with these words behind' },
  { option: '--ends', value: 'FILE', means: 'marks in the file that the command behind `--` has ended, and whether with 0' },
  { option: '--until', value: 'KEY:FILE', means: 'ends the command behind `--` when all such keys are there' },
  { option: '--quit', value: 'URL', means: 'when the command behind `--` has ended, the URL gets a POST' },
  { option: '--behind', value: 'KEY:FILE', means: 'the POST is made only if all such keys are there' },
  { option: '--', words: 'COMMAND ARGUMENT…', means: 'becomes the command; with `--ends`, `--until` or `--quit` runs it, and ends as it does' },
];

export interface AgentCheck {
  readonly kind: string;
  readonly words: string;
  readonly ready: string;
}

export const CHECKS: readonly AgentCheck[] = [
  { kind: 'http', words: 'URL `200-399` [option…]', ready: 'a GET request gets a status from 200 to 399; redirects are followed' },
  { kind: 'http', words: 'URL STATUS,… [option…]', ready: 'the first response has one of the statuses' },
  { kind: 'tcp', words: 'HOST PORT', ready: 'a connection is accepted' },
  { kind: 'file', words: 'PATH', ready: 'the path exists' },
  { kind: 'contains', words: 'PATH TEXT', ready: 'a line of the file holds the text' },
  { kind: 'socket', words: 'PATH', ready: 'the path is a Unix socket' },
  { kind: 'command', words: 'PROGRAM ARGUMENT…', ready: 'the program exits with 0' },
  { kind: 'blocking', words: 'PROGRAM ARGUMENT…', ready: 'the program, run once, exits with 0; any other exit code ends the agent with it' },
  { kind: 'dns', words: 'HOST', ready: 'the name has an address, found as an application finds it: `/etc/hosts`, the search list; nothing is sent to the address' },
  {
    kind: 'script',
    words: 'SCRIPT WORD…',
    ready: 'the script, run once by the agent\'s shell, exits with 0; it waits by itself, and says on stderr why, once for each reason (`src/agent/tool-scripts.ts`)',
  },
  { kind: 'delay', words: 'SECONDS', ready: 'the time has passed' },
  { kind: 'mark', words: 'KEY FILE [FAILED]', ready: 'the file has the line `KEY=\'true\'`; if it has `FAILED=\'true\'` instead, the agent ends with 1, as the other will never come' },
];

/** By exit code; the codes of commands that the agent runs come besides. */
export const ENDS: Readonly<Record<number, string>> = {
  [EXIT.READY]: 'all ready, and marked as such; or not ready in time and `--on-timeout=continue`, then without the marks that follow',
  [EXIT.UNMARKED]: 'a marker file cannot be written, or says that what is waited for will never come',
  [EXIT.USAGE]: 'arguments that this agent does not know',
  [EXIT.DEADLINE]: 'not ready in time, `--on-timeout=fail`',
  [EXIT.NO_TOOLS]: 'the tools of the agent are gone; a command behind `--` that is missing ends with it, too',
  [EXIT.INTERRUPTED]: 'SIGINT while waiting: obeyed at once',
  [EXIT.TERMINATED]: 'SIGTERM while waiting: obeyed at once',
};

/**
 * Text for `command`, `args` and exec probes, where the kubelet expands `$(VAR)` and makes `$` of `$$`. Every `$` is doubled: doubling
 * only those of `$(` would still lose one of a bare `$$`. Never for lifecycle hooks: the kubelet passes those on as they are.
 */
export function escapeForExpansion(text: string): string {
  return text.split('$').join('$$');
}
