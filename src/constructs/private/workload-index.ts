import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { unchangedManifest } from './to-json-hook';
import { InApp } from '../../api/private/declaration';

/** A workload of the app: its pods, and the objects of this app that it waits for. */
export interface IndexedWorkload {
  readonly path: string;
  readonly apiObject: ApiObject;
  readonly pods: Pods;
  readonly awaited: readonly AwaitedObject[];
}

export interface Pods {
  readonly namespace?: string;
  readonly labels: Labels;
}

export interface AwaitedObject {
  /** The name of the container that waits. */
  readonly dependent: string;
  /** The object in an error text: 'the Service shop/web'. */
  readonly words: string;
  readonly inApp: InApp;
}

type Labels = Readonly<Record<string, string>>;

/** An index of the workloads that a dependency waits for. It renders each manifest once, and does not see later changes. */
export class WorkloadIndex {
  private readonly byLabel = new Map<string, IndexedWorkload[]>();
  private readonly byPath = new Map<string, IndexedWorkload[]>();
  private readonly byAwaitedPath = new Map<string, readonly IndexedWorkload[]>();
  private policies?: readonly NetworkPolicy[];

  constructor(private readonly root: IConstruct, members: readonly IndexedWorkload[]) {
    for (const member of members) {
      const { namespace, labels } = member.pods;
      for (const [key, value] of Object.entries(labels)) { add(this.byLabel, formatLabelKey(namespace, key, value), member); }
      add(this.byPath, member.apiObject.node.path, member);
    }
  }

  /** Returns the workloads whose pods or Job the dependency waits for. A Service without a selector selects no pods. */
  public findAwaited(awaited: InApp, { pods: { namespace } }: IndexedWorkload): readonly IndexedWorkload[] {
    if (awaited.kind === 'pods') { return this.with(awaited.labels, awaited.namespace ?? namespace); }
    const known = this.byAwaitedPath.get(awaited.path);
    if (known) { return known; }
    const apiObject = this.apiObjectAt(awaited.path);
    const { metadata, spec } = apiObject && awaited.kind === 'service' ? unchangedManifest(apiObject) : { metadata: {}, spec: {} };
    const found = awaited.kind === 'job' ? this.byPath.get(apiObject?.node.path ?? '') ?? [] : this.with(spec?.selector ?? {}, metadata?.namespace);
    this.byAwaitedPath.set(awaited.path, found);
    return found;
  }

  /** Returns the manifest of the object at the path. */
  public manifestAt(path: string): any {
    const apiObject = this.apiObjectAt(path);
    return apiObject && unchangedManifest(apiObject);
  }

  /** Returns the NetworkPolicies of this app that select these pods and restrict their egress. */
  public policiesFor({ namespace, labels }: Pods): readonly NetworkPolicy[] {
    this.policies ??= (this.root.node.findAll().filter(ApiObject.isApiObject) as ApiObject[]).filter(o => o.kind === 'NetworkPolicy').map(policyOf);
    return this.policies.filter(p => p.restrictsEgress && p.namespace === namespace && p.labels && has(labels, p.labels));
  }

  private with(labels: Labels, namespace: string | undefined): IndexedWorkload[] {
    const [first] = Object.entries(labels);
    const candidates = first ? this.byLabel.get(formatLabelKey(namespace, ...first)) ?? [] : [];
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
  /** `undefined`: the selector contains expressions. */
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

function add(map: Map<string, IndexedWorkload[]>, key: string, member: IndexedWorkload): void {
  const known = map.get(key);
  if (known) { known.push(member); } else { map.set(key, [member]); }
}

function formatLabelKey(namespace: string | undefined, key: string, value: string): string {
  return JSON.stringify([namespace ?? null, key, value]);
}
