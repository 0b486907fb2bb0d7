import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { unchangedManifest } from './manifest';
import { InApp } from '../../model/private/declaration';
import { Problem, problem } from '../../model/private/problem';

/** A workload as the others see it: its pods, and what of this app it waits for. */
export interface Neighbour {
  readonly path: string;
  readonly apiObject: ApiObject;
  readonly pods: Pods;
  readonly awaited: readonly Awaited[];
}

export interface Pods {
  readonly namespace?: string;
  readonly labels: Labels;
}

export interface Awaited {
  /** The container that waits. */
  readonly dependent: string;
  /** For a sentence: 'the Service shop/web'. */
  readonly words: string;
  readonly inApp: InApp;
}

type Labels = Readonly<Record<string, string>>;

/** Which workloads are behind what somebody waits for, at one moment: nothing of it is rendered twice. */
export class Neighbours {
  private readonly byLabel = new Map<string, Neighbour[]>();
  private readonly byPath = new Map<string, Neighbour[]>();
  private readonly behindPath = new Map<string, readonly Neighbour[]>();
  private policies?: readonly NetworkPolicy[];

  constructor(private readonly root: IConstruct, members: readonly Neighbour[]) {
    for (const member of members) {
      const { namespace, labels } = member.pods;
      for (const [key, value] of Object.entries(labels)) { add(this.byLabel, idOf(namespace, key, value), member); }
      add(this.byPath, member.apiObject.node.path, member);
    }
  }

  /** The workloads whose readiness or completion that is. A Service without a selector selects none. */
  public behind(awaited: InApp, { pods: { namespace } }: Neighbour): readonly Neighbour[] {
    if (awaited.kind === 'pods') { return this.with(awaited.labels, awaited.namespace ?? namespace); }
    const known = this.behindPath.get(awaited.path);
    if (known) { return known; }
    const apiObject = this.apiObjectAt(awaited.path);
    const { metadata, spec } = apiObject && awaited.kind === 'service' ? unchangedManifest(apiObject) : { metadata: {}, spec: {} };
    const found = awaited.kind === 'job' ? this.byPath.get(apiObject?.node.path ?? '') ?? [] : this.with(spec?.selector ?? {}, metadata?.namespace);
    this.behindPath.set(awaited.path, found);
    return found;
  }

  /** The manifest of what stands there. */
  public manifestAt(path: string): any {
    const apiObject = this.apiObjectAt(path);
    return apiObject && unchangedManifest(apiObject);
  }

  /** The NetworkPolicies of this app that select these pods and restrict what they send. */
  public policiesFor({ namespace, labels }: Pods): readonly NetworkPolicy[] {
    this.policies ??= (this.root.node.findAll().filter(ApiObject.isApiObject) as ApiObject[]).filter(o => o.kind === 'NetworkPolicy').map(policyOf);
    return this.policies.filter(p => p.restrictsEgress && p.namespace === namespace && p.labels && has(labels, p.labels));
  }

  private with(labels: Labels, namespace: string | undefined): Neighbour[] {
    const [first] = Object.entries(labels);
    const candidates = first ? this.byLabel.get(idOf(namespace, ...first)) ?? [] : [];
    return candidates.filter(m => has(m.pods.labels, labels));
  }

  private apiObjectAt(path: string): ApiObject | undefined {
    const construct = path.split('/').reduce<IConstruct | undefined>((found, id) => found?.node.tryFindChild(id), this.root);
    return construct?.node.findAll().find(ApiObject.isApiObject) as ApiObject | undefined;
  }
}

interface NetworkPolicy {
  readonly path: string;
  readonly namespace?: string;
  /** `undefined`: it selects by expressions. */
  readonly labels?: Labels;
  readonly restrictsEgress: boolean;
  readonly allowsSome: boolean;
}

function policyOf(apiObject: ApiObject): NetworkPolicy {
  const { metadata, spec = {} } = unchangedManifest(apiObject);
  return {
    path: apiObject.node.path.replace(/\/Resource$/, ''),
    namespace: metadata?.namespace,
    labels: spec.podSelector?.matchExpressions ? undefined : spec.podSelector?.matchLabels ?? {},
    restrictsEgress: (spec.policyTypes ?? (spec.egress ? ['Egress'] : [])).includes('Egress'),
    allowsSome: (spec.egress ?? []).length > 0,
  };
}

function has(labels: Labels, wanted: Labels): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

function add(map: Map<string, Neighbour[]>, key: string, member: Neighbour): void {
  const known = map.get(key);
  if (known) { known.push(member); } else { map.set(key, [member]); }
}

function idOf(namespace: string | undefined, key: string, value: string): string {
  return JSON.stringify([namespace ?? null, key, value]);
}

/** What is wrong between this workload and the rest of the app. */
export function problemsBetween(member: Neighbour, neighbours: Neighbours): Problem[] {
  return [...waitsForEver(member, neighbours), ...jobsThatGo(member, neighbours)];
}

/** It waits for its own pods, or for a workload that waits for it in turn. */
function waitsForEver(member: Neighbour, neighbours: Neighbours): Problem[] {
  const itself = member.awaited.filter(a => neighbours.behind(a.inApp, member).includes(member));
  if (itself.length > 0) { return itself.map(({ dependent, words }) => problem('SO901', { dependent, what: words })); }
  const cycle = shortestCycle(member, neighbours);
  return cycle ? [problem('SO902', { cycle: beginningWithTheLeast(cycle.map(m => m.path)) })] : [];
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

/** Breadth first, from the workload back to itself. */
function shortestCycle(member: Neighbour, neighbours: Neighbours): Neighbour[] | undefined {
  const cameFrom = new Map<Neighbour, Neighbour | undefined>([[member, undefined]]);
  for (const reached of cameFrom.keys()) {
    for (const next of reached.awaited.flatMap(a => neighbours.behind(a.inApp, reached))) {
      if (next === member) { return wayTo(reached, cameFrom); }
      if (!cameFrom.has(next)) { cameFrom.set(next, reached); }
    }
  }
  return undefined;
}

function wayTo(last: Neighbour, cameFrom: ReadonlyMap<Neighbour, Neighbour | undefined>): Neighbour[] {
  const way: Neighbour[] = [];
  for (let at: Neighbour | undefined = last; at; at = cameFrom.get(at)) { way.push(at); }
  return way.reverse();
}

/** So that it reads the same from wherever one looks. */
function beginningWithTheLeast(paths: readonly string[]): string[] {
  const least = paths.indexOf([...paths].sort()[0]);
  return [...paths.slice(least), ...paths.slice(0, least)];
}
