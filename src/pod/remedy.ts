import { PodPlan } from './pod-plan';

/** Remedies are imperative clauses: each describes a change that would make a dependency FAIL_CLOSED. */
export function describeRemedies(remedies: readonly string[]): string {
  return remedies.join(', or ');
}

/** A dependency with the guarantee BEST_EFFORT that the user has not accepted. */
export interface WeakEdge {
  readonly dependent: string;
  readonly dependency: string;
  readonly findRemedies: () => readonly string[];
}

export function listWeakEdges({ edges, intent }: PodPlan): WeakEdge[] {
  const weak = edges.filter(({ guarantee, accepted }) => guarantee === 'BEST_EFFORT' && !accepted);
  return weak.map(({ dependent, dependency, findRemedies }) => ({
    dependent,
    dependency,
    findRemedies: () => findRemedies(intent!),
  }));
}

/**
 * Returns a sentence with the remedies that raise the most dependencies. For a single dependency, these are the
 * remedies of `explain()`.
 */
export function adviseRemedies(dependencies: readonly Pick<WeakEdge, 'findRemedies'>[]): string {
  const counts = new Map<string, number>();
  for (const remedy of dependencies.flatMap(d => d.findRemedies())) {
    counts.set(remedy, (counts.get(remedy) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  if (most === 0) {
    return '';
  }
  const remedies = [...counts].filter(([, count]) => count === most).map(([remedy]) => remedy);
  let raised = `${most} of them`;
  if (dependencies.length === 1) {
    raised = 'it';
  } else if (most === dependencies.length) {
    raised = 'all of them';
  }
  return ` To raise ${raised}: ${describeRemedies(remedies)}.`;
}
