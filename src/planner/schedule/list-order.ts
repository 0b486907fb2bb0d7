import { insertSorted } from './positions';
import { groupBy } from '../../api/private/collections';
import { findReachable } from '../../pod/cycles';
import { ContainerIntent, PodIntent } from '../../pod/intent';
import { Edge } from '../graph/edge';

/** The containers of the pod in start order. */
export interface StartOrder {
  /** The containers of `initContainers`. */
  readonly init: readonly ContainerIntent[];
  /** The containers of `containers`. */
  readonly app: readonly ContainerIntent[];
  /** The containers of both lists. */
  readonly all: readonly ContainerIntent[];
  /** Why a container is at another position than in the manifest, and which containers no longer hold it. */
  readonly moved: ReadonlyMap<ContainerIntent, string>;
}

/**
 * Sorts both lists of the pod. A container keeps its position in the list of the user, unless an edge contradicts it.
 */
export function orderLists(edges: readonly Edge[], { containers }: PodIntent): StartOrder {
  const moved = new Map<ContainerIntent, string>();
  const isApp = ({ slot }: ContainerIntent) => slot === 'CONTAINER';
  const init = orderList(
    containers.filter(c => !isApp(c)),
    edges,
    moved,
  );
  const app = orderList(containers.filter(isApp), edges, moved);
  const all = [...init, ...app];
  explainLosses(all, edges, moved);
  return { init, app, all, moved };
}

/** Adds to `moved` why a container is at another position. */
function orderList(
  containers: readonly ContainerIntent[],
  edges: readonly Edge[],
  moved: Map<ContainerIntent, string>,
): readonly ContainerIntent[] {
  if (containers.length < 2) {
    return containers;
  }
  const indexOf = new Map(containers.map((c, i) => [c, i]));
  const needs = containers.map((): number[] => []);
  for (const { dependent, dependency } of edges) {
    const [needed, needing] = [indexOf.get(dependency), indexOf.get(dependent)];
    if (needed !== undefined && needing !== undefined) {
      needs[needing].push(needed);
    }
  }
  if (needs.every((needed, i) => needed.every(n => n < i))) {
    return containers;
  }
  // The kubelet waits for such a container before it starts the next container of the list.
  const holds = containers.map(c => c.slot !== 'CONTAINER' || c.postStart !== undefined);
  const { order, moves } = sortStably(needs, holds);
  for (const [i, { where, other }] of moves) {
    moved.set(containers[i], explainMove(where, containers[other]));
  }
  return order.map(i => containers[i]);
}

/**
 * Adds to `moved` which containers no longer hold a container. In the manifest of the user, the kubelet holds all
 * containers after an init container, after a native sidecar, and after a postStart hook.
 *
 * kubelet 1.27–1.37, kuberuntime_container.go: computeInitContainerActions starts one entry after the other;
 * startContainer runs the hook inline, which blocks the loop over `containers` in kuberuntime_manager.go SyncPod.
 */
function explainLosses(
  all: readonly ContainerIntent[],
  edges: readonly Edge[],
  moved: Map<ContainerIntent, string>,
): void {
  const holders = all.filter(c => c.inInitContainers || c.postStart !== undefined);
  if (holders.length === 0) {
    return;
  }
  const startOf = new Map(all.map((c, i) => [c, i]));
  const edgesOn = groupBy(edges, e => e.dependency);
  const held = (c: ContainerIntent) => (edgesOn.get(c) ?? []).map(e => e.dependent);
  for (const [start, container] of all.entries()) {
    const overtaken = holders.filter(h => h.place < container.place && startOf.get(h)! > start);
    if (overtaken.length === 0) {
      continue;
    }
    const dependents = findReachable(container, held);
    const lost = overtaken
      .filter(h => !dependents.has(h))
      .map(h => (h.inInitContainers ? `'${h.name}'` : `the postStart hook of '${h.name}'`));
    if (lost.length > 0) {
      const loss = `no longer waits for ${lost.join(', ')}`;
      const reason = moved.get(container);
      moved.set(container, reason === undefined ? loss : `${reason}; ${loss}`);
    }
  }
}

function explainMove(where: Move['where'], { name }: ContainerIntent): string {
  return where === 'before' ? `moved before '${name}', which needs it` : `moved after '${name}', which it needs`;
}

/**
 * Why a container is at another position: it moved before a container that needs it and must not wait, or it waits for
 * the other container.
 */
interface Move {
  readonly where: 'before' | 'after';
  readonly other: number;
}

/**
 * Returns the list in its own order, except that each container comes after its dependencies. `needs` contains no
 * cycles. `holds`: the kubelet holds all containers after this one, so this container must not move after them.
 *
 * Each container has its turn in the order of the list. A container with a missing dependency waits until the
 * dependency has a position. The dependencies of a container that holds others move up. A list that satisfies `needs`
 * does not change, and a container stops holding another one only where dependencies contradict that.
 */
export function sortStably(
  needs: readonly (readonly number[])[],
  holds: readonly boolean[],
): { order: number[]; moves: Map<number, Move> } {
  const dependents = needs.map((): number[] => []);
  needs.forEach((dependencies, i) => dependencies.forEach(d => dependents[d].push(i)));
  const missing = needs.map(dependencies => dependencies.length);
  const isPlaced = needs.map(() => false);
  const isWaiting = needs.map(() => false);
  const order: number[] = [];
  const moves = new Map<number, Move>();
  // The last container that got its position in its own turn.
  let reached = -1;

  /** Places the container, and then the containers that have waited for it, in the order of the list. */
  const place = (container: number) => {
    const ready = [-container];
    while (ready.length > 0) {
      const next = -ready.pop()!;
      order.push(next);
      isPlaced[next] = true;
      for (const dependent of dependents[next]) {
        missing[dependent] -= 1;
        if (missing[dependent] > 0 || !isWaiting[dependent]) {
          continue;
        }
        insertSorted(ready, -dependent);
        if (reached > dependent && !moves.has(dependent)) {
          moves.set(dependent, { where: 'after', other: next });
        }
      }
    }
  };

  /** Returns the direct and indirect dependencies without a position, in the order of the list. */
  const missingFor = (container: number) => {
    const found = new Set([container]);
    for (const i of found) {
      for (const d of needs[i].filter(n => !isPlaced[n] && !found.has(n))) {
        found.add(d);
        if (!isWaiting[d]) {
          moves.set(d, { where: 'before', other: i });
        }
      }
    }
    found.delete(container);
    return [...found].sort((a, b) => a - b);
  };

  // A stack: the list, and the dependencies that move up for a container.
  const turns: { readonly list: readonly number[]; next: number; readonly last?: number }[] = [
    { list: needs.map((_, i) => i), next: 0 },
  ];
  while (turns.length > 0) {
    const turn = turns[turns.length - 1];
    const isOver = turn.next === turn.list.length;
    if (isOver) {
      turns.pop();
    }
    const container = isOver ? turn.last : turn.list[turn.next++];
    if (container === undefined || isPlaced[container] || isWaiting[container]) {
      continue;
    }
    if (missing[container] === 0) {
      if (turns.length === 1) {
        reached = container;
      }
      place(container);
    } else if (holds[container]) {
      turns.push({ list: missingFor(container), next: 0, last: container });
    } else {
      isWaiting[container] = true;
    }
  }
  return { order, moves };
}
