/**
 * Computes the start order of one list (`initContainers` or `containers`), and the positions of its waits. Numbers are
 * indices of containers.
 */

/**
 * Why a container is at another position: it moved before a container that needs it and must not wait, or it waits for
 * the other container.
 */
export interface Move {
  readonly where: 'before' | 'after';
  readonly other: number;
}

export interface StableOrder {
  readonly order: readonly number[];
  readonly moves: ReadonlyMap<number, Move>;
}

/**
 * Returns the list in its own order, except that each container comes after its dependencies. `needs` contains no
 * cycles. `holds`: the kubelet holds all containers after this one, so this container must not move after them.
 *
 * Each container has its turn in the order of the list. A container with a missing dependency waits until the
 * dependency has a position. The dependencies of a container that holds others move up. A list that satisfies `needs`
 * does not change, and a container stops holding another one only where dependencies contradict that.
 */
export function sortStably(needs: readonly (readonly number[])[], holds: readonly boolean[]): StableOrder {
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

/** The range of positions at which the pod can wait for a dependency. */
export interface WaitRange {
  readonly first: number;
  /** The last position before the first dependent. */
  readonly last: number;
}

/** Whether the pod can wait at this position. The first position of the range is always possible. */
export type CanWait<W extends WaitRange> = (place: number, wait: W) => boolean;

/**
 * Returns a position for each wait: as few positions as possible, and each wait as late as possible. All dependencies
 * of a position have started by then, so the position takes as long as its slowest dependency.
 */
export function choosePositions<W extends WaitRange>(waits: readonly W[], canWait: CanWait<W> = () => true): number[] {
  const places: number[] = [];
  const latestFor = (wait: W) => {
    let at = findIndex(places, wait.last + 1) - 1;
    while (at >= 0 && places[at] > wait.first && !canWait(places[at], wait)) {
      at -= 1;
    }
    return at >= 0 && places[at] >= wait.first ? places[at] : undefined;
  };
  // Waits with a single possible position come first.
  const isFixed = ({ first, last }: WaitRange) => first === last;
  waits.filter(isFixed).forEach(p => {
    if (latestFor(p) === undefined) {
      insertSorted(places, p.first);
    }
  });
  for (const wait of waits.filter(p => !isFixed(p)).sort((a, b) => a.last - b.last || a.first - b.first)) {
    if (latestFor(wait) !== undefined) {
      continue;
    }
    let place = wait.last;
    while (place > wait.first && !canWait(place, wait)) {
      place -= 1;
    }
    insertSorted(places, place);
  }
  return waits.map(p => latestFor(p)!);
}

/** `sorted` is ascending. */
function insertSorted(sorted: number[], value: number): void {
  sorted.splice(findIndex(sorted, value), 0, value);
}

/** Returns the index of the first item that is not less than `value`. */
function findIndex(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (sorted[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
