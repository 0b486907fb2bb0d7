import { serverOf } from './known-servers';
import { ContainerView } from './pod-view';
import { isLoopback, Wait, WaitTarget } from './wait';
import { ContainerJson, ProbeJson } from '../../api/private/pod-spec';

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
  const probed = [json.startupProbe, json.readinessProbe, json.livenessProbe].flatMap(probe => probedPort(probe, json) ?? []);
  const words = [...json.command ?? [], ...json.args ?? []];
  const said = words.flatMap((word, i) => {
    const [, value] = /^--?(?:port|p)(?:=(\d+))?$/.exec(word) ?? [undefined, undefined];
    const port = value ?? (/^--?port$/.test(word) ? words[i + 1] : undefined);
    return port !== undefined && /^\d+$/.test(port) ? [Number(port)] : [];
  });
  const known = declared.length + said.length === 0 ? serverOf(json)?.ports ?? [] : [];
  return new Set([...declared, ...probed, ...said, ...known]);
}

/** The port of the container at which a probe asks; `undefined`: at none, or at somebody else. */
export function probedPort(probe: ProbeJson | undefined, { ports = [] }: ContainerJson): number | undefined {
  const host = probe?.httpGet?.host ?? probe?.tcpSocket?.host;
  if (host !== undefined && !isLoopback(host)) { return undefined; }
  const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? probe?.grpc?.port;
  return typeof port === 'string' ? ports.find(({ name }) => name === port)?.containerPort : port;
}

/**
 * The containers of the pod that could answer; empty for what is outside the pod, or where nobody is known to listen, or the command itself could.
 * Several can list one port: one of them has it, and nobody knows which.
 */
export function listeners(target: WaitTarget, { besideOwnProcess }: Wait, containers: readonly ContainerView[]): ContainerView[] {
  if (besideOwnProcess || target.kind !== 'network' || target.port === undefined || !isLoopback(target.host)) { return []; }
  return containers.filter(container => portsOf(container).has(target.port!));
}

/** The command, the arguments or the variables of the other container contain the address of the container. */
export function namesPortOf(container: ContainerView, { json: { command = [], args = [], env = [] } }: ContainerView): boolean {
  const ports = [...portsOf(container)].map(String);
  const values = env.flatMap(({ value }) => value ?? []);
  const addresses = [...command, ...args, ...values].flatMap(text => [...text.matchAll(/(?:localhost|127\.0\.0\.1|\[::1\])[:\s]\s*(\d{1,5})\b/g)].map(([, port]) => port));
  return addresses.some(port => ports.includes(port)) || (values.some(isLoopback) && values.some(value => ports.includes(value)));
}
