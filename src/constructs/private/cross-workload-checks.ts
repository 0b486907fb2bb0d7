import { Neighbour, Neighbours } from './workload-index';
import { Problem, problem } from '../../api/private/problem';
import { findCycleThrough, startWithSmallest } from '../../pod/cycles';

/** What is wrong between this workload and the rest of the app. */
export function problemsBetween(member: Neighbour, neighbours: Neighbours): Problem[] {
  return [...waitsForEver(member, neighbours), ...jobsThatGo(member, neighbours)];
}

/** It waits for its own pods, or for a workload that waits for it in turn. */
function waitsForEver(member: Neighbour, neighbours: Neighbours): Problem[] {
  const itself = member.awaited.filter(a => neighbours.behind(a.inApp, member).includes(member));
  if (itself.length > 0) { return itself.map(({ dependent, words }) => problem('SO901', { dependent, what: words })); }
  const cycle = findCycleThrough(member, m => m.awaited.flatMap(a => neighbours.behind(a.inApp, m)));
  return cycle ? [problem('SO902', { cycle: startWithSmallest(cycle.map(m => m.path)) })] : [];
}

/** A Job that is removed when it has finished is not there for a pod that starts later. */
function jobsThatGo({ awaited }: Neighbour, neighbours: Neighbours): Problem[] {
  return awaited.flatMap(({ dependent, words, inApp }) => {
    const seconds = inApp.kind === 'job' && !inApp.mayBeAbsent ? neighbours.manifestAt(inApp.path)?.spec?.ttlSecondsAfterFinished : undefined;
    return seconds === undefined ? [] : [problem('SO903', { dependent, job: words, seconds })];
  });
}

/** Each after those of them that it waits for, and else as they came. */
export function awaitedFirst<N extends Neighbour>(members: readonly N[], neighbours: Neighbours): N[] {
  const among = new Map<Neighbour, N>(members.map(m => [m, m]));
  const placed = new Set<N>();
  const visited = new Set<N>();
  // A stack of its own: a chain of workloads may be longer than that of the calls.
  for (const begin of members) {
    const open = [begin];
    while (open.length > 0) {
      const member = open[open.length - 1];
      const awaited = visited.has(member) ? [] : member.awaited.flatMap(a => neighbours.behind(a.inApp, member));
      const before = awaited.flatMap(n => among.get(n) ?? []).filter(n => !visited.has(n));
      visited.add(member);
      if (before.length > 0) { open.push(...before.reverse()); } else { placed.add(open.pop()!); }
    }
  }
  return [...placed];
}

/** Nothing is let out of the pods that wait for something outside them. With any rule nobody here knows what it lets through. */
export function letsNothingOut(member: Neighbour, neighbours: Neighbours): Problem[] {
  const policies = neighbours.policiesFor(member.pods);
  return policies.length > 0 && policies.every(p => !p.allowsSome) ? [problem('SO904', { policy: policies[0].path })] : [];
}
