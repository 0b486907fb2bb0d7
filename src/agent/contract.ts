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
 * `N` counts the words that follow; they are taken as they are, whatever they look like. Kinds and their words are those of `words`
 * in emitters/check-words.ts. Everything is done in the order in which it is written; a check that has passed is not repeated.
 * A timeout is for what stands behind it, up to the next one, and 0 is none. It counts from where it stands; with `--together` all count from
 * there. A wait that is given up with `continue`, or a mark that `--if` does not find, leaves out all behind it, marks too, up to the next timeout.
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
export const EXIT = { READY: 0, USAGE: 2, DEADLINE: 124, INTERRUPTED: 130, TERMINATED: 143 } as const;

/** Longest time for one try, unless the check says otherwise. A command may well need more than a connect. */
export const TRY_SECONDS = { network: 1, command: 5 } as const;

/**
 * Text for `command`, `args` and exec probes, where the kubelet expands `$(VAR)` and makes `$` of `$$`. Every `$` is doubled: doubling
 * only those of `$(` would still lose one of a bare `$$`. Never for lifecycle hooks: the kubelet passes those on as they are.
 */
export function escapeForExpansion(text: string): string {
  return text.split('$').join('$$');
}
