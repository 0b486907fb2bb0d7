import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { unchangedManifest } from './manifest';
import { Problem, problem } from '../../model/private/problem';

/** A workload as the others see it: its pods, as a Service selects them, and the Services that it waits for. */
export interface ServiceMember {
  readonly path: string;
  readonly pods: Pods;
  readonly awaitedServices: readonly AwaitedService[];
}

export interface Pods {
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface AwaitedService {
  /** The container that waits. */
  readonly dependent: string;
  /** The construct path of the Service. */
  readonly path: string;
}

/** Which workloads are behind which Service, at one moment: nothing of it is rendered twice. */
export class Selections {
  private readonly byLabel = new Map<string, ServiceMember[]>();
  private readonly behindService = new Map<string, readonly ServiceMember[]>();

  constructor(private readonly root: IConstruct, members: readonly ServiceMember[]) {
    for (const member of members) {
      const { namespace, labels } = member.pods;
      for (const [key, value] of Object.entries(labels)) {
        const id = idOf(namespace, key, value);
        const known = this.byLabel.get(id);
        if (known) { known.push(member); } else { this.byLabel.set(id, [member]); }
      }
    }
  }

  /** The workloads whose pods the Service selects. One without a selector selects none. */
  public behind(servicePath: string): readonly ServiceMember[] {
    const known = this.behindService.get(servicePath);
    if (known) { return known; }
    const service = servicePath.split('/').reduce<IConstruct | undefined>((found, id) => found?.node.tryFindChild(id), this.root);
    const apiObject = service?.node.findAll().find(ApiObject.isApiObject) as ApiObject | undefined;
    const { metadata, spec } = apiObject ? unchangedManifest(apiObject) : { metadata: {}, spec: {} };
    const [first, ...others] = Object.entries<string>(spec?.selector ?? {});
    const candidates = first ? this.byLabel.get(idOf(metadata?.namespace, ...first)) ?? [] : [];
    const found = candidates.filter(m => others.every(([key, value]) => m.pods.labels[key] === value));
    this.behindService.set(servicePath, found);
    return found;
  }
}

function idOf(namespace: string | undefined, key: string, value: string): string {
  return JSON.stringify([namespace ?? null, key, value]);
}

/** That a workload waits for its own pods, or for one that waits for it in turn. */
export function waitsForEver(member: ServiceMember, selections: Selections): Problem[] {
  const itself = member.awaitedServices.filter(s => selections.behind(s.path).includes(member));
  if (itself.length > 0) { return itself.map(s => problem('SO901', { dependent: s.dependent, service: s.path })); }
  const cycle = shortestCycle(member, selections);
  return cycle ? [problem('SO902', { cycle: beginningWithTheLeast(cycle.map(m => m.path)) })] : [];
}

/** Breadth first, from the workload back to itself. */
function shortestCycle(member: ServiceMember, selections: Selections): ServiceMember[] | undefined {
  const cameFrom = new Map<ServiceMember, ServiceMember | undefined>([[member, undefined]]);
  for (const reached of cameFrom.keys()) {
    for (const next of reached.awaitedServices.flatMap(s => selections.behind(s.path))) {
      if (next === member) { return wayTo(reached, cameFrom); }
      if (!cameFrom.has(next)) { cameFrom.set(next, reached); }
    }
  }
  return undefined;
}

function wayTo(last: ServiceMember, cameFrom: ReadonlyMap<ServiceMember, ServiceMember | undefined>): ServiceMember[] {
  const way: ServiceMember[] = [];
  for (let at: ServiceMember | undefined = last; at; at = cameFrom.get(at)) { way.push(at); }
  return way.reverse();
}

/** So that it reads the same from wherever one looks. */
function beginningWithTheLeast(paths: readonly string[]): string[] {
  const least = paths.indexOf([...paths].sort()[0]);
  return [...paths.slice(least), ...paths.slice(0, least)];
}
