import { DatabaseClient, findDatabaseClient, parseClientOptions } from './database-clients';
import { byNames } from './known-commands';
import { findValue, parseOptions } from './options';
import { sum } from '../../../src/api/private/collections';
import { EXCHANGES } from '../../../src/api/private/protocols';
import { WaitTarget } from '../wait';

/** One try of a check by a simple command. */
export interface CommandCheck {
  readonly targets: readonly WaitTarget[];
  /** An HTTP request with exit code 0 for any answer of the server. */
  readonly anyStatus?: boolean;
  /**
   * The command waits by itself; the value is its limit in seconds, 0 without a limit, `undefined` if the limit is
   * unknown.
   */
  readonly waits?: { readonly limitSeconds?: number; readonly runsAnyway?: boolean };
}

type Env = Pick<ReadonlyMap<string, string>, 'get'>;
type CheckReader = (words: readonly string[]) => CommandCheck | undefined;

/**
 * `undefined`: no known check. `words`: the command, without its path, and its arguments. `env`: variables that some
 * programs read.
 */
export function readCheck(words: readonly string[], env: Env = new Map()): CommandCheck | undefined {
  const [name, ...rest] = words;
  const database = findDatabaseClient(name);
  if (database) {
    return readDatabaseClient(rest, database, env);
  }
  return Object.hasOwn(CHECK_READERS, name) ? CHECK_READERS[name](rest) : undefined;
}

const CHECK_READERS: Readonly<Record<string, CheckReader>> = {
  'curl': words => {
    const { flags, values, rest } = parseOptions(words, CURL_VALUES);
    const socket = values.get('--unix-socket');
    if (socket !== undefined) {
      return createCheck({ kind: 'file', path: socket });
    }
    const url = values.get('--url') ?? rest.find(word => word.includes('://')) ?? rest[0];
    if (url === undefined) {
      return undefined;
    }
    if (/^(telnet|ftp|file|smtp|ldap|dict|gopher):/i.test(url)) {
      return createCheck({ ...createUrlTarget(url, 'tcp'), protocol: 'tcp' });
    }
    const fails = flags.has('-f') || flags.has('--fail') || flags.has('--fail-with-body') || flags.has('--fail-early');
    // Without these options, `--retry` gives up when no process listens.
    const waits = values.has('--retry') && (flags.has('--retry-connrefused') || flags.has('--retry-all-errors'));
    const target = createUrlTarget(url, 'http');
    return waits
      ? createWait(target, parseSeconds(values.get('--retry-max-time')))
      : { targets: [target], anyStatus: !fails };
  },
  'wget': words => {
    const { rest } = parseOptions(words, WGET_VALUES);
    return rest[0] === undefined ? undefined : createCheck(createUrlTarget(rest[0], 'http'));
  },
  ...byNames('nc ncat netcat', readNetcat),
  'telnet': readHostAndPort,
  'grpc_health_probe': words => {
    const { values } = parseOptions(words, '-addr --addr -service -connect-timeout -rpc-timeout');
    const address = findValue(values, '-addr', '--addr');
    return address === undefined
      ? undefined
      : createCheck(createNetworkTarget('grpc', address.startsWith(':') ? `localhost${address}` : address));
  },
  'nslookup': words => createNameCheck(parseOptions(words).rest[0]),
  'host': words => createNameCheck(parseOptions(words, '-t -W').rest[0]),
  'dig': words => createNameCheck(parseOptions(words).rest.find(w => !w.startsWith('@') && !w.startsWith('+'))),
  'getent': words => (words[0] === 'hosts' || words[0] === 'ahosts' ? createNameCheck(words[1]) : undefined),
  'ping': words => createNameCheck(parseOptions(words, '-c -W -w -i').rest[0]),
  ...byNames('test [ [[', readTest),
  ...byNames('cat ls', words => createFileCheck(parseOptions(words).rest)),
  'stat': words => createFileCheck(parseOptions(words, '-c -f').rest),
  'grep': words => createFileCheck(parseOptions(words, '-e -m').rest.slice(1)),
  ...byNames('kubectl oc', readKubectl),
  ...byNames('wait-for-it wait-for-it.sh', words => readWaitForIt(words, true)),
  ...byNames('wait-for wait-for.sh', words => readWaitForIt(words, false)),
  // The entrypoint of the image k8s-wait-for: `job NAME`, `pod -lapp=NAME`, `service NAME`.
  'wait_for.sh': words =>
    words.length > 1 ? createWait({ kind: 'kubernetes', words: ['wait_for.sh', ...words], own: false }, 0) : undefined,
  'dockerize': words => {
    const { values } = parseOptions(words, DOCKERIZE_VALUES);
    // The option can occur several times.
    const waits = words.flatMap((word, i) => (words[i - 1] === '-wait' ? [word] : word.split(/^-wait=/).slice(1)));
    return waits.length === 0
      ? undefined
      : {
          ...createCheck(...waits.map(wait => createUrlTarget(wait, 'tcp'))),
          waits: { limitSeconds: parseSeconds(values.get('-timeout')) ?? 10 },
        };
  },
  'wait4x': words => {
    const { values, rest } = parseOptions(words, WAIT4X_VALUES);
    const target = rest[1] === undefined ? createProgramTarget('wait4x', words) : createAddressTarget(rest[1]);
    return createWait(target, parseSeconds(findValue(values, '-t', '--timeout')) ?? 10);
  },
  // These commands wait by themselves and give up: after 60 s, after three minutes, or after the given time.
  'pilot-agent': words =>
    words[0] === 'wait'
      ? createWait({ kind: 'network', protocol: 'http', host: 'localhost', port: 15021, path: '/healthz/ready' }, 60)
      : undefined,
  'linkerd-await': words => {
    const { values } = parseOptions(words, '--timeout -t --port -p');
    return createWait(
      { kind: 'network', protocol: 'http', host: 'localhost', port: 4191, path: '/ready' },
      parseSeconds(values.get('--timeout')),
    );
  },
  'kuma-dp': words => (words[0] === 'wait' ? createWait(createProgramTarget('kuma-dp', words), 180) : undefined),
  'consul-dataplane': words =>
    words.some(w => w === '-graceful-startup' || w.startsWith('-check-'))
      ? createWait(createProgramTarget('consul-dataplane', words))
      : undefined,
};

export const CURL_VALUES =
  '-o --output -w --write-out -m --max-time --connect-timeout -H --header -X --request -d --data --data-raw ' +
  '--data-binary -u --user --retry --retry-delay --retry-max-time -A --user-agent -e --referer -x --proxy ' +
  '--cacert -E --cert --key -T -b -c --url --resolve --unix-socket --capath --interface -y -Y -K -F ' +
  '--noproxy -D';
export const WGET_VALUES =
  '-O -T -t -o -P -U -a -Y --header --post-data --output-document --timeout --tries --waitretry --user-agent';
export const WAIT4X_VALUES = '-t --timeout -i --interval --expect-status-code --expect-body-regex';
export const DOCKERIZE_VALUES = '-wait -timeout -wait-retry-interval -template -stdout -stderr';

function createCheck(...targets: WaitTarget[]): CommandCheck {
  return { targets };
}

/** The command waits by itself. */
function createWait(target: WaitTarget, limitSeconds?: number): CommandCheck {
  return { ...createCheck(target), waits: { limitSeconds } };
}

const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

function createUrlTarget(url: string, byDefault: string): Extract<WaitTarget, { kind: 'network' }> {
  const { scheme = byDefault, authority, path } = splitUrl(url);
  const protocol = scheme.toLowerCase();
  const target = createNetworkTarget(protocol, authority);
  const port = target.port ?? (authority.includes('$') ? undefined : PORTS[protocol]);
  return { ...target, port, path: path || undefined };
}

/** Returns the URL without user and password. */
function splitUrl(url: string): { scheme?: string; authority: string; path: string } {
  const [, scheme, authority, path] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#]*)([^]*)$/i.exec(url)!;
  return { scheme, authority: authority.slice(authority.lastIndexOf('@') + 1), path };
}

function createNetworkTarget(protocol: string, authority: string): Extract<WaitTarget, { kind: 'network' }> {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(authority) ?? [];
  const host = bracketed ?? plain;
  return {
    kind: 'network',
    protocol,
    host: /^[^$`]+$/.test(host ?? '') ? host : undefined,
    port: port === undefined ? undefined : Number(port),
  };
}

function readNetcat(words: readonly string[]): CommandCheck | undefined {
  const { flags, rest } = parseOptions(words, '-w -i -p -s -x -X -q -G');
  if (flags.has('-l')) {
    return undefined;
  }
  // A datagram needs no server: nc exits with 0.
  if (flags.has('-u')) {
    return createCheck();
  }
  return flags.has('-U') ? createFileCheck(rest) : readHostAndPort(rest);
}

/** A host, and a port or the name of a service. */
export function readHostAndPort([host, port]: readonly string[]): CommandCheck | undefined {
  if (host === undefined) {
    return undefined;
  }
  const place = port !== undefined && host.includes(':') ? `[${host}]` : host;
  return createCheck(createNetworkTarget('tcp', /^\d+$/.test(port) ? `${place}:${port}` : place));
}

/** A variable with an address that the manifest does not contain: `psql "$DATABASE_URL"`. */
const ADDRESS_VARIABLE = /^\$[{(]?\w*(?:UR[IL]|DSN|CONNINFO|CONN\w*STR)/i;

function readDatabaseClient(words: readonly string[], client: DatabaseClient, env: Env): CommandCheck {
  const { protocol, hostOptions, portOptions, isAddress } = client;
  const { port } = EXCHANGES[protocol];
  const { values, rest } = parseClientOptions(words, client);
  const given = [...values.values(), ...rest];
  const url = given.find(word => word.includes('://')) ?? rest.find(word => isAddress?.(word));
  if (url !== undefined) {
    const target = createNetworkTarget(protocol, splitUrl(url).authority);
    return createCheck({ ...target, port: target.port ?? port });
  }
  if (given.some(word => ADDRESS_VARIABLE.test(word))) {
    return createCheck({ kind: 'network', protocol });
  }
  const said = (names: readonly string[], variable: string | undefined) =>
    findValue(values, ...names) ?? (variable === undefined ? undefined : env.get(variable));
  // `psql "host=db port=5433"`
  const text = findValue(values, '-d', '--dbname') ?? rest.join(' ');
  const [, namedHost] = /(?:^|\s)host=([^\s']+)/.exec(text) ?? [];
  const [, namedPort] = /(?:^|\s)port=(\d+)/.exec(text) ?? [];
  const host = namedHost ?? said(hostOptions, client.hostVariable) ?? 'localhost';
  if (host.startsWith('/')) {
    return createCheck({ kind: 'file', path: host });
  }
  const portText = namedPort ?? said(portOptions, client.portVariable) ?? `${port}`;
  return createCheck({
    ...createNetworkTarget(protocol, host),
    ...(/^\d+$/.test(portText) ? { port: Number(portText) } : {}),
  });
}

function createNameCheck(host: string | undefined): CommandCheck | undefined {
  return host === undefined ? undefined : createCheck(/[$`]/.test(host) ? { kind: 'name' } : { kind: 'name', host });
}

function createFileCheck(files: readonly string[]): CommandCheck | undefined {
  const paths = files.filter(file => file.startsWith('/') && !file.startsWith('/dev/'));
  return paths.length === 0 ? undefined : createCheck(...paths.map((path): WaitTarget => ({ kind: 'file', path })));
}

/** `[ -f FILE ]`. Any other comparison is a check without a target. */
function readTest(words: readonly string[]): CommandCheck | undefined {
  return createFileCheck(
    words.flatMap((word, i) => (/^-[abcdefghLprsSuwx]$/.test(word) ? words.slice(i + 1, i + 2) : [])),
  );
}

const OWN_POD = /^(?:pods?\/|po\/)?\$\{?\(?(?:HOSTNAME|PODNAME|(?:MY_|K8S_|KUBERNETES_)?POD_NAME|hostname)\)?\}?$/;

function readKubectl(words: readonly string[]): CommandCheck | undefined {
  const { rest, values } = parseOptions(
    words,
    '-n --namespace -l --selector -o --output --for --timeout --context --kubeconfig',
  );
  if (!['get', 'wait', 'rollout', 'describe'].includes(rest[0])) {
    return undefined;
  }
  const own = rest.some(word => OWN_POD.test(word));
  const waits = readKubectlLimit(rest, values.get('--timeout'));
  return { ...createCheck({ kind: 'kubernetes', words: ['kubectl', ...words], own }), waits };
}

/**
 * `kubectl wait` gives up after 30 s by default, never with a negative time, and makes one try with 0. `kubectl rollout
 * status` gives up only with `--timeout`.
 */
function readKubectlLimit([verb, what]: readonly string[], timeout: string | undefined): CommandCheck['waits'] {
  const isWait = verb === 'wait';
  if (!isWait && (verb !== 'rollout' || what !== 'status')) {
    return undefined;
  }
  const given = timeout ?? (isWait ? '30' : '-1');
  if (given.startsWith('-')) {
    return { limitSeconds: 0 };
  }
  const limitSeconds = parseSeconds(given);
  return isWait && limitSeconds === 0 ? undefined : { limitSeconds };
}

/** `runs`: without `--strict`, the script runs its command also after the limit. */
function readWaitForIt(words: readonly string[], runs: boolean): CommandCheck | undefined {
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const { flags, values, rest } = parseOptions(own, '-h --host -p --port -t --timeout');
  const host = findValue(values, '-h', '--host');
  const port = findValue(values, '-p', '--port');
  const address = host !== undefined && port !== undefined ? `${host}:${port}` : rest[0];
  if (address === undefined) {
    return undefined;
  }
  const limitSeconds = parseSeconds(findValue(values, '-t', '--timeout')) ?? 15;
  const runsAnyway =
    runs && own.length < words.length && limitSeconds > 0 && !flags.has('-s') && !flags.has('--strict');
  return { ...createCheck(createAddressTarget(address)), waits: { limitSeconds, runsAnyway } };
}

/** A URL, or a host and a port. */
export function createAddressTarget(address: string): WaitTarget {
  return address.includes('://') ? createUrlTarget(address, 'tcp') : createNetworkTarget('tcp', address);
}

function createProgramTarget(name: string, words: readonly string[]): WaitTarget {
  return { kind: 'program', words: [name, ...words] };
}

const UNITS: Readonly<Record<string, number>> = { '': 1, 's': 1, 'm': 60, 'h': 3600, 'd': 86400, 'ms': 0.001 };

/** `90`, `90s`, `1m30s`; `undefined` for anything else. `units`: the seconds of each unit. */
export function parseSeconds(text: string | undefined, units = UNITS): number | undefined {
  const parts = [...(text ?? '').matchAll(/(\d+(?:\.\d+)?)([a-zµ]*)/g)];
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === text;
  return isWhole && parts.every(([, , unit]) => Object.hasOwn(units, unit))
    ? sum(parts.map(([, number, unit]) => Number(number) * units[unit]))
    : undefined;
}
