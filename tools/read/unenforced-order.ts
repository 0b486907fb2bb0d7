import { UnenforcedOrder, OrderedPair } from './enforced-edges';
import { findEnvFileGuards } from './env-file-guards';
import { ContainerView, findLaterContainers, getAnnotationsPath, PodView } from './pod-view';
import { namesPortOf, getPorts } from './ports';
import { onlyWaits } from './read-command';
import { DEPENDS_ON_ANNOTATION, ORDERED_ANNOTATION } from '../../src/api/private/annotations';
import { getOrCreate } from '../../src/api/private/collections';
import { ProbeJson } from '../../src/api/private/pod-spec';
import { isLoopback, LOOPBACK } from '../../src/pod/checks/hosts';

/**
 * Returns the orders that the manifest suggests and that nothing enforces: a container with a sign that it must be
 * ready first, before a later container with a sign that it needs the first container. A position in a list alone is no
 * sign. `ordered`: the enforced orders.
 */
export function findUnenforcedOrders(pod: PodView, ordered: readonly OrderedPair[]): UnenforcedOrder[] {
  const held = new Map<string, Set<string>>();
  const nameAt = new Map(pod.containers.map(c => [c.path, c.name]));
  for (const { first, then, by, path } of ordered) {
    if (by === 'position') {
      continue;
    }
    // An init container that waits holds the later containers, and needs no order itself.
    const waiter = by === 'initContainer' ? nameAt.get(path)! : then;
    getOrCreate(held, first, () => new Set<string>())
      .add(then)
      .add(waiter);
  }
  const isHeld = (first: string, then: string) => held.get(first)?.has(then) ?? false;
  return pod.containers.flatMap(container => {
    // If a container waits for the other container, the author does not mean the opposite order.
    const free = findLaterContainers(container, pod).filter(
      ({ name }) => !isHeld(container.name, name) && !isHeld(name, container.name),
    );
    return [
      ...(container.slot === 'NATIVE_SIDECAR' ? findUnenforcedOfSidecar(container, free, pod) : []),
      ...(container.slot === 'CONTAINER' ? findUnenforcedOfApp(container, free, pod) : []),
      ...findFailingHook(container, free),
    ];
  });
}

/** A field of the container is the sign that it must be ready before these later containers. */
function createOrders(
  { name: first, path: container }: ContainerView,
  by: UnenforcedOrder['by'],
  why: string,
  thens: readonly ContainerView[],
): UnenforcedOrder[] {
  const path = by === 'command' ? container : `${container}.${by === 'postStart' ? 'lifecycle.postStart' : by}`;
  return thens.map(({ name: then }) => ({ first, then, by, path, why }));
}

/** Returns the order that an annotation declares, if the command `order` has not put the pod in this order. */
export function findUnappliedAnnotation(pod: PodView): UnenforcedOrder[] {
  const { annotations } = pod;
  if (annotations[DEPENDS_ON_ANNOTATION] === undefined || annotations[ORDERED_ANNOTATION] !== undefined) {
    return [];
  }
  const why =
    `the annotation ${DEPENDS_ON_ANNOTATION} declares an order, and the command \`order\` has not put ` +
    'the pod in this order';
  return [{ by: 'annotation', path: getAnnotationsPath(pod), why }];
}

function findUnenforcedOfSidecar(
  container: ContainerView,
  free: readonly ContainerView[],
  { capabilities }: PodView,
): UnenforcedOrder[] {
  const { json, command } = container;
  if (!capabilities.nativeSidecars) {
    const why =
      'these nodes have no native sidecars: the field is dropped, and an init container that never exits holds ' +
      'the pod forever; with a probe or a hook ' +
      'the API server rejects it';
    return createOrders(container, 'restartPolicy', why, free);
  }
  if (json.startupProbe) {
    return [];
  }
  return [
    ...createOrders(
      container,
      'readinessProbe',
      'the kubelet waits for the startup probe of a native sidecar, and not for its readiness probe',
      json.readinessProbe ? free.filter(other => namesPortOf(container, other)) : [],
    ),
    ...createOrders(
      container,
      'command',
      'the kubelet starts the next container when a native sidecar runs; it does not wait until the command of ' +
        'the sidecar has exited',
      onlyWaits(command) ? free : [],
    ),
  ];
}

function findUnenforcedOfApp(
  container: ContainerView,
  free: readonly ContainerView[],
  pod: PodView,
): UnenforcedOrder[] {
  const { apps, capabilities } = pod;
  const { name, path, json, command, gate, postStart } = container;
  const needing = free.filter(other => namesPortOf(container, other));
  const found: UnenforcedOrder[] = [];
  for (const probe of ['startupProbe', 'readinessProbe'] as const) {
    if (json[probe] && !gate) {
      const thens = probe === 'startupProbe' && servesNothingElse(container) ? free : needing;
      const why = 'the kubelet does not wait for the probes of a regular container';
      found.push(...createOrders(container, probe, why, thens));
    }
  }
  if (apps.length > 1 && apps.at(-1) === container && onlyWaits(postStart)) {
    const why = 'no container starts later that its hook could hold';
    found.push({ first: name, by: 'postStart', path: `${path}.lifecycle.postStart`, why });
  }
  if (command.sleepsFirst !== undefined) {
    const why = `it sleeps for ${command.sleepsFirst} s first, without a check of its dependencies`;
    found.push({ then: name, by: 'sleep', path, why });
  }
  for (const { dependency, index } of capabilities.envFiles ? [] : findEnvFileGuards(container, pod)) {
    const why = 'these nodes know no variables from files: the kubelet ignores it, or the API server rejects the pod';
    found.push({ first: dependency, then: name, by: 'guard', path: `${path}.env[${index}]`, why });
  }
  return found;
}

/**
 * A startup probe that holds back no other probe of its container must be meant for other containers, unless cdk8s-plus
 * has added it.
 */
export function servesNothingElse(container: ContainerView): boolean {
  const { startupProbe, livenessProbe, readinessProbe } = container.json;
  if (!startupProbe || livenessProbe || readinessProbe) {
    return false;
  }
  const port = startupProbe.tcpSocket?.port;
  const isAutomatic =
    Object.keys(startupProbe).sort().join() === 'failureThreshold,tcpSocket' &&
    startupProbe.failureThreshold === 3 &&
    typeof port === 'number' &&
    getPorts(container).has(port);
  return !isAutomatic;
}

/** Hooks that hold no container. A request to another host sends a message and is not meant as a wait. */
function findFailingHook(container: ContainerView, free: readonly ContainerView[]): UnenforcedOrder[] {
  const { httpGet, tcpSocket } = (container.json.lifecycle?.postStart ?? {}) as ProbeJson;
  let why: string | undefined;
  if (httpGet && isLoopback(httpGet.host || LOOPBACK)) {
    why = 'an httpGet hook is one single request: refused, the container is killed; answered, any status will do';
  } else if (tcpSocket) {
    why = 'a tcpSocket hook is not supported: it fails at once, and the container is killed';
  }
  return why === undefined ? [] : createOrders(container, 'postStart', why, free);
}
