import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { unchangedManifest } from './to-json-hook';
import { InApp } from '../../api/private/declaration';
import { addTo, AppObjects, NetworkPolicy, readNetworkPolicy, WaitingWorkload, WorkloadsByLabels } from '../../pod/cross-workload-checks';

/** A workload of the app. */
export interface IndexedWorkload extends WaitingWorkload {
  readonly apiObject: ApiObject;
}

/** An index of the workloads that a dependency waits for. It renders each manifest once, and does not see later changes. */
export class WorkloadIndex implements AppObjects<IndexedWorkload> {
  private readonly byLabels: WorkloadsByLabels<IndexedWorkload>;
  private readonly byPath = new Map<string, IndexedWorkload[]>();
  private readonly byAwaitedPath = new Map<string, readonly IndexedWorkload[]>();
  private knownPolicies?: readonly NetworkPolicy[];

  constructor(private readonly root: IConstruct, members: readonly IndexedWorkload[]) {
    this.byLabels = new WorkloadsByLabels(members);
    for (const member of members) { addTo(this.byPath, member.apiObject.node.path, member); }
  }

  public findAwaited(awaited: InApp, { pods: { namespace } }: IndexedWorkload): readonly IndexedWorkload[] {
    if (awaited.kind === 'pods') { return this.byLabels.find(awaited.labels, awaited.namespace ?? namespace); }
    const known = this.byAwaitedPath.get(awaited.path);
    if (known) { return known; }
    const apiObject = this.apiObjectAt(awaited.path);
    const { metadata, spec } = apiObject && awaited.kind === 'service' ? unchangedManifest(apiObject) : { metadata: {}, spec: {} };
    const found = awaited.kind === 'job' ? this.byPath.get(apiObject?.node.path ?? '') ?? [] : this.byLabels.find(spec?.selector ?? {}, metadata?.namespace);
    this.byAwaitedPath.set(awaited.path, found);
    return found;
  }

  public findTimeToLive(job: string): number | undefined {
    const apiObject = this.apiObjectAt(job);
    return apiObject && unchangedManifest(apiObject)?.spec?.ttlSecondsAfterFinished;
  }

  public get policies(): readonly NetworkPolicy[] {
    return this.knownPolicies ??= (this.root.node.findAll().filter(ApiObject.isApiObject) as ApiObject[]).filter(o => o.kind === 'NetworkPolicy')
      .map(o => readNetworkPolicy(o.node.path.replace(/\/Resource$/, ''), unchangedManifest(o)));
  }

  private apiObjectAt(path: string): ApiObject | undefined {
    const construct = path.split('/').reduce<IConstruct | undefined>((found, id) => found?.node.tryFindChild(id), this.root);
    return construct?.node.findAll().find(ApiObject.isApiObject) as ApiObject | undefined;
  }
}
