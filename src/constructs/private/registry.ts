import { ApiObject, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { indexApp } from './api-object';
import { NeededConfigMap } from '../../agent/binaries';
import { ExternalCheck } from '../../api/private/check';
import { getOrCreate } from '../../api/private/collections';
import { NEWEST_MINOR } from '../../api/private/kubernetes-versions';
import { LocatedProblem } from '../../api/private/problem';
import { AppObjects, WaitingWorkload } from '../../pod/app-objects';
import { PodPlan } from '../../pod/pod-plan';
import { adviseRemedies, WeakEdge } from '../../pod/remedy';
import { OrderSettings } from '../../pod/settings';
import { UnplacedWorkload } from '../../policy/read-workload';

/** All start orders of one app: to report all problems in one error, and to print each notice once. */
export interface Registry {
  readonly attached: Member[];
  /** The charts with a policy, whose pods have a revision. */
  readonly protectedCharts: Set<Chart>;
  /** The members that have not been rendered yet. */
  readonly unrendered: Set<Member>;
  announced: boolean;
  /** The current synth, during which labels do not change. */
  synth: { readonly rendered: Set<Member>; readonly members: number; index?: AppObjects<Member> };
}

/** The current plan, or its problems. */
export interface WorkloadPlan {
  readonly path: string;
  /** The settings, with the Kubernetes version of the plan. */
  readonly settings: OrderSettings;
  /** `undefined`: the order is switched off. */
  readonly plan?: PodPlan;
  readonly problems: readonly LocatedProblem[];
  /** Returns the construct paths of the workloads of the app that a check waits for. */
  readonly listWorkloads: (check: ExternalCheck) => string[];
}

export interface Member extends WaitingWorkload {
  readonly apiObject: ApiObject;
  readonly isDisabled: boolean;
  /** The weak dependencies of the last rendering. */
  readonly weakEdges: readonly WeakEdge[];
  /** The `kubernetesVersion` of the last rendering if it is newer than the newest known version. */
  readonly newerVersion?: string;
  /** Plans the workload. Without `index`, it uses the current workloads of the app. */
  computePlan(index?: AppObjects<Member>): WorkloadPlan;
  /** Returns the ordered pod for a policy; `undefined`: the order is disabled or invalid. */
  policyWorkload(): UnplacedWorkload | undefined;
  /** Computes all problems of this workload. */
  problems(): readonly LocatedProblem[];
  /** Returns the ConfigMaps with the agent that the workload needs. */
  neededConfigMaps(): readonly NeededConfigMap[];
}

const registries = new WeakMap<IConstruct, Registry>();

export function registryOf(construct: IConstruct): Registry {
  return getOrCreate(registries, construct.node.root, () => ({
    attached: [],
    protectedCharts: new Set(),
    unrendered: new Set(),
    announced: false,
    synth: { rendered: new Set(), members: 0 },
  }));
}

/** Returns the start orders of the workloads that are in the tree of the app: a workload can be removed from it. */
export function membersOf({ attached }: Registry): Member[] {
  return attached.filter(m => isInTree(m.apiObject));
}

/** Whether each scope of the construct still has it as a child: `tryRemoveChild` does not change the removed child. */
export function isInTree(construct: IConstruct): boolean {
  const { scope, id } = construct.node;
  return scope === undefined || (scope.node.tryFindChild(id) === construct && isInTree(scope));
}

/**
 * Records a rendering. Each workload is rendered once in a synth, so a second rendering, or an added workload, begins a
 * new synth.
 */
export function enterSynth(registry: Registry, member: Member): void {
  const { rendered, members } = registry.synth;
  if (rendered.has(member) || members !== registry.attached.length) {
    registry.synth = { rendered: new Set(), members: registry.attached.length };
  }
  registry.synth.rendered.add(member);
}

/** Returns the index of all workloads in the current synth. */
export function indexInSynth(registry: Registry, root: IConstruct): AppObjects<Member> {
  return (registry.synth.index ??= indexApp(root, membersOf(registry)));
}

/** Prints at most one line to stderr for the whole app, after the first rendering of its last workload. */
export function announce(registry: Registry): void {
  if (registry.announced) {
    return;
  }
  for (const { apiObject } of registry.unrendered) {
    if (isInTree(apiObject)) {
      return;
    }
  }
  registry.announced = true;
  const sentences = [...describeNotices(membersOf(registry))];
  if (sentences.length > 0) {
    process.stderr.write(`cdk8s-startup-order: ${sentences.join(' ')}\n`);
  }
}

function* describeNotices(members: readonly Member[]): Iterable<string> {
  const newer = [...new Set(members.flatMap(m => m.newerVersion ?? []))].sort();
  if (newer.length > 0) {
    yield `kubernetesVersion is '${newer.join("', '")}', newer than the newest known version: planned for ` +
      `1.${NEWEST_MINOR}.`;
  }
  const weak = members.flatMap(({ path, weakEdges }) => weakEdges.map(edge => ({ path, ...edge })));
  if (weak.length > 0) {
    const [{ path, dependent, dependency }] = weak;
    const hold = weak.length === 1 ? 'dependency holds' : 'dependencies hold';
    yield `${weak.length} ${hold} only while nothing fails (BEST_EFFORT), ` +
      `first ${path}: ${dependent} -> ${dependency}.${adviseRemedies(weak)} \`guarantee: ` +
      'Guarantee.BEST_EFFORT` accepts it as it is.';
  }
}
