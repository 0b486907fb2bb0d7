/** A wait that a command makes before it goes on. */
export interface Wait {
  readonly targets: readonly WaitTarget[];
  /** It gives up some time: a limit, a count of tries, an `exit`. */
  readonly bounded: boolean;
  /** After how long, where that is said. */
  readonly limitSeconds?: number;
  /** An HTTP request that passes on any status. */
  readonly anyStatus: boolean;
  /** It may be left out: behind an `if`, or `||`. */
  readonly conditional: boolean;
  /** A process that the same command has put into the background may be what answers. */
  readonly besideOwnProcess: boolean;
}

/** What a command looks at, as far as its words tell. */
export type WaitTarget =
  /** `host`: `undefined` where it comes from somewhere else, such as a variable that is not in the manifest. */
  | { readonly kind: 'network'; readonly protocol: string; readonly host?: string; readonly port?: number; readonly path?: string }
  | { readonly kind: 'name'; readonly host?: string }
  | { readonly kind: 'file'; readonly path: string }
  /** Asked of the API server; `own`: the pod that asks. */
  | { readonly kind: 'kubernetes'; readonly words: readonly string[]; readonly own: boolean }
  /** A program of which only the name is known. */
  | { readonly kind: 'program'; readonly words: readonly string[] };

/** In the words of a finding: `http://config:6166/info`, `TCP 127.0.0.1:5432`, `the file /tmp/healthy`. */
export function describeTarget(target: WaitTarget): string {
  switch (target.kind) {
    case 'network': {
      const { protocol, host, port, path = '' } = target;
      const name = protocol.startsWith('http') ? protocol : protocol.toUpperCase();
      if (host === undefined) { return `${name}${port === undefined ? '' : ` port ${port}`}${path === '' ? '' : ` path ${path}`} on a host that the manifest does not name`; }
      const place = `${host.includes(':') ? `[${host}]` : host}${port === undefined ? '' : `:${port}`}`;
      return protocol.startsWith('http') ? `${protocol}://${place}${path}` : `${name} ${place}`;
    }
    case 'name': return target.host === undefined ? 'a name that the manifest does not contain' : `the name ${target.host}`;
    case 'file': return `the file ${target.path}`;
    case 'kubernetes':
    case 'program': return `'${target.words.join(' ')}'`;
  }
}

/** All that one wait looks at. */
export function describeTargets(targets: readonly WaitTarget[]): string {
  return [...new Set(targets.map(describeTarget))].join(' and ');
}

/** The host is the pod itself. With `hostNetwork` that is the node. */
export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && (/^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|ip6-localhost)$/i.test(host) || host === '::1' || host === '::');
}
