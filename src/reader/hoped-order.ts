import { HopedOrder, OrderedPair } from './enforced-order';
import { guardsOf } from './guards';
import { nextOf, PodLists } from './pod-lists';
import { ContainerView } from './pod-view';
import { onlyWaits } from './read-command';
import { ContainerSlot } from '../model/startup-plan';

/** What looks like an order and is none; `ordered`: what is one. */
export function hopedOrdersOf(pod: PodLists, ordered: readonly OrderedPair[]): HopedOrder[] {
  const held = new Set(ordered.filter(pair => pair.by !== 'position').map(pair => pairKey(pair.first, pair.then)));
  return [
    ...pod.inits.flatMap((container, i) => hopedOfInit(container, i, pod)),
    ...pod.apps.flatMap((container, i) => hopedOfApp(container, i, pod, held)),
  ];
}

function pairKey(first: string, then: string): string {
  return JSON.stringify([first, then]);
}

function hopedOfInit(container: ContainerView, index: number, pod: PodLists): HopedOrder[] {
  if (container.slot !== ContainerSlot.NATIVE_SIDECAR) { return []; }
  const [next] = nextOf(index, pod);
  const { json, path } = container;
  if (!pod.capabilities.nativeSidecars) {
    const why = 'these nodes have no native sidecars: the field is dropped, and an init container that never ends holds the pod for ever; with a probe or a hook '
      + 'the API server refuses it';
    return [{ first: container.name, then: next?.name, by: 'restartPolicy', path: `${path}.restartPolicy`, why }];
  }
  return [
    ...(json.readinessProbe && !json.startupProbe && next ? [{
      first: container.name,
      then: next.name,
      by: 'readinessProbe' as const,
      path: `${path}.readinessProbe`,
      why: 'the kubelet waits for the startup probe of a native sidecar, and not for its readiness probe',
    }] : []),
    ...failingHook(container, next?.name),
  ];
}

function hopedOfApp(container: ContainerView, index: number, pod: PodLists, held: ReadonlySet<string>): HopedOrder[] {
  const { apps, capabilities } = pod;
  const { name, path, json, command } = container;
  const behind = apps.slice(index + 1);
  // Whoever waits for the other one does not mean the other one to wait.
  const isHeld = (then: string) => held.has(pairKey(name, then)) || held.has(pairKey(then, name));
  const free = behind.filter(c => !isHeld(c.name));
  const [next] = behind;
  const probes = (['startupProbe', 'readinessProbe'] as const).filter(probe => json[probe] && !container.gate);
  return [
    ...probes.flatMap(probe => free.map(({ name: then }): HopedOrder => ({
      first: name, then, by: probe, path: `${path}.${probe}`, why: 'the kubelet looks at no probe of a regular container before it starts the next one',
    }))),
    ...failingHook(container, next?.name),
    ...(index > 0 && !next && onlyWaits(container.postStart) ? [{
      first: name, by: 'postStart' as const, path: `${path}.lifecycle.postStart`, why: 'no container stands behind it that its hook could hold back',
    }] : []),
    ...(next && free.includes(next) ? [{
      first: name, then: next.name, by: 'position' as const, path, why: 'the place in `containers` says which is launched first; nothing waits until it is ready',
    }] : []),
    ...(command.sleepsFirst === undefined ? [] : [{
      then: name, by: 'sleep' as const, path, why: `it sleeps for ${command.sleepsFirst} s first, whatever has become ready meanwhile`,
    }]),
    ...(capabilities.envFiles ? [] : guardsOf(container, pod.containers).map(({ dependency, index: i }): HopedOrder => ({
      first: dependency,
      then: name,
      by: 'guard',
      path: `${path}.env[${i}]`,
      why: 'these nodes know no variables from files: the kubelet ignores it, or the API server refuses the pod',
    }))),
  ];
}

/** Handlers that hold nothing. */
function failingHook({ name, path, json }: ContainerView, then: string | undefined): HopedOrder[] {
  const handler = json.lifecycle?.postStart;
  const why = handler?.httpGet ? 'an httpGet hook is one single request: refused, the container is killed; answered, any status will do'
    : handler?.tcpSocket ? 'a tcpSocket hook is not supported: it fails at once, and the container is killed' : undefined;
  return why === undefined ? [] : [{ first: name, then, by: 'postStart', path: `${path}.lifecycle.postStart`, why }];
}
