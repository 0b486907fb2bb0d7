import { adviseRemedies, listWeakEdges, WeakEdge } from '../../../src/pod/remedy';
import { PlannedWorkload } from '../../order/order-workload';
import { formatTitle } from '../../read/find-workloads';
import { listSome } from '../format-count';

export interface WeakDependency extends Pick<WeakEdge, 'findRemedies'> {
  /** 'Deployment web: app -> db' */
  readonly name: string;
}

export function findWeakDependencies({ workload, plan }: PlannedWorkload): WeakDependency[] {
  const weak = plan ? listWeakEdges(plan) : [];
  return weak.map(({ dependent, dependency, findRemedies }) => ({
    name: `${formatTitle(workload)}: ${dependent} -> ${dependency}`,
    findRemedies,
  }));
}

/** The number of dependencies that the line names. */
const MOST_NAMES = 3;

/** Returns one line for the whole run; empty without a weak dependency. */
export function describeWeakDependencies(weak: readonly WeakDependency[]): string {
  if (weak.length === 0) {
    return '';
  }
  const names = weak.map(({ name }) => name);
  const hold = weak.length === 1 ? 'dependency holds' : 'dependencies hold';
  return (
    `${weak.length} ${hold} only while nothing fails (BEST_EFFORT): ` +
    `${listSome(names, MOST_NAMES)}.` +
    `${adviseRemedies(weak)} \`guarantee: best_effort\` of the dependency accepts it as it is.\n`
  );
}
