import { ContainerView } from './pod-view';
import { isLoopback, WaitTarget } from './wait';

/** Images whose port everybody knows, also where the manifest does not say it. */
const KNOWN_PORTS: Readonly<Record<string, readonly number[]>> = {
  redis: [6379],
  valkey: [6379],
  postgres: [5432],
  postgresql: [5432],
  mysql: [3306],
  mariadb: [3306],
  memcached: [11211],
  mongo: [27017],
  mongodb: [27017],
  rabbitmq: [5672],
  nginx: [80],
  proxyv2: [15020, 15021, 15000, 15001],
};

/** `ghcr.io/org/redis:7-alpine@sha256:…` is `redis`. */
export function imageName(image: string | undefined): string {
  return (image ?? '').split('@')[0].split('/').pop()!.split(':')[0];
}

/** Asked for again and again: for each wait, of each container. */
const read = new WeakMap<ContainerView, ReadonlySet<number>>();

/** The ports on which a container listens, as far as the manifest tells. */
export function portsOf(container: ContainerView): ReadonlySet<number> {
  const known = read.get(container) ?? readPorts(container);
  read.set(container, known);
  return known;
}

function readPorts({ json }: ContainerView): ReadonlySet<number> {
  const declared = (json.ports ?? []).map(port => port.containerPort);
  const probed = [json.startupProbe, json.readinessProbe, json.livenessProbe].flatMap(probe => {
    const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? probe?.grpc?.port;
    return typeof port === 'number' ? [port] : [];
  });
  const words = [...json.command ?? [], ...json.args ?? []];
  const said = words.flatMap((word, i) => {
    const [, value] = /^--?(?:port|p)(?:=(\d+))?$/.exec(word) ?? [undefined, undefined];
    const port = value ?? (/^--?port$/.test(word) ? words[i + 1] : undefined);
    return port !== undefined && /^\d+$/.test(port) ? [Number(port)] : [];
  });
  const image = imageName(json.image);
  const known = declared.length + said.length === 0 && Object.prototype.hasOwnProperty.call(KNOWN_PORTS, image) ? KNOWN_PORTS[image] : [];
  return new Set([...declared, ...probed, ...said, ...known]);
}

/**
 * The containers of the pod that could answer; empty for what is outside the pod, or where nobody is known to listen. Several can list one port: one
 * of them has it, and nobody knows which.
 */
export function listeners(target: WaitTarget, containers: readonly ContainerView[]): ContainerView[] {
  if (target.kind !== 'network' || target.port === undefined || !isLoopback(target.host)) { return []; }
  return containers.filter(container => portsOf(container).has(target.port!));
}
