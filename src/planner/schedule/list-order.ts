import { findSlot } from './container-slots';
import { Move, sortStably } from './schedule';
import { ContainerSlot } from '../../api/private/container-slot';
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
  readonly moved: readonly MovedContainer[];
}

export interface MovedContainer {
  readonly container: ContainerIntent;
  readonly where: Move['where'];
  readonly other: ContainerIntent;
}

/**
 * Sorts both lists of the pod. A container keeps its position in the list of the user, unless an edge contradicts it.
 */
export function orderLists(edges: readonly Edge[], intent: PodIntent): StartOrder {
  const isInit = (container: ContainerIntent) => findSlot(container, intent) !== ContainerSlot.CONTAINER;
  const init = orderList(intent.containers.filter(isInit), edges, () => true);
  const app = orderList(
    intent.containers.filter(c => !isInit(c)),
    edges,
    c => c.postStart !== undefined,
  );
  return { init: init.order, app: app.order, all: [...init.order, ...app.order], moved: [...init.moved, ...app.moved] };
}

/** `holds`: whether the kubelet waits for the container before it starts the next container of the list. */
function orderList(
  containers: readonly ContainerIntent[],
  edges: readonly Edge[],
  holds: (container: ContainerIntent) => boolean,
): { order: ContainerIntent[]; moved: MovedContainer[] } {
  const indexOf = indexContainers(containers);
  const needs = containers.map((): number[] => []);
  for (const { dependent, dependency } of edges) {
    const needed = indexOf[dependency.place];
    if (needed !== undefined && indexOf[dependent.place] !== undefined) {
      needs[indexOf[dependent.place]!].push(needed);
    }
  }
  const { order, moves } = sortStably(needs, containers.map(holds));
  return {
    order: order.map(i => containers[i]),
    moved: [...moves].map(([i, { where, other }]) => ({ container: containers[i], where, other: containers[other] })),
  };
}

/** Returns the index of each container in the list, by its index in the pod. */
export function indexContainers(list: readonly ContainerIntent[]): (number | undefined)[] {
  const indexOf: (number | undefined)[] = [];
  list.forEach((c, i) => {
    indexOf[c.place] = i;
  });
  return indexOf;
}
