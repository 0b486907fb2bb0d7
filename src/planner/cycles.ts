/**
 * One shortest cycle of each strongly connected group, as a path that begins with its smallest name; groups by that name. Tails that
 * only lead into a cycle are not part of any. Does not depend on the order of names or neighbours.
 *
 * Finding that there is no cycle is linear; only where there is one the shortest is searched from each member of its group.
 */
export function shortestCycles(names: readonly string[], dependenciesOf: (name: string) => readonly string[]): string[][] {
  return stronglyConnected(names, dependenciesOf)
    .filter(group => group.length > 1 || dependenciesOf(group[0]).includes(group[0]))
    .map(group => shortestWithin(group, dependenciesOf))
    .sort((a, b) => a[0] < b[0] ? -1 : 1);
}

function shortestWithin(group: readonly string[], dependenciesOf: (name: string) => readonly string[]): string[] {
  const members = new Set(group);
  const inside = new Map(group.map(n => [n, [...dependenciesOf(n)].filter(d => members.has(d)).sort()]));
  let best: string[] | undefined;
  for (const start of [...group].sort()) {
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

/** Tarjan's algorithm, with its own stack: a chain of thousands must not end the program. */
function stronglyConnected(names: readonly string[], dependenciesOf: (name: string) => readonly string[]): string[][] {
  const groups: string[][] = [];
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  for (const root of names) {
    if (order.has(root)) { continue; }
    const calls: { name: string; next: number }[] = [];
    const enter = (name: string) => {
      order.set(name, order.size);
      low.set(name, order.get(name)!);
      open.push(name);
      isOpen.add(name);
      calls.push({ name, next: 0 });
    };
    enter(root);
    while (calls.length > 0) {
      const call = calls[calls.length - 1];
      const neighbours = dependenciesOf(call.name);
      if (call.next < neighbours.length) {
        const to = neighbours[call.next++];
        if (!order.has(to)) {
          enter(to);
        } else if (isOpen.has(to)) {
          low.set(call.name, Math.min(low.get(call.name)!, order.get(to)!));
        }
        continue;
      }
      calls.pop();
      const caller = calls[calls.length - 1];
      if (caller) { low.set(caller.name, Math.min(low.get(caller.name)!, low.get(call.name)!)); }
      if (low.get(call.name) === order.get(call.name)) {
        const group = open.splice(open.lastIndexOf(call.name));
        group.forEach(n => isOpen.delete(n));
        groups.push(group);
      }
    }
  }
  return groups;
}
