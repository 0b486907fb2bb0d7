import { adviseRemedies } from '../../../src/pod/remedy';
import { PlannedWorkload } from '../../order/order-workload';
import { formatTitle } from '../../read/find-workloads';
import { listSome } from '../format-count';

/** A dependency with the guarantee BEST_EFFORT that the user has not accepted. */
export interface WeakDependency {
  /** 'Deployment web: app -> db' */
  readonly name: string;
  readonly findRemedies: () => readonly string[];
}

export function findWeakDependencies({ workload, plan }: PlannedWorkload): WeakDependency[] {
  const weak = (plan?.edges ?? []).filter(({ guarantee, accepted }) => guarantee === 'BEST_EFFORT' && !accepted);
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
