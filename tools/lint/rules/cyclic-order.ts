import { addTo } from '../../../src/api/private/collections';
import { findCycleThrough } from '../../../src/pod/cycles';
import { ContainerView } from '../../read/pod-view';
import { findListeners } from '../../read/ports';
import { PodReading } from '../../read/read-pod';
import { listTargets } from '../../read/wait';
import { getCommandPath } from '../pod-queries';
import { Rule } from '../rule';

export const cyclicOrder: Rule = {
  id: 'cyclic-order',
  severity: 'error',
  what: 'Containers that wait for each other',
  why:
    'Each container waits before it listens, so no container ever listens. A native sidecar with a startup probe ' +
    'holds the containers after it, so it must not wait for them either.',
  fix: {
    without: 'let one container start without the other, and retry',
    withLibrary: 'write `dependsOn`: synth reports a cycle as an error, with the names of its containers',
  },
  source:
    'follows from the commands; kubelet 1.29–1.37 for native sidecars, kuberuntime_container.go ' +
    'computeInitContainerActions',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: front
      image: shop/front:7
      ports: [{ containerPort: 8080 }]
      command: [sh, -c, "until nc -z localhost 9090; do sleep 1; done; exec /front"]
    - name: back
      image: shop/back:7
      ports: [{ containerPort: 9090 }]
      command: [sh, -c, "until nc -z localhost 8080; do sleep 1; done; exec /back"]
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: front
      image: shop/front:7
      ports: [{ containerPort: 8080 }]
      command: [sh, -c, "until nc -z localhost 9090; do sleep 1; done; exec /front"]
    - name: back
      image: shop/back:7
      ports: [{ containerPort: 9090 }]
`,
  },

  *find(pod) {
    for (const { container, cycle } of findCycles(pod)) {
      const message = `each of these containers waits for the next one before it starts its work: ${cycle}`;
      yield { path: getCommandPath(container), message };
    }
  },
};

/** Finds containers that wait for each other: a container that waits by itself, and the cycle from it to it. */
export function* findCycles(pod: PodReading): Iterable<{ readonly container: ContainerView; readonly cycle: string }> {
  const needs = collectNeeds(pod);
  const reported = new Set<string>();
  // The kubelet holds later containers only, so each cycle has a container that waits by itself.
  for (const container of pod.containers.filter(({ command, gate }) => command.waits.length > 0 || gate)) {
    const { name } = container;
    const cycle = reported.has(name) ? undefined : findCycleThrough(name, of => needs.get(of) ?? []);
    if (cycle) {
      cycle.forEach(of => reported.add(of));
      yield { container, cycle: [...cycle, name].map(of => `'${of}'`).join(' → ') };
    }
  }
}

/**
 * Returns, for each container, its dependencies: containers that its command awaits without a limit, and init
 * containers and native sidecars that hold it.
 */
function collectNeeds(pod: PodReading): ReadonlyMap<string, readonly string[]> {
  const needs = new Map<string, string[]>();
  for (const container of pod.containers.filter(c => c.slot !== 'INIT')) {
    const certain = container.command.waits.filter(wait => !wait.conditional && !wait.bounded);
    for (const awaited of listTargets(certain)) {
      const [other, ...more] = findListeners(awaited, pod.containers);
      if (other && more.length === 0 && other !== container && other.slot !== 'INIT') {
        addTo(needs, container.name, other.name);
      }
    }
  }
  const holding = pod.order.ordered.filter(
    ({ by, condition }) => by === 'startupProbe' || by === 'gate' || (by === 'position' && condition === 'COMPLETED'),
  );
  holding.forEach(pair => addTo(needs, pair.then, pair.first));
  return needs;
}
