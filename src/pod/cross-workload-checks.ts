import { AppObjects, AwaitedPart, ExternalWait, WaitingWorkload } from './app-objects';
import { usesNetwork } from './checks';
import { findCycleThrough, startWithSmallest } from './cycles';
import { problem } from './problems';
import { leaves, SimpleCheck } from '../api/private/check';
import { Problem } from '../api/private/problem';

type Objects = AppObjects<WaitingWorkload>;

/** A wait for a part of the app. */
interface AwaitedInApp {
  readonly wait: ExternalWait;
  readonly check: SimpleCheck;
  readonly part: AwaitedPart<WaitingWorkload>;
}

/** Returns the problems between this workload and the rest of the app. */
export function findCrossWorkloadProblems(workload: WaitingWorkload, objects: Objects): Problem[] {
  const waits = workload.externals.flatMap(wait =>
    leaves(wait.target.check).flatMap(check =>
      objects.findAwaited(check, workload).map(part => ({ wait, check, part })),
    ),
  );
  return [
    ...findDeadlocks(workload, waits, objects),
    ...findDeletedJobs(waits),
    ...findClosedPorts(waits),
    ...findDeniedEgress(workload, objects),
  ];
}

/** A workload that waits for its own pods, or for a workload that waits for it. */
function findDeadlocks(workload: WaitingWorkload, waits: readonly AwaitedInApp[], objects: Objects): Problem[] {
  const itself = waits.filter(({ part }) => part.workloads.includes(workload));
  if (itself.length > 0) {
    return itself.map(({ wait, part }) =>
      locate(
        problem('SO901', {
          dependent: wait.dependent,
          what: part.object ?? `pods with the labels of '${wait.target.name}'`,
        }),
        wait,
      ),
    );
  }
  const cycle = findCycleThrough(workload, w => findWorkloads(w, objects));
  if (!cycle) {
    return [];
  }
  const { wait } = waits.find(({ part }) => part.workloads.includes(cycle[1]))!;
  return [locate(problem('SO902', { cycle: startWithSmallest(cycle.map(w => w.path)) }), wait)];
}

/** Returns the workloads that this workload waits for. */
function findWorkloads<W extends WaitingWorkload>(workload: W, objects: AppObjects<W>): W[] {
  return workload.externals
    .flatMap(({ target }) => objects.findAwaited(target.check, workload))
    .flatMap(part => part.workloads);
}

/** A pod that starts later does not find a Job that is deleted after it has finished. */
function findDeletedJobs(waits: readonly AwaitedInApp[]): Problem[] {
  return waits.flatMap(({ wait, part: { object, timeToLive } }) =>
    timeToLive === undefined
      ? []
      : [locate(problem('SO903', { dependent: wait.dependent, job: object!, seconds: timeToLive }), wait)],
  );
}

/** A Service with an address of its own forwards only its ports. A name of pods leads to each of their ports. */
function findClosedPorts(waits: readonly AwaitedInApp[]): Problem[] {
  return waits.flatMap(({ wait, check, part: { object, ports, isHeadless } }) => {
    if (!('port' in check) || !object || !ports || isHeadless || ports.includes(check.port)) {
      return [];
    }
    const { dependent, target } = wait;
    const given = { dependent, dependency: target.name, service: object, port: check.port, ports };
    return [problem('SO917', given)];
  });
}

/** Returns a problem if a NetworkPolicy denies all egress of pods that wait for something outside the pod. */
function findDeniedEgress(workload: WaitingWorkload, objects: Objects): Problem[] {
  const wait = workload.externals.find(({ target }) => leaves(target.check).some(usesNetwork));
  const policy = wait && objects.findDenyingPolicy(workload);
  return policy ? [locate(problem('SO904', { policy: policy.path }), wait)] : [];
}

function locate(found: Problem, { dependent, target }: ExternalWait): Problem {
  return { ...found, subject: { in: 'declaration', container: dependent, dependency: target.name } };
}

/** Returns the workloads with each after the workloads that it waits for, otherwise in the given order. */
export function sortByDependencies<W extends WaitingWorkload>(members: readonly W[], objects: AppObjects<W>): W[] {
  const among = new Set(members);
  const placed = new Set<W>();
  const visited = new Set<W>();
  // An explicit stack, because a chain of workloads may exceed the call stack.
  for (const begin of members) {
    const open = [begin];
    while (open.length > 0) {
      const member = open[open.length - 1];
      const awaited = visited.has(member) ? [] : findWorkloads(member, objects);
      const before = awaited.filter(w => among.has(w) && !visited.has(w));
      visited.add(member);
      if (before.length > 0) {
        open.push(...before.reverse());
      } else {
        placed.add(open.pop()!);
      }
    }
  }
  return [...placed];
}
