/**
 * The interface between the emitters and the wait agent: paths, names and exit codes. People read them in their
 * manifests; docs/contributing/agent-contract.md describes them. scripts/agent-arguments.ts contains the arguments.
 */

/** Every name that is injected into a pod. */
export const AGENT_VOLUME = 'startup-order-agent';
/** The ConfigMap from which the init container copies the agent. */
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

/** The file of the runtime by which the agent knows the sandbox of a mark: the same file in all containers of a pod. */
export const SANDBOX_FILE = '/etc/hostname';

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

/**
 * The version of the paths, names and exit codes of this file, and of the arguments. A binary of another version may
 * refuse the words of a manifest.
 */
export const AGENT_VERSION = 1;

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
