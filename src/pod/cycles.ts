/**
 * Returns one shortest cycle of each strongly connected group. A cycle begins with its smallest name, and the cycles
 * are sorted. The result does not depend on the order of names or dependencies. `dependencies[i]`: the indices in
 * `names` of the dependencies of `names[i]`.
 */
export function findShortestCycles(names: readonly string[], dependencies: readonly (readonly number[])[]): string[][] {
  const dependents = dependencies.map((): number[] => []);
  dependencies.forEach((needed, i) => needed.forEach(d => dependents[d].push(i)));
  const open = new Set(names.keys());
  removeEnds(open, dependencies, dependents);
  if (open.size === 0) {
    return [];
  }
  removeEnds(open, dependents, dependencies);
  const cycles: string[][] = [];
  for (const start of open) {
    const before = findReachable(start, i => dependents[i]);
    const group = new Set([...findReachable(start, i => dependencies[i])].filter(i => before.has(i)));
    group.forEach(i => open.delete(i));
    const cycle = findShortestCycle(group, names, dependencies);
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

/** Removes the nodes from which no path leads to a cycle. */
function removeEnds(
  nodes: Set<number>,
  next: readonly (readonly number[])[],
  previous: readonly (readonly number[])[],
): void {
  const left = next.map(targets => targets.filter(target => nodes.has(target)).length);
  const ends = [...nodes].filter(node => left[node] === 0);
  for (const end of ends) {
    nodes.delete(end);
    for (const node of previous[end]) {
      left[node] -= 1;
      if (left[node] === 0 && nodes.has(node)) {
        ends.push(node);
      }
    }
  }
}

function findShortestCycle(
  group: ReadonlySet<number>,
  names: readonly string[],
  dependencies: readonly (readonly number[])[],
): string[] | undefined {
  const inside = new Map(
    [...group].map(i => [
      names[i],
      dependencies[i]
        .filter(d => group.has(d))
        .map(d => names[d])
        .sort(),
    ]),
  );
  let shortest: string[] | undefined;
  for (const start of [...inside.keys()].sort()) {
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
