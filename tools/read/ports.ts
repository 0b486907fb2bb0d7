import { findServer } from './known-servers';
import { ContainerView, findLaterContainers, listWords, PodView } from './pod-view';
import { AwaitedTarget, listTargets } from './wait';
import { getOrCreate } from '../../src/api/private/collections';
import { ContainerJson, ProbeJson } from '../../src/api/private/pod-spec';
import { isLoopback, resolvePort } from '../../src/pod/checks/hosts';

/** A cache: each wait of each container needs the ports. */
const cachedPorts = new WeakMap<ContainerView, ReadonlySet<number>>();

/** Returns the ports on which a container listens, according to the manifest. */
export function getPorts(container: ContainerView): ReadonlySet<number> {
  return getOrCreate(cachedPorts, container, () => readPorts(container));
}

function readPorts(container: ContainerView): ReadonlySet<number> {
  const { json, gate } = container;
  const probed = [json.startupProbe, json.readinessProbe, json.livenessProbe].flatMap(
    probe => findProbedPort(probe, json) ?? [],
  );
  // A startup probe can make the check of the gate: on the port of a dependency.
  const ofOthers = listTargets(gate?.waits).map(({ target }) => (target.kind === 'network' ? target.port : undefined));
  return new Set([...listOwnPorts(container), ...probed.filter(port => !ofOthers.includes(port))]);
}

/** Returns the ports that the container declares, that its command contains, or that are the default of its server. */
function listOwnPorts(container: ContainerView): number[] {
  const { json } = container;
  const declared = (json.ports ?? []).map(port => port.containerPort);
  const words = listWords(container);
  const said = words.flatMap((word, i) => {
    const [, value] = /^--?(?:port|p)(?:=(\d+))?$/.exec(word) ?? [undefined, undefined];
    const port = value ?? (/^--?port$/.test(word) ? words[i + 1] : undefined);
    return port !== undefined && /^\d+$/.test(port) ? [Number(port)] : [];
  });
  const known = declared.length + said.length === 0 ? (findServer(json)?.ports ?? []) : [];
  return [...declared, ...said, ...known];
}

/**
 * Returns the later containers that the container waits for. Empty if another process could answer: a container that
 * already runs or, with the network of the node, any process of the node.
 */
export function findLaterListeners(
  awaited: AwaitedTarget,
  container: ContainerView,
  pod: PodView,
): readonly ContainerView[] {
  return onlyLater(findListeners(awaited, pod.containers), container, pod);
}

function onlyLater(owners: readonly ContainerView[], container: ContainerView, pod: PodView): readonly ContainerView[] {
  const later = findLaterContainers(container, pod);
  return !pod.spec.hostNetwork && owners.every(owner => later.includes(owner)) ? owners : [];
}

/**
 * Returns the later containers that listen on the port of the startup probe, if neither the container nor an earlier
 * one does.
 */
export function findProbedLater(container: ContainerView, pod: PodView): readonly ContainerView[] {
  const port = findProbedPort(container.json.startupProbe, container.json);
  const owners = port === undefined ? [] : pod.containers.filter(c => listOwnPorts(c).includes(port));
  return onlyLater(owners, container, pod);
}

/** Returns the port of the container that a probe checks; `undefined`: no port, or another host. */
export function findProbedPort(probe: ProbeJson | undefined, container: ContainerJson): number | undefined {
  const host = probe?.httpGet?.host ?? probe?.tcpSocket?.host;
  if (host && !isLoopback(host)) {
    return undefined;
  }
  const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? probe?.grpc?.port;
  return port === undefined ? undefined : resolvePort(port, container);
}

/**
 * Returns the containers of the pod that could answer. Empty for a target outside the pod, for a target without a known
 * listener, and if the command itself could answer. Several containers can declare the same port.
 */
export function findListeners(
  { target, wait }: AwaitedTarget,
  containers: readonly ContainerView[],
): readonly ContainerView[] {
  if (wait.besideOwnProcess || target.kind !== 'network' || target.port === undefined || !isLoopback(target.host)) {
    return [];
  }
  return containers.filter(container => getPorts(container).has(target.port!));
}

/** Returns the addresses of the pod itself in a text, each with its port. */
export function findLocalAddresses(text: string): readonly RegExpMatchArray[] {
  return [...text.matchAll(/(?:localhost|127\.0\.0\.1|\[::1\])[:\s]\s*(\d{1,5})\b/g)];
}

/** The command, the arguments or the variables of the other container contain the address of the container. */
export function namesPortOf(container: ContainerView, other: ContainerView): boolean {
  const ports = [...getPorts(container)].map(String);
  const values = (other.json.env ?? []).flatMap(({ value }) => value ?? []);
  const addresses = [...listWords(other), ...values].flatMap(findLocalAddresses);
  return (
    addresses.some(([, port]) => ports.includes(port)) ||
    (values.some(isLoopback) && values.some(value => ports.includes(value)))
  );
}
