/**
 * Returns one shortest cycle of each strongly connected group. A cycle begins with its smallest name, and the cycles are sorted. The result does not
 * depend on the order of names or dependencies. `dependencies[i]`: the indices in `names` of the dependencies of `names[i]`.
 *
 * The search for groups is linear. The shortest cycle is searched from each member of a group.
 */
export function findShortestCycles(names: readonly string[], dependencies: readonly (readonly number[])[]): string[][] {
  return findCyclicGroups(dependencies)
    .map(group => findShortestCycle(group, names, dependencies))
    .sort((a, b) => a[0] < b[0] ? -1 : 1);
}

/** Returns a shortest path from `start` back to `start`, of fewer than `limit` nodes; `undefined`: no such path. `next`: the nodes after a node. */
export function findCycleThrough<T>(start: T, next: (node: T) => Iterable<T>, limit = Infinity): T[] | undefined {
  const cameFrom = new Map<T, T>();
  let frontier = [start];
  for (let length = 1; frontier.length > 0 && length < limit; length++) {
    const following: T[] = [];
    for (const node of frontier) {
      for (const to of next(node)) {
        if (to === start) { return pathTo(node, start, cameFrom); }
        if (!cameFrom.has(to)) { cameFrom.set(to, node); following.push(to); }
      }
    }
    frontier = following;
  }
  return undefined;
}

/** Rotates a cycle so that its smallest name comes first. */
export function startWithSmallest(cycle: readonly string[]): string[] {
  const smallest = cycle.indexOf([...cycle].sort()[0]);
  return [...cycle.slice(smallest), ...cycle.slice(0, smallest)];
}

function findShortestCycle(group: readonly number[], names: readonly string[], dependencies: readonly (readonly number[])[]): string[] {
  const members = new Set(group);
  const inside = new Map(group.map(i => [names[i], dependencies[i].filter(d => members.has(d)).map(d => names[d]).sort()]));
  let shortest: string[] | undefined;
  for (const start of [...inside.keys()].sort()) {
    shortest = findCycleThrough(start, name => inside.get(name)!, shortest?.length) ?? shortest;
  }
  return startWithSmallest(shortest!);
}

function pathTo<T>(end: T, start: T, cameFrom: ReadonlyMap<T, T>): T[] {
  const path = [end];
  while (path[path.length - 1] !== start) { path.push(cameFrom.get(path[path.length - 1])!); }
  return path.reverse();
}

/** Returns the strongly connected groups that contain a cycle. Tarjan's algorithm with an explicit stack: thousands of containers overflow the call stack. */
function findCyclicGroups(dependencies: readonly (readonly number[])[]): number[][] {
  const groups: number[][] = [];
  const order: number[] = dependencies.map(() => -1);
  const low = [...order];
  const next = dependencies.map(() => 0);
  const isOpen = dependencies.map(() => false);
  const open: number[] = [];
  const calls: number[] = [];
  let visited = 0;
  const enter = (at: number) => {
    order[at] = low[at] = visited++;
    isOpen[at] = true;
    open.push(at);
    calls.push(at);
  };
  for (let root = 0; root < dependencies.length; root++) {
    if (order[root] < 0) { enter(root); }
    while (calls.length > 0) {
      const at = calls[calls.length - 1];
      if (next[at] < dependencies[at].length) {
        const to = dependencies[at][next[at]++];
        if (order[to] < 0) { enter(to); } else if (isOpen[to]) { low[at] = Math.min(low[at], order[to]); }
        continue;
      }
      calls.pop();
      if (calls.length > 0) {
        const caller = calls[calls.length - 1];
        low[caller] = Math.min(low[caller], low[at]);
      }
      if (low[at] < order[at]) { continue; }
      if (open[open.length - 1] === at && !dependencies[at].includes(at)) {
        open.pop();
        isOpen[at] = false;
        continue;
      }
      const group = open.splice(open.lastIndexOf(at));
      group.forEach(member => { isOpen[member] = false; });
      groups.push(group);
    }
  }
  return groups;
}
