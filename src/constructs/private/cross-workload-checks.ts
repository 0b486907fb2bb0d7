import { IndexedWorkload, WorkloadIndex } from './workload-index';
import { Problem, problem } from '../../api/private/problem';
import { findCycleThrough, startWithSmallest } from '../../pod/cycles';

/** Returns the problems between this workload and the rest of the app. */
export function findCrossWorkloadProblems(member: IndexedWorkload, index: WorkloadIndex): Problem[] {
  return [...findDeadlocks(member, index), ...findDeletedJobs(member, index)];
}

/** A workload that waits for its own pods, or for a workload that waits for it. */
function findDeadlocks(member: IndexedWorkload, index: WorkloadIndex): Problem[] {
  const itself = member.awaited.filter(a => index.findAwaited(a.inApp, member).includes(member));
  if (itself.length > 0) { return itself.map(({ dependent, words }) => problem('SO901', { dependent, what: words })); }
  const cycle = findCycleThrough(member, m => m.awaited.flatMap(a => index.findAwaited(a.inApp, m)));
  return cycle ? [problem('SO902', { cycle: startWithSmallest(cycle.map(m => m.path)) })] : [];
}

/** A pod that starts later does not find a Job that is deleted after it has finished. */
function findDeletedJobs({ awaited }: IndexedWorkload, index: WorkloadIndex): Problem[] {
  return awaited.flatMap(({ dependent, words, inApp }) => {
    const seconds = inApp.kind === 'job' && !inApp.mayBeAbsent ? index.manifestAt(inApp.path)?.spec?.ttlSecondsAfterFinished : undefined;
    return seconds === undefined ? [] : [problem('SO903', { dependent, job: words, seconds })];
  });
}

/** Returns the workloads with each after the workloads that it waits for, otherwise in the given order. */
export function sortByDependencies<N extends IndexedWorkload>(members: readonly N[], index: WorkloadIndex): N[] {
  const among = new Map<IndexedWorkload, N>(members.map(m => [m, m]));
  const placed = new Set<N>();
  const visited = new Set<N>();
  // An explicit stack, because a chain of workloads may exceed the call stack.
  for (const begin of members) {
    const open = [begin];
    while (open.length > 0) {
      const member = open[open.length - 1];
      const awaited = visited.has(member) ? [] : member.awaited.flatMap(a => index.findAwaited(a.inApp, member));
      const before = awaited.flatMap(n => among.get(n) ?? []).filter(n => !visited.has(n));
      visited.add(member);
      if (before.length > 0) { open.push(...before.reverse()); } else { placed.add(open.pop()!); }
    }
  }
  return [...placed];
}

/** Returns a problem if a NetworkPolicy denies all egress of pods that wait for something outside the pod. A policy with any egress rule may allow the check. */
export function findDeniedEgress(member: IndexedWorkload, index: WorkloadIndex): Problem[] {
  const policies = index.policiesFor(member.pods);
  return policies.length > 0 && policies.every(p => !p.allowsSome) ? [problem('SO904', { policy: policies[0].path })] : [];
}
