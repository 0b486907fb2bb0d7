import { usesNetwork } from './checks';
import { findCycleThrough, startWithSmallest } from './cycles';
import { leaves } from '../api/private/check';
import { ContainerDeclaration, ExternalTarget, InApp } from '../api/private/declaration';
import { Problem, problem } from '../api/private/problem';

/** A workload: its pods, and the objects of the same app that it waits for. */
export interface WaitingWorkload {
  readonly path: string;
  readonly pods: Pods;
  readonly awaited: readonly AwaitedObject[];
}

export interface Pods {
  readonly namespace?: string;
  readonly labels: Labels;
}

export type Labels = Readonly<Record<string, string>>;

export interface AwaitedObject {
  /** The name of the container that waits. */
  readonly dependent: string;
  /** The name of the dependency. */
  readonly dependency: string;
  readonly inApp: InApp;
}

/** A wait of a container for something outside the pod. */
export interface ExternalWait {
  readonly dependent: string;
  readonly target: ExternalTarget;
}

/** Returns the waits of these containers for something outside the pod. */
export function listExternalWaits(containers: readonly ContainerDeclaration[]): ExternalWait[] {
  return containers.flatMap(({ name: dependent, dependsOn }) =>
    dependsOn.flatMap(({ target }) => target.kind === 'external' ? [{ dependent, target }] : []));
}

/** The objects of an app that the waits are about. */
export interface AppObjects<W extends WaitingWorkload> {
  /** Returns the workloads whose pods or Job the dependency of this workload waits for. */
  findAwaited(awaited: InApp, workload: W): readonly W[];
  /** Returns the seconds after which a finished Job is deleted; `undefined`: it stays. */
  findTimeToLive(job: string): number | undefined;
}

/** Returns the problems between this workload and the rest of the app. */
export function findCrossWorkloadProblems<W extends WaitingWorkload>(workload: W, objects: AppObjects<W>): Problem[] {
  return [...findDeadlocks(workload, objects), ...findDeletedJobs(workload, objects)];
}

/** A workload that waits for its own pods, or for a workload that waits for it. */
function findDeadlocks<W extends WaitingWorkload>(workload: W, objects: AppObjects<W>): Problem[] {
  const waits = workload.awaited.map(awaited => ({ awaited, workloads: objects.findAwaited(awaited.inApp, workload) }));
  const itself = waits.filter(wait => wait.workloads.includes(workload));
  if (itself.length > 0) { return itself.map(({ awaited }) => locate(problem('SO901', { dependent: awaited.dependent, what: describe(awaited) }), awaited)); }
  const cycle = findCycleThrough(workload, w => w.awaited.flatMap(a => objects.findAwaited(a.inApp, w)));
  return cycle ? [locate(problem('SO902', { cycle: startWithSmallest(cycle.map(w => w.path)) }), waits.find(wait => wait.workloads.includes(cycle[1]))!.awaited)] : [];
}

/** A pod that starts later does not find a Job that is deleted after it has finished. */
function findDeletedJobs<W extends WaitingWorkload>({ awaited }: W, objects: AppObjects<W>): Problem[] {
  return awaited.flatMap(wait => {
    const { dependent, inApp } = wait;
    const seconds = inApp.kind === 'job' && !inApp.mayBeAbsent ? objects.findTimeToLive(inApp.path) : undefined;
    return seconds === undefined ? [] : [locate(problem('SO903', { dependent, job: describe(wait), seconds }), wait)];
  });
}

/** 'the Service shop/web' */
function describe({ inApp, dependency }: AwaitedObject): string {
  return inApp.kind === 'pods' ? `pods with the labels of '${dependency}'` : `the ${inApp.kind === 'job' ? 'Job' : 'Service'} ${inApp.path}`;
}

function locate(found: Problem, { dependent, dependency }: Pick<AwaitedObject, 'dependent' | 'dependency'>): Problem {
  return { ...found, subject: { in: 'declaration', container: dependent, dependency } };
}

/** Returns the workloads with each after the workloads that it waits for, otherwise in the given order. */
export function sortByDependencies<W extends WaitingWorkload, N extends W>(members: readonly N[], objects: AppObjects<W>): N[] {
  const among = new Map<W, N>(members.map(m => [m, m]));
  const placed = new Set<N>();
  const visited = new Set<N>();
  // An explicit stack, because a chain of workloads may exceed the call stack.
  for (const begin of members) {
    const open = [begin];
    while (open.length > 0) {
      const member = open[open.length - 1];
      const awaited = visited.has(member) ? [] : member.awaited.flatMap(a => objects.findAwaited(a.inApp, member));
      const before = awaited.flatMap(n => among.get(n) ?? []).filter(n => !visited.has(n));
      visited.add(member);
      if (before.length > 0) { open.push(...before.reverse()); } else { placed.add(open.pop()!); }
    }
  }
  return [...placed];
}

/** Returns a problem if a NetworkPolicy denies all egress of pods that wait for something outside the pod. A policy with any egress rule may allow the check. */
export function findDeniedEgress(workload: WaitingWorkload, waits: readonly ExternalWait[], listPolicies: () => readonly NetworkPolicy[]): Problem[] {
  const wait = waits.find(({ target }) => leaves(target.check).some(usesNetwork));
  const policies = wait ? listPolicies().filter(policy => restrictsEgress(policy, workload.pods)) : [];
  return wait && policies.length > 0 && policies.every(p => !p.allowsSome)
    ? [locate(problem('SO904', { policy: policies[0].path }), { dependent: wait.dependent, dependency: wait.target.name })] : [];
}

export interface NetworkPolicy {
  readonly path: string;
  readonly namespace?: string;
  /** `undefined`: the selector contains expressions. */
  readonly labels?: Labels;
  readonly restrictsEgress: boolean;
  readonly allowsSome: boolean;
}

export function readNetworkPolicy(path: string, { metadata, spec = {} }: any): NetworkPolicy {
  return {
    path,
    namespace: metadata?.namespace,
    labels: spec.podSelector?.matchExpressions ? undefined : spec.podSelector?.matchLabels ?? {},
    restrictsEgress: [spec.policyTypes ?? (spec.egress ? 'Egress' : [])].flat().includes('Egress'),
    allowsSome: (spec.egress ?? []).length > 0,
  };
}

function restrictsEgress(policy: NetworkPolicy, { namespace, labels }: Pods): boolean {
  return policy.restrictsEgress && policy.namespace === namespace && policy.labels !== undefined && hasLabels(labels, policy.labels);
}

/** Finds the workloads whose pods have given labels. */
export class WorkloadsByLabels<W extends WaitingWorkload> {
  private readonly byLabel = new Map<string, W[]>();

  constructor(workloads: Iterable<W>) {
    for (const workload of workloads) {
      const { namespace, labels } = workload.pods;
      for (const [key, value] of Object.entries(labels)) { addTo(this.byLabel, formatLabelKey(namespace, key, value), workload); }
    }
  }

  /** Returns no workload for an empty selector, as of a Service without a selector. */
  public find(labels: Labels, namespace: string | undefined): readonly W[] {
    const [first] = Object.entries(labels);
    const candidates = first ? this.byLabel.get(formatLabelKey(namespace, ...first)) ?? [] : [];
    return candidates.filter(w => hasLabels(w.pods.labels, labels));
  }
}

function hasLabels(labels: Labels, wanted: Labels): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

export function addTo<W>(map: Map<string, W[]>, key: string, value: W): void {
  const known = map.get(key);
  if (known) { known.push(value); } else { map.set(key, [value]); }
}

function formatLabelKey(namespace: string | undefined, key: string, value: string): string {
  return JSON.stringify([namespace ?? null, key, value]);
}
