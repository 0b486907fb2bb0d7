import { WaitTarget } from '../wait';

/** One try of a check by a simple command. */
export interface CommandCheck {
  readonly targets: readonly WaitTarget[];
  /** An HTTP request with exit code 0 for any answer of the server. */
  readonly anyStatus: boolean;
  /** The command waits by itself; the value is its limit in seconds, 0 without a limit, `undefined` if the limit is unknown. */
  readonly waits?: { readonly limitSeconds?: number };
}

type Env = Pick<ReadonlyMap<string, string>, 'get'>;
type Reader = (words: readonly string[], env: Env) => CommandCheck | undefined;

/** `undefined`: no known check. `words`: the command, without its path, and its arguments. `env`: variables that some programs read. */
export function checkOfCommand(words: readonly string[], env: Env = new Map()): CommandCheck | undefined {
  const reader = Object.prototype.hasOwnProperty.call(READERS, words[0]) ? READERS[words[0]] : undefined;
  return reader?.(words.slice(1), env);
}

const READERS: Readonly<Record<string, Reader>> = {
  'curl': words => {
    const { flags, values, rest } = options(words, CURL_VALUES);
    const socket = values.get('--unix-socket');
    if (socket !== undefined) { return check({ kind: 'file', path: socket }); }
    const url = values.get('--url') ?? rest.find(word => word.includes('://')) ?? rest[0];
    if (url === undefined || /^(telnet|ftp|file|smtp|ldap|dict|gopher):/i.test(url)) {
      const plain = url === undefined ? undefined : urlTarget(url, 'tcp');
      return plain && check({ ...plain, protocol: 'tcp' });
    }
    const fails = flags.has('-f') || flags.has('--fail') || flags.has('--fail-with-body') || flags.has('--fail-early');
    // Without these options, `--retry` gives up when no process listens.
    const waits = values.has('--retry') && (flags.has('--retry-connrefused') || flags.has('--retry-all-errors'));
    const targets = [urlTarget(url, 'http')];
    return waits ? { targets, anyStatus: false, waits: { limitSeconds: seconds(values.get('--retry-max-time')) } } : { targets, anyStatus: !fails };
  },
  'wget': words => {
    const { rest } = options(words, WGET_VALUES);
    return rest[0] === undefined ? undefined : check(urlTarget(rest[0], 'http'));
  },
  'nc': netcat,
  'ncat': netcat,
  'netcat': netcat,
  'telnet': words => hostAndPort(words),
  'pg_isready': (words, env) => database(words, POSTGRESQL, env),
  'psql': (words, env) => database(words, POSTGRESQL, env),
  'mysqladmin': (words, env) => database(words, MYSQL, env),
  'mariadb-admin': (words, env) => database(words, MYSQL, env),
  'mysql': (words, env) => database(words, MYSQL, env),
  'mariadb': (words, env) => database(words, MYSQL, env),
  'redis-cli': (words, env) => database(words, REDIS, env),
  'mongosh': (words, env) => database(words, MONGODB, env),
  'mongo': (words, env) => database(words, MONGODB, env),
  'grpc_health_probe': words => {
    const { values } = options(words, ['-addr', '--addr', '-service', '-connect-timeout', '-rpc-timeout']);
    const address = values.get('-addr') ?? values.get('--addr');
    return address === undefined ? undefined : check(networkTarget('grpc', address.startsWith(':') ? `localhost${address}` : address));
  },
  'nslookup': words => nameCheck(options(words, []).rest[0]),
  'host': words => nameCheck(options(words, ['-t', '-W']).rest[0]),
  'dig': words => nameCheck(options(words, []).rest.find(w => !w.startsWith('@') && !w.startsWith('+'))),
  'getent': words => words[0] === 'hosts' || words[0] === 'ahosts' ? nameCheck(words[1]) : undefined,
  'ping': words => nameCheck(options(words, ['-c', '-W', '-w', '-i']).rest[0]),
  'test': tests,
  '[': tests,
  '[[': tests,
  'cat': words => fileCheck(options(words, []).rest),
  'ls': words => fileCheck(options(words, []).rest),
  'stat': words => fileCheck(options(words, ['-c', '-f']).rest),
  'grep': words => fileCheck(options(words, ['-e', '-m']).rest.slice(1)),
  'kubectl': kubectl,
  'oc': kubectl,
  'wait-for-it': waitForIt,
  'wait-for-it.sh': waitForIt,
  'wait-for': waitForIt,
  'wait-for.sh': waitForIt,
  'dockerize': words => {
    const { values } = options(words, ['-wait', '-timeout', '-wait-retry-interval', '-template', '-stdout', '-stderr']);
    const wait = values.get('-wait');
    return wait === undefined ? undefined : { targets: [urlTarget(wait, 'tcp')], anyStatus: false, waits: { limitSeconds: seconds(values.get('-timeout')) ?? 10 } };
  },
  'wait4x': words => {
    const { values, rest } = options(words, ['-t', '--timeout', '-i', '--interval', '--expect-status-code', '--expect-body-regex']);
    const target = rest[1];
    const targets = target === undefined ? [program('wait4x', words)] : [target.includes('://') ? urlTarget(target, 'tcp') : networkTarget('tcp', target)];
    return { targets, anyStatus: false, waits: { limitSeconds: seconds(values.get('-t') ?? values.get('--timeout')) ?? 10 } };
  },
  // These commands wait by themselves and give up: after 60 s, after three minutes, or after the given time.
  'pilot-agent': words => words[0] === 'wait'
    ? { targets: [{ kind: 'network', protocol: 'http', host: 'localhost', port: 15021, path: '/healthz/ready' }], anyStatus: false, waits: { limitSeconds: 60 } } : undefined,
  'linkerd-await': words => ({ targets: [{ kind: 'network', protocol: 'http', host: 'localhost', port: 4191, path: '/ready' }], anyStatus: false, waits: awaitLimit(words) }),
  'kuma-dp': words => words[0] === 'wait' ? { targets: [program('kuma-dp', words)], anyStatus: false, waits: { limitSeconds: 180 } } : undefined,
  'consul-dataplane': words => words.includes('-graceful-startup') || words.some(w => w.startsWith('-check-'))
    ? { targets: [program('consul-dataplane', words)], anyStatus: false, waits: {} } : undefined,
};

const CURL_VALUES = [
  '-o', '--output', '-w', '--write-out', '-m', '--max-time', '--connect-timeout', '-H', '--header', '-X', '--request', '-d', '--data', '--data-raw', '--data-binary', '-u', '--user',
  '--retry', '--retry-delay', '--retry-max-time', '-A', '--user-agent', '-e', '--referer', '-x', '--proxy', '--cacert', '-E', '--cert', '--key', '-T', '-b', '-c', '--url', '--resolve',
  '--unix-socket', '--capath', '--interface', '-y', '-Y', '-K', '-F', '--noproxy', '-D',
];
const WGET_VALUES = ['-O', '-T', '-t', '-o', '-P', '-U', '-a', '-Y', '--header', '--post-data', '--output-document'];

function check(...targets: WaitTarget[]): CommandCheck {
  return { targets, anyStatus: false };
}

interface Options {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** Parses options like getopt: `-sSfo FILE`, `--max-time=5`, `--max-time 5`; each letter of `-abc` is a flag. */
function options(words: readonly string[], withValue: readonly string[]): Options {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const [name, value] = word.startsWith('-') && word.includes('=') ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word, undefined];
    if (!word.startsWith('-') || word === '-') {
      rest.push(word);
    } else if (value !== undefined) {
      flags.add(name);
      values.set(name, value);
    } else if (withValue.includes(word)) {
      flags.add(word);
      if (i + 1 < words.length) { values.set(word, words[++i]); }
    } else if (word.startsWith('--')) {
      flags.add(word);
    } else {
      const letters = word.slice(1);
      flags.add(word);
      for (let j = 0; j < letters.length; j++) {
        const letter = `-${letters[j]}`;
        flags.add(letter);
        if (!withValue.includes(letter)) { continue; }
        const attached = letters.slice(j + 1);
        if (attached !== '') { values.set(letter, attached); } else if (i + 1 < words.length) { values.set(letter, words[++i]); }
        break;
      }
    }
  }
  return { flags, values, rest };
}

const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

function urlTarget(url: string, byDefault: string): Extract<WaitTarget, { kind: 'network' }> {
  const { scheme = byDefault, authority, path } = partsOfUrl(url);
  const protocol = scheme.toLowerCase();
  const target = networkTarget(protocol, authority);
  const port = target.port ?? (authority.includes('$') ? undefined : PORTS[protocol]);
  return { ...target, ...(port === undefined ? {} : { port }), ...(path === '' ? {} : { path }) };
}

/** Returns the URL without user and password. */
function partsOfUrl(url: string): { scheme?: string; authority: string; path: string } {
  const [, scheme, authority, path] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#]*)([^]*)$/i.exec(url)!;
  return { scheme, authority: authority.slice(authority.lastIndexOf('@') + 1), path };
}

function networkTarget(protocol: string, authority: string): Extract<WaitTarget, { kind: 'network' }> {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(authority) ?? [];
  const host = bracketed ?? plain;
  const known = host !== undefined && host !== '' && !/[$`]/.test(host);
  return { kind: 'network', protocol, ...(known ? { host } : {}), ...(port === undefined ? {} : { port: Number(port) }) };
}

function netcat(words: readonly string[]): CommandCheck | undefined {
  const { flags, rest } = options(words, ['-w', '-i', '-p', '-s', '-x', '-X', '-q', '-G']);
  if (flags.has('-l')) { return undefined; }
  return flags.has('-U') ? fileCheck(rest) : hostAndPort(rest);
}

function hostAndPort([host, port]: readonly string[]): CommandCheck | undefined {
  if (host === undefined) { return undefined; }
  return check(port === undefined ? networkTarget('tcp', host) : networkTarget('tcp', `${host.includes(':') ? `[${host}]` : host}${/^\d+$/.test(port) ? `:${port}` : ''}`));
}

/** The options of a database client. */
interface Database {
  readonly name: string;
  readonly port: number;
  readonly hostOptions: readonly string[];
  readonly portOptions: readonly string[];
  /** Variables that contain the address if no option specifies it. */
  readonly hostVariable?: string;
  readonly portVariable?: string;
  /** Recognizes an argument with an address. Other arguments are the name of a database, a query or a file. */
  readonly isAddress?: (word: string) => boolean;
}

const POSTGRESQL: Database = {
  name: 'PostgreSQL', port: 5432, hostOptions: ['-h', '--host'], portOptions: ['-p', '--port'], hostVariable: 'PGHOST', portVariable: 'PGPORT',
};
const MYSQL: Database = { name: 'MySQL', port: 3306, hostOptions: ['-h', '--host'], portOptions: ['-P', '--port'] };
const REDIS: Database = { name: 'Redis', port: 6379, hostOptions: ['-h'], portOptions: ['-p'] };
const MONGODB: Database = {
  name: 'MongoDB', port: 27017, hostOptions: ['--host'], portOptions: ['--port'], isAddress: word => /^[^/]+(:\d+$|\/)/.test(word) && !word.endsWith('.js'),
};
const DATABASE_VALUES = ['-U', '--username', '-u', '--user', '-d', '--dbname', '-t', '--timeout', '-a', '-n', '-c', '-e', '--eval', '--connect-timeout'];

function database(words: readonly string[], client: Database, env: Env): CommandCheck {
  const { name, port, hostOptions, portOptions, isAddress } = client;
  // The rest of a word after `-p` is the port or the password.
  const own = portOptions.includes('-p') ? words : words.filter(word => !/^-p./.test(word));
  const { values, rest } = options(own, [...hostOptions, ...portOptions, ...DATABASE_VALUES]);
  const url = [...values.values(), ...rest].find(word => word.includes('://')) ?? rest.find(word => isAddress?.(word));
  if (url !== undefined) { return check({ port, ...networkTarget(name, partsOfUrl(url).authority) }); }
  const said = (names: readonly string[], variable: string | undefined) =>
    names.map(option => values.get(option)).find(value => value !== undefined) ?? (variable === undefined ? undefined : env.get(variable));
  const host = said(hostOptions, client.hostVariable) ?? 'localhost';
  if (host.startsWith('/')) { return check({ kind: 'file', path: host }); }
  const portText = said(portOptions, client.portVariable) ?? `${port}`;
  return check({ ...networkTarget(name, host), ...(/^\d+$/.test(portText) ? { port: Number(portText) } : {}) });
}

function nameCheck(host: string | undefined): CommandCheck | undefined {
  return host === undefined ? undefined : check(/[$`]/.test(host) ? { kind: 'name' } : { kind: 'name', host });
}

function fileCheck(files: readonly string[]): CommandCheck | undefined {
  const paths = files.filter(file => file.startsWith('/') && !file.startsWith('/dev/'));
  return paths.length === 0 ? undefined : check(...paths.map((path): WaitTarget => ({ kind: 'file', path })));
}

/** `[ -f FILE ]`. Any other comparison is a check without a target. */
function tests(words: readonly string[]): CommandCheck | undefined {
  return fileCheck(words.flatMap((word, i) => /^-[abcdefghLprsSuwx]$/.test(word) && words[i + 1] !== undefined ? [words[i + 1]] : []));
}

const OWN_POD = /^(?:pods?\/|po\/)?\$\{?\(?(?:HOSTNAME|POD_NAME|MY_POD_NAME|PODNAME|K8S_POD_NAME|KUBERNETES_POD_NAME|hostname)\)?\}?$/;

function kubectl(words: readonly string[]): CommandCheck | undefined {
  const { rest, values } = options(words, ['-n', '--namespace', '-l', '--selector', '-o', '--output', '--for', '--timeout', '--context', '--kubeconfig']);
  if (!['get', 'wait', 'rollout', 'describe'].includes(rest[0])) { return undefined; }
  const own = rest.some(word => OWN_POD.test(word));
  const waits = waitsOfKubectl(rest, values.get('--timeout'));
  return { targets: [{ kind: 'kubernetes', words: ['kubectl', ...words], own }], anyStatus: false, ...(waits ? { waits } : {}) };
}

/** `kubectl wait` gives up after 30 s by default, never with a negative time, and makes one try with 0. `kubectl rollout status` gives up only with `--timeout`. */
function waitsOfKubectl([verb, what]: readonly string[], timeout: string | undefined): CommandCheck['waits'] {
  const never = { limitSeconds: 0 };
  if (verb === 'rollout' && what === 'status') { return timeout === undefined || timeout.startsWith('-') ? never : { limitSeconds: seconds(timeout) }; }
  if (verb !== 'wait') { return undefined; }
  if (timeout?.startsWith('-')) { return never; }
  const limitSeconds = timeout === undefined ? 30 : seconds(timeout);
  return limitSeconds === 0 ? undefined : { limitSeconds };
}

function waitForIt(words: readonly string[]): CommandCheck | undefined {
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const { values, rest } = options(own, ['-h', '--host', '-p', '--port', '-t', '--timeout']);
  const host = values.get('-h') ?? values.get('--host');
  const port = values.get('-p') ?? values.get('--port');
  const target = host !== undefined && port !== undefined ? networkTarget('tcp', `${host}:${port}`)
    : rest[0] === undefined ? undefined : rest[0].includes('://') ? urlTarget(rest[0], 'tcp') : networkTarget('tcp', rest[0]);
  return target && { targets: [target], anyStatus: false, waits: { limitSeconds: seconds(values.get('-t') ?? values.get('--timeout')) ?? 15 } };
}

function awaitLimit(words: readonly string[]): { limitSeconds?: number } {
  const limitSeconds = seconds(options(words, ['--timeout', '-t', '--port', '-p']).values.get('--timeout'));
  return limitSeconds === undefined ? {} : { limitSeconds };
}

function program(name: string, words: readonly string[]): WaitTarget {
  return { kind: 'program', words: [name, ...words] };
}

const UNITS: Readonly<Record<string, number>> = { '': 1, 's': 1, 'm': 60, 'h': 3600, 'd': 86400, 'ms': 0.001 };

/** `90`, `90s`, `1m30s`; `undefined` for anything else. */
export function seconds(text: string | undefined): number | undefined {
  const parts = [...(text ?? '').matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)?/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) { return undefined; }
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit ?? ''], 0);
}
