import { byNames } from './command/known-commands';
import { getProgramName, isShell } from './command/unwrap-command';
import { ContainerJson } from '../../src/api/private/pod-spec';

/** A server with a well-known image. */
interface KnownServer {
  /** The ports on which it listens by default, if they are known. */
  readonly ports?: readonly number[];
  /** Its programs; by default, the name of the image. */
  readonly programs?: readonly string[];
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

/** By the name of the image. */
const SERVERS: Readonly<Record<string, KnownServer>> = {
  redis: { ports: [6379], programs: ['redis-server'], once: ['-v'] },
  valkey: { ports: [6379], programs: ['valkey-server'], once: ['-v'] },
  ...byNames('postgres postgresql', { ports: [5432], programs: ['postgres'], once: ['-C'] }),
  mysql: { ports: [3306], programs: ['mysqld'] },
  mariadb: { ports: [3306], programs: ['mariadbd', 'mysqld'] },
  memcached: { ports: [11211] },
  ...byNames('mongo mongodb', { ports: [27017], programs: ['mongod'] }),
  rabbitmq: { ports: [5672], programs: ['rabbitmq-server'] },
  nginx: { ports: [80], once: ['-t', '-T', '-v', '-s'] },
  httpd: { ports: [80], programs: ['httpd', 'httpd-foreground'], once: ['-t', '-S', '-v', '-l'] },
  haproxy: { once: ['-c', '-v', '-vv'] },
  vault: { ports: [8200], serving: ['server'] },
  proxyv2: { ports: [15020, 15021, 15000, 15001], programs: ['pilot-agent'], serving: ['proxy'] },
  ...byNames('envoy daprd pgbouncer consul-dataplane fluent-bit fluentd filebeat vector promtail telegraf', {}),
  ...byNames('cloud-sql-proxy cloudsql-proxy gce-proxy', {
    programs: ['cloud-sql-proxy', 'cloud_sql_proxy'],
    once: ['-v'],
  }),
  'statsd-exporter': { programs: ['statsd_exporter'] },
  ...byNames('opentelemetry-collector opentelemetry-collector-contrib opentelemetry-collector-k8s aws-otel-collector', {
    programs: ['otelcol', 'otelcol-contrib', 'otelcol-k8s', 'awscollector'],
  }),
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
  const { programs = [name], once = [], serving = [] } = SERVERS[name];
  const all = [...command, ...args];
  const words = getProgramName(all[0] ?? '') === ENTRYPOINT ? all.slice(1) : all;
  if (isShell(words[0] ?? '')) {
    const start = [`(?:[\\w./-]*/)?(?:${programs.join('|')})`, ...serving].join(' +');
    const starts = new RegExp(`(?:^|[;&|\\n][ \\t]*|\\bexec +)${start}(?:\\s|$)`);
    return words.some(word => starts.test(word)) ? SERVERS[name] : undefined;
  }
  const isProgram = programs.includes(getProgramName(words[0] ?? ''));
  const given = isProgram ? words.slice(1) : words;
  const [first = '-'] = given;
  // Another word is a subcommand, or without the program another command: `vault status`, `redis-cli ping`.
  const isArgument = /^-|:/.test(first) || (isProgram && !/^[a-z]+$/.test(first));
  const serves = (isArgument || serving.includes(first)) && !given.some(word => ONCE.test(word) || once.includes(word));
  return serves ? SERVERS[name] : undefined;
}

/** `ghcr.io/org/redis:7-alpine@sha256:…` is `redis`. */
export function getImageName(image: string | undefined): string {
  return (image ?? '').split('@')[0].split('/').pop()!.split(':')[0];
}
