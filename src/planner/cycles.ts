/**
 * One shortest cycle of each strongly connected group, as a path that begins with its smallest name; groups by that name. Tails that
 * only lead into a cycle are not part of any. Does not depend on the order of names or dependencies. `dependencies[i]`: the places in
 * `names` of what `names[i]` needs.
 *
 * Finding that there is no cycle is linear; only where there is one the shortest is searched from each member of its group.
 */
export function shortestCycles(names: readonly string[], dependencies: readonly (readonly number[])[]): string[][] {
  return stronglyConnected(dependencies)
    .map(group => shortestWithin(group, names, dependencies))
    .sort((a, b) => a[0] < b[0] ? -1 : 1);
}

function shortestWithin(group: readonly number[], names: readonly string[], dependencies: readonly (readonly number[])[]): string[] {
  const members = new Set(group);
  const inside = new Map(group.map(i => [names[i], dependencies[i].filter(d => members.has(d)).map(d => names[d]).sort()]));
  let best: string[] | undefined;
  for (const start of [...inside.keys()].sort()) {
    const found = wayBack(start, inside, best?.length ?? Infinity);
    if (found) { best = found; }
  }
  const smallest = best!.indexOf([...best!].sort()[0]);
  return [...best!.slice(smallest), ...best!.slice(0, smallest)];
}

/** Breadth first from `start` back to `start`, in fewer than `limit` steps. */
function wayBack(start: string, inside: ReadonlyMap<string, readonly string[]>, limit: number): string[] | undefined {
  const cameFrom = new Map<string, string>();
  let frontier = [start];
  for (let steps = 1; frontier.length > 0 && steps < limit; steps++) {
    const next: string[] = [];
    for (const at of frontier) {
      for (const to of inside.get(at)!) {
        if (to === start) { return pathTo(at, start, cameFrom); }
        if (!cameFrom.has(to)) { cameFrom.set(to, at); next.push(to); }
      }
    }
    frontier = next;
  }
  return undefined;
}

function pathTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [end];
  while (path[0] !== start) { path.unshift(cameFrom.get(path[0])!); }
  return path;
}

/** The groups that hold a cycle. Tarjan's algorithm, with its own stack: a chain of thousands must not end the program. */
function stronglyConnected(dependencies: readonly (readonly number[])[]): number[][] {
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
