import { isShell, programName } from './command/unwrapped';
import { ContainerJson } from '../model/private/pod-spec';

/** A server that everybody knows by its image. */
interface Server {
  /** Where it listens unless it is told otherwise. */
  readonly ports: readonly number[];
  readonly programs: readonly string[];
}

const SERVERS: Readonly<Record<string, Server>> = {
  redis: { ports: [6379], programs: ['redis-server'] },
  valkey: { ports: [6379], programs: ['valkey-server'] },
  postgres: { ports: [5432], programs: ['postgres'] },
  postgresql: { ports: [5432], programs: ['postgres'] },
  mysql: { ports: [3306], programs: ['mysqld'] },
  mariadb: { ports: [3306], programs: ['mariadbd', 'mysqld'] },
  memcached: { ports: [11211], programs: ['memcached'] },
  mongo: { ports: [27017], programs: ['mongod'] },
  mongodb: { ports: [27017], programs: ['mongod'] },
  rabbitmq: { ports: [5672], programs: ['rabbitmq-server'] },
  nginx: { ports: [80], programs: ['nginx'] },
  httpd: { ports: [80], programs: ['httpd', 'httpd-foreground'] },
  haproxy: { ports: [], programs: ['haproxy'] },
  proxyv2: { ports: [15020, 15021, 15000, 15001], programs: ['proxy', 'pilot-agent'] },
};

/** Of most images it runs the words that it is given. */
const ENTRYPOINT = 'docker-entrypoint.sh';

/** The server that runs in the container. Images of servers are used for their clients, too: then there is none. */
export function serverOf({ image, command = [], args = [] }: ContainerJson): Server | undefined {
  const name = imageName(image);
  const server = Object.prototype.hasOwnProperty.call(SERVERS, name) ? SERVERS[name] : undefined;
  if (!server) { return undefined; }
  const [first, ...rest] = programName(command[0] ?? '') === ENTRYPOINT ? [...command.slice(1), ...args] : [...command, ...args];
  if (first === undefined || first.startsWith('-') || server.programs.includes(programName(first))) { return server; }
  const isStarted = new RegExp(`(?:^|[;&|\\n][ \\t]*|\\bexec\\s+)(?:[\\w./-]*/)?(?:${server.programs.join('|')})(?:\\s|$)`);
  return isShell(first) && rest.some(word => isStarted.test(word)) ? server : undefined;
}

/** `ghcr.io/org/redis:7-alpine@sha256:…` is `redis`. */
export function imageName(image: string | undefined): string {
  return (image ?? '').split('@')[0].split('/').pop()!.split(':')[0];
}
