import { isShell, getProgramName } from './command/unwrap-command';
import { ContainerJson } from '../../src/api/private/pod-spec';

/** A server with a well-known image. */
interface KnownServer {
  /** The ports on which it listens by default, if they are known. */
  readonly ports?: readonly number[];
  /** Its programs; by default, the name of the image. */
  readonly programs?: readonly string[];
  /** The entrypoint of the image is the program itself, so that `args` are its arguments and never another command. */
  readonly isEntrypoint?: true;
  /** Further options with which the program does one thing and exits; `ONCE` holds for every program. */
  readonly once?: readonly string[];
  /** The subcommands that serve; other subcommands exit. */
  readonly serving?: readonly string[];
}

/** The program prints, prepares or validates something, and exits. */
const ONCE = new RegExp(
  '^(?:-{0,2}(?:version|help)|-[Vh]|--?(?:dry-run|check-syntax)|(?:--)?(?:validate|test|check)|' +
    '--(?:initialize(?:-insecure)?|validate-config|setup|repair|once))$',
);

const POSTGRES: KnownServer = { ports: [5432], programs: ['postgres'], once: ['-C'] };
const MONGO: KnownServer = { ports: [27017], programs: ['mongod'] };
const OTEL_COLLECTOR: KnownServer = { programs: ['otelcol', 'otelcol-contrib', 'otelcol-k8s', 'awscollector'] };
const CLOUD_SQL_PROXY: KnownServer = {
  programs: ['cloud-sql-proxy', 'cloud_sql_proxy'],
  isEntrypoint: true,
  once: ['-v'],
};

const SERVERS: Readonly<Record<string, KnownServer>> = {
  'redis': { ports: [6379], programs: ['redis-server'], once: ['-v'] },
  'valkey': { ports: [6379], programs: ['valkey-server'], once: ['-v'] },
  'postgres': POSTGRES,
  'postgresql': POSTGRES,
  'mysql': { ports: [3306], programs: ['mysqld'] },
  'mariadb': { ports: [3306], programs: ['mariadbd', 'mysqld'] },
  'memcached': { ports: [11211] },
  'mongo': MONGO,
  'mongodb': MONGO,
  'rabbitmq': { ports: [5672], programs: ['rabbitmq-server'] },
  'nginx': { ports: [80], once: ['-t', '-T', '-v', '-s'] },
  'httpd': { ports: [80], programs: ['httpd', 'httpd-foreground'], once: ['-t', '-S', '-v', '-l'] },
  'haproxy': { once: ['-c', '-v', '-vv'] },
  'vault': { ports: [8200], serving: ['server'] },
  'proxyv2': { ports: [15020, 15021, 15000, 15001], programs: ['proxy', 'pilot-agent'], serving: ['proxy'] },
  'envoy': {},
  'daprd': {},
  'pgbouncer': {},
  'consul-dataplane': {},
  'cloud-sql-proxy': CLOUD_SQL_PROXY,
  'cloudsql-proxy': CLOUD_SQL_PROXY,
  'gce-proxy': CLOUD_SQL_PROXY,
  'fluent-bit': {},
  'fluentd': {},
  'filebeat': {},
  'vector': {},
  'promtail': {},
  'telegraf': {},
  'statsd-exporter': { programs: ['statsd_exporter'] },
  'opentelemetry-collector': OTEL_COLLECTOR,
  'opentelemetry-collector-contrib': OTEL_COLLECTOR,
  'opentelemetry-collector-k8s': OTEL_COLLECTOR,
  'aws-otel-collector': OTEL_COLLECTOR,
};

/** Programs that run their arguments, in most images. */
const ENTRYPOINT = 'docker-entrypoint.sh';

/**
 * The server that runs in the container; `undefined`: no known server. Images of servers also run clients, and servers
 * that validate their configuration and exit.
 */
export function findServer({ image, command = [], args = [] }: ContainerJson): KnownServer | undefined {
  const name = getImageName(image);
  if (!Object.hasOwn(SERVERS, name)) {
    return undefined;
  }
  const server = { programs: [name], ...SERVERS[name] };
  const all = [...command, ...args];
  const words = getProgramName(all[0] ?? '') === ENTRYPOINT ? all.slice(1) : all;
  const [first, ...rest] = words;
  if (isShell(first ?? '')) {
    return rest.some(word => startsIn(word, server)) ? server : undefined;
  }
  const isProgram = server.programs.includes(getProgramName(first ?? ''));
  const isArgument =
    first === undefined ||
    first.startsWith('-') ||
    (server.isEntrypoint && command.length === 0) ||
    server.serving?.includes(first);
  return (isProgram || isArgument) && serves(isProgram ? rest : words, server) ? server : undefined;
}

/** `nginx -g 'daemon off;'` serves; `nginx -t`, `vault status` and `filebeat setup` do not. */
function serves(words: readonly string[], { once = [], serving }: KnownServer): boolean {
  const [first = '-'] = words;
  const isSubcommand = serving === undefined ? /^[a-z]+$/.test(first) : !first.startsWith('-');
  return (
    !words.some(word => ONCE.test(word) || once.includes(word)) && (!isSubcommand || serving?.includes(first) === true)
  );
}

/** The script contains the server as a command. */
function startsIn(script: string, { programs = [], serving }: KnownServer): boolean {
  const followed = serving === undefined ? '(?:\\s|$)' : `\\s+(?:${serving.join('|')})(?:\\s|$)`;
  return new RegExp(`(?:^|[;&|\\n][ \\t]*|\\bexec\\s+)(?:[\\w./-]*/)?(?:${programs.join('|')})${followed}`).test(
    script,
  );
}

/** `ghcr.io/org/redis:7-alpine@sha256:…` is `redis`. */
export function getImageName(image: string | undefined): string {
  return (image ?? '').split('@')[0].split('/').pop()!.split(':')[0];
}
