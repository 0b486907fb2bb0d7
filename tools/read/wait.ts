/** A wait in a command. */
export interface Wait {
  readonly targets: readonly WaitTarget[];
  /** The wait has a limit: a time, a number of tries, or an `exit`. */
  readonly bounded: boolean;
  /** The limit in seconds, if it is specified. */
  readonly limitSeconds?: number;
  /** After its limit, the command goes on without an error. */
  readonly goesOn?: boolean;
  /** An HTTP request that passes on any status. */
  readonly anyStatus?: boolean;
  /** A condition can skip the wait: an `if`, or `||`. */
  readonly conditional?: boolean;
  /** After its limit, the program runs the command after `--`. */
  readonly runsAnyway?: boolean;
  /** The name of the dependency, in a wait of the wait agent. */
  readonly name?: string;
  /** A background process of the same command can answer. */
  readonly besideOwnProcess?: boolean;
}

/** Why a wait of the wait agent can end before its target is ready. */
export const GATE_OPENING = 'after the timeout the command starts anyway';

/** The target of a wait, according to the words of the command. */
export type WaitTarget =
  /** `host`: `undefined` if it is unknown, such as a variable that is not in the manifest. */
  | {
      readonly kind: 'network';
      readonly protocol: string;
      readonly host?: string;
      readonly port?: number;
      readonly path?: string;
    }
  | { readonly kind: 'name'; readonly host?: string }
  | { readonly kind: 'file'; readonly path: string }
  /** An object of the API server; `own`: the pod that waits. */
  | { readonly kind: 'kubernetes'; readonly words: readonly string[]; readonly own: boolean }
  /** An unknown program. */
  | { readonly kind: 'program'; readonly words: readonly string[] };

/** A target with its wait. */
export interface AwaitedTarget {
  readonly wait: Wait;
  readonly target: WaitTarget;
}

export function listTargets(waits: readonly Wait[] = []): AwaitedTarget[] {
  return waits.flatMap(wait => wait.targets.map(target => ({ wait, target })));
}

/** Returns why a wait of a command can end before its target is ready; `undefined`: it cannot. */
export function findOpening({ wait, target }: AwaitedTarget): string | undefined {
  if (wait.bounded) {
    return 'the command may give up';
  }
  if (wait.conditional) {
    return 'a condition can skip the wait';
  }
  return target.kind === 'file' ? 'the file stays when the other container restarts' : undefined;
}

/** Returns the text of a finding: `http://config:6166/info`, `TCP 127.0.0.1:5432`, `the file /tmp/healthy`. */
export function describeTarget(target: WaitTarget): string {
  switch (target.kind) {
    case 'network': {
      const { protocol, host, port, path = '' } = target;
      const name = protocol.startsWith('http') ? protocol : protocol.toUpperCase();
      if (host === undefined) {
        const known = `${port === undefined ? '' : ` port ${port}`}${path === '' ? '' : ` path ${path}`}`;
        return `${name}${known} on a host that the manifest does not name`;
      }
      const place = `${host.includes(':') ? `[${host}]` : host}${port === undefined ? '' : `:${port}`}`;
      return protocol.startsWith('http') ? `${protocol}://${place}${path}` : `${name} ${place}`;
    }
    case 'name':
      return target.host === undefined ? 'a name that the manifest does not contain' : `the name ${target.host}`;
    case 'file':
      return `the file ${target.path}`;
    case 'kubernetes':
    case 'program':
      return `'${target.words.join(' ')}'`;
  }
}

/** Returns the text for all targets of a wait. */
export function describeTargets(targets: readonly WaitTarget[]): string {
  return [...new Set(targets.map(describeTarget))].join(' and ');
}
