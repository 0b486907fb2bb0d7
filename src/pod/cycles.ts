import { addTo } from '../api/private/collections';

/** The names that each name needs. A name without an entry needs none. */
type Needs = ReadonlyMap<string, readonly string[]>;

/**
 * Returns one shortest cycle of each strongly connected group. A cycle begins with its smallest name, and the cycles
 * are sorted. The result does not depend on the order of names or dependencies.
 */
export function findShortestCycles(needs: Needs): string[][] {
  const neededBy = new Map<string, string[]>();
  for (const [name, needed] of needs) {
    needed.forEach(other => addTo(neededBy, other, name));
  }
  const open = new Set(needs.keys());
  removeEnds(open, needs, neededBy);
  // For the time only: each name that stays is searched from.
  removeEnds(open, neededBy, needs);
  const cycles: string[][] = [];
  for (const start of open) {
    const before = findReachable(start, name => neededBy.get(name) ?? []);
    const group = new Set([...findReachable(start, name => needs.get(name) ?? [])].filter(name => before.has(name)));
    group.forEach(name => open.delete(name));
    const cycle = findShortestCycle(group, needs);
    if (cycle) {
      cycles.push(startWithSmallest(cycle));
    }
  }
  return cycles.sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

/**
 * Returns a shortest path from `start` back to `start`, of fewer than `limit` nodes; `undefined`: no such path. `next`:
 * the nodes after a node.
 */
export function findCycleThrough<T>(start: T, next: (node: T) => Iterable<T>, limit = Infinity): T[] | undefined {
  const cameFrom = new Map<T, T>();
  let frontier = [start];
  for (let length = 1; frontier.length > 0 && length < limit; length++) {
    const following: T[] = [];
    for (const node of frontier) {
      for (const to of next(node)) {
        if (to === start) {
          return pathTo(node, start, cameFrom);
        }
        if (!cameFrom.has(to)) {
          cameFrom.set(to, node);
          following.push(to);
        }
      }
    }
    frontier = following;
  }
  return undefined;
}

/** Returns all nodes that are reachable from `from`, and `from` itself. */
export function findReachable<T>(from: T, next: (item: T) => Iterable<T>): Set<T> {
  const found = new Set([from]);
  for (const item of found) {
    for (const other of next(item)) {
      found.add(other);
    }
  }
  return found;
}

/** Rotates a cycle so that its smallest name comes first. */
export function startWithSmallest(cycle: readonly string[]): string[] {
  const smallest = cycle.indexOf([...cycle].sort()[0]);
  return [...cycle.slice(smallest), ...cycle.slice(0, smallest)];
}

/** Removes the names from which no path leads to a cycle. */
function removeEnds(names: Set<string>, next: Needs, previous: Needs): void {
  const left = new Map<string, number>();
  for (const name of names) {
    left.set(name, (next.get(name) ?? []).filter(other => names.has(other)).length);
  }
  const ends = [...names].filter(name => left.get(name) === 0);
  for (const end of ends) {
    names.delete(end);
    for (const name of previous.get(end) ?? []) {
      const others = (left.get(name) ?? 0) - 1;
      left.set(name, others);
      if (others === 0 && names.has(name)) {
        ends.push(name);
      }
    }
  }
}

function findShortestCycle(group: ReadonlySet<string>, needs: Needs): string[] | undefined {
  const sorted = [...group].sort();
  const inside = new Map(
    sorted.map(name => [
      name,
      needs
        .get(name)!
        .filter(other => group.has(other))
        .sort(),
    ]),
  );
  let shortest: string[] | undefined;
  for (const start of sorted) {
    shortest = findCycleThrough(start, name => inside.get(name)!, shortest?.length) ?? shortest;
  }
  return shortest;
}

function pathTo<T>(end: T, start: T, cameFrom: ReadonlyMap<T, T>): T[] {
  const path = [end];
  while (path[path.length - 1] !== start) {
    path.push(cameFrom.get(path[path.length - 1])!);
  }
  return path.reverse();
}
