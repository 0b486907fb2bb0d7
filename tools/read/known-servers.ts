import { isShell, getProgramName } from './command/unwrap-command';
import { ContainerJson } from '../../src/api/private/pod-spec';

/** A server with a well-known image. */
interface KnownServer {
  /** The ports on which it listens by default, if they are known. */
  readonly ports?: readonly number[];
  readonly programs: readonly string[];
  /** The entrypoint of the image is the program itself, so that `args` are its arguments and never another command. */
  readonly isEntrypoint?: true;
  /** Further arguments with which the program does one thing and exits; `ONCE` holds for every program. */
  readonly once?: readonly string[];
  /** The subcommands that serve; other subcommands exit. */
  readonly serving?: readonly string[];
}

/** The program prints or validates something, and exits. */
const ONCE = /^(?:-{0,2}(?:version|help)|--?dry-run|(?:--)?(?:validate|test|check))$/;

const OTEL_COLLECTOR: KnownServer = {
  programs: ['otelcol', 'otelcol-contrib', 'otelcol-k8s'],
  isEntrypoint: true,
  once: ['components'],
};
const CLOUD_SQL_PROXY: KnownServer = {
  programs: ['cloud-sql-proxy', 'cloud_sql_proxy'],
  isEntrypoint: true,
  once: ['-v', 'wait', 'shutdown', 'completion'],
};

const SERVERS: Readonly<Record<string, KnownServer>> = {
  'redis': { ports: [6379], programs: ['redis-server'], once: ['-v'] },
  'valkey': { ports: [6379], programs: ['valkey-server'], once: ['-v'] },
  'postgres': { ports: [5432], programs: ['postgres'], once: ['-V', '-C'] },
  'postgresql': { ports: [5432], programs: ['postgres'], once: ['-V', '-C'] },
  'mysql': {
    ports: [3306],
    programs: ['mysqld'],
    once: ['-V', '--initialize', '--initialize-insecure', '--validate-config'],
  },
  'mariadb': { ports: [3306], programs: ['mariadbd', 'mysqld'], once: ['-V'] },
  'memcached': { ports: [11211], programs: ['memcached'], once: ['-V', '-h'] },
  'mongo': { ports: [27017], programs: ['mongod'], once: ['--repair'] },
  'mongodb': { ports: [27017], programs: ['mongod'], once: ['--repair'] },
  'rabbitmq': { ports: [5672], programs: ['rabbitmq-server'] },
  'nginx': { ports: [80], programs: ['nginx'], once: ['-t', '-T', '-v', '-V', '-s', '-h'] },
  'httpd': { ports: [80], programs: ['httpd', 'httpd-foreground'], once: ['-t', '-S', '-v', '-V', '-l'] },
  'haproxy': { programs: ['haproxy'], once: ['-c', '-v', '-vv'] },
  'vault': { ports: [8200], programs: ['vault'], serving: ['server'] },
  'proxyv2': { ports: [15020, 15021, 15000, 15001], programs: ['proxy', 'pilot-agent'], serving: ['proxy'] },
  'envoy': { programs: ['envoy'] },
  'daprd': { programs: ['daprd'], isEntrypoint: true },
  'pgbouncer': { programs: ['pgbouncer'], once: ['-V'] },
  'consul-dataplane': { programs: ['consul-dataplane'], isEntrypoint: true },
  'cloud-sql-proxy': CLOUD_SQL_PROXY,
  'cloudsql-proxy': CLOUD_SQL_PROXY,
  'gce-proxy': CLOUD_SQL_PROXY,
  'fluent-bit': { programs: ['fluent-bit'], isEntrypoint: true },
  'fluentd': { programs: ['fluentd'], once: ['--setup'] },
  'filebeat': { programs: ['filebeat'], once: ['setup', 'export', 'keystore', 'modules'] },
  'vector': { programs: ['vector'], isEntrypoint: true, once: ['generate', 'graph', 'list', 'vrl'] },
  'promtail': { programs: ['promtail'], isEntrypoint: true, once: ['-check-syntax'] },
  'telegraf': { programs: ['telegraf'], once: ['--once', 'config', 'plugins'] },
  'statsd-exporter': { programs: ['statsd_exporter'], isEntrypoint: true },
  'opentelemetry-collector': OTEL_COLLECTOR,
  'opentelemetry-collector-contrib': OTEL_COLLECTOR,
  'opentelemetry-collector-k8s': OTEL_COLLECTOR,
  'aws-otel-collector': { ...OTEL_COLLECTOR, programs: ['awscollector'] },
};

/** Programs that run their arguments, in most images. */
const ENTRYPOINT = 'docker-entrypoint.sh';

/**
 * The server that runs in the container; `undefined`: no known server. Images of servers also run clients, and servers
 * that validate their configuration and exit.
 */
export function findServer({ image, command = [], args = [] }: ContainerJson): KnownServer | undefined {
  const name = getImageName(image);
  const server = Object.hasOwn(SERVERS, name) ? SERVERS[name] : undefined;
  if (!server) {
    return undefined;
  }
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

/** `nginx -g 'daemon off;'` serves, `nginx -t` does not; nor does `vault status`. */
function serves(words: readonly string[], { once = [], serving }: KnownServer): boolean {
  const [subcommand = '-'] = words;
  return (
    !words.some(word => ONCE.test(word) || once.includes(word)) &&
    (serving === undefined || subcommand.startsWith('-') || serving.includes(subcommand))
  );
}

/** The script contains the server as a command. */
function startsIn(script: string, { programs, serving }: KnownServer): boolean {
  const followed = serving === undefined ? '(?:\\s|$)' : `\\s+(?:${serving.join('|')})(?:\\s|$)`;
  return new RegExp(`(?:^|[;&|\\n][ \\t]*|\\bexec\\s+)(?:[\\w./-]*/)?(?:${programs.join('|')})${followed}`).test(
    script,
  );
}

/** `ghcr.io/org/redis:7-alpine@sha256:…` is `redis`. */
export function getImageName(image: string | undefined): string {
  return (image ?? '').split('@')[0].split('/').pop()!.split(':')[0];
}
