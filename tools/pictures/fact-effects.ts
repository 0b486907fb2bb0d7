import { predict } from '../../src/report/predict';
import { Guarantee } from '../../src/api/guarantee';
import { StartupPlan } from '../../src/api/startup-plan';

/** The plan of a workload after the change of one fact. */
export interface ChangedPlan {
  /** The kind of the fact, the same for all workloads: 'newer nodes'. */
  readonly fact: string;
  /** An imperative clause for this workload. */
  readonly text: string;
  readonly plan: StartupPlan;
}

/** The difference that a change makes, from the two plans. */
export interface FactEffect {
  readonly fact: string;
  readonly text: string;
  readonly dependencies: readonly ChangedDependency[];
  /** Containers that the library newly injects. */
  readonly added: readonly string[];
  /** Containers that the library no longer injects. */
  readonly removed: readonly string[];
  /** The seconds until all app containers are ready, if they differ by a tenth of a second. */
  readonly allReady?: { readonly before: number; readonly after: number };
}

export interface ChangedDependency {
  readonly dependent: string;
  readonly dependency: string;
  readonly before: Guarantee;
  readonly after: Guarantee;
  /** The mechanism after the change. */
  readonly mechanism: string;
}

/** Returns the effects of the changes. Omits changes without an effect. */
export function findFactEffects(plan: StartupPlan, changes: readonly ChangedPlan[]): FactEffect[] {
  return changes.map(change => compare(plan, change))
    .filter(e => e.dependencies.length + e.added.length + e.removed.length > 0 || e.allReady !== undefined);
}

function compare(plan: StartupPlan, { fact, text, plan: changed }: ChangedPlan): FactEffect {
  const later = new Map(identify(changed.dependencies));
  const dependencies = identify(plan.dependencies).flatMap(([key, d]): ChangedDependency[] => {
    const then = later.get(key);
    return then === undefined || then.guarantee === d.guarantee ? []
      : [{ dependent: d.dependent, dependency: d.dependency, before: d.guarantee, after: then.guarantee, mechanism: then.mechanism }];
  });
  const added = listInjectedOnlyIn(changed, plan);
  const removed = listInjectedOnlyIn(plan, changed);
  const [before, after] = [plan, changed].map(p => predict(p).allReady);
  const differs = before !== undefined && after !== undefined && Math.abs(before - after) >= 0.1;
  return { fact, text, dependencies, added, removed, ...(differs ? { allReady: { before, after } } : {}) };
}

/** A container and several things outside the pod can have the same name. Both plans list dependencies with the same names in the same order. */
function identify(dependencies: StartupPlan['dependencies']): [key: string, dependency: StartupPlan['dependencies'][number]][] {
  const counts = new Map<string, number>();
  return dependencies.map(d => {
    const names = [d.dependent, d.dependency, d.external, d.condition].join('\n');
    const count = counts.get(names) ?? 0;
    counts.set(names, count + 1);
    return [`${names}\n${count}`, d];
  });
}

function listInjectedOnlyIn(plan: StartupPlan, other: StartupPlan): string[] {
  const names = new Set(other.containers.map(c => c.name));
  return plan.containers.filter(c => c.injected && !names.has(c.name)).map(c => c.name);
}
