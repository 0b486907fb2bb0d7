import { IConstruct } from 'constructs';
import { Problem } from '../../model/private/problem';

/** What one app has attached so far: to name every problem at once, and to say once what is weak. */
export interface Registry {
  readonly members: Member[];
  /** How many of them were not rendered yet. */
  unrendered: number;
  announced: boolean;
}

export interface Member {
  readonly path: string;
  /** Of the last rendering: dependencies that hold only while nothing fails, and that nobody has accepted. */
  readonly weakDependencies: readonly string[];
  /** Everything that is wrong with this workload; computed afresh. */
  problems(): readonly Problem[];
}

const registries = new WeakMap<IConstruct, Registry>();

export function registryOf(construct: IConstruct): Registry {
  const { root } = construct.node;
  const registry = registries.get(root) ?? { members: [], unrendered: 0, announced: false };
  registries.set(root, registry);
  return registry;
}

/** One line on stderr for the whole app, after the last of its workloads was rendered for the first time. */
export function announce(registry: Registry): void {
  if (registry.announced || registry.unrendered > 0) { return; }
  registry.announced = true;
  const weak = registry.members.filter(m => m.weakDependencies.length > 0);
  if (weak.length === 0) { return; }
  const count = weak.reduce((sum, m) => sum + m.weakDependencies.length, 0);
  process.stderr.write(`cdk8s-startup-order: ${count} ${count === 1 ? 'dependency holds' : 'dependencies hold'} only while nothing fails (START_ORDER), `
    + `first ${weak[0].path}: ${weak[0].weakDependencies[0]}. With the role SIDECAR, a startup probe and kubernetesVersion 1.29 or newer the kubelet itself `
    + 'keeps the order; `guarantee: Guarantee.START_ORDER` accepts it as it is.\n');
}
