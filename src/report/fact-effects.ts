import { predict } from './predict';
import { Guarantee } from '../api/guarantee';
import { StartupPlan } from '../api/startup-plan';

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
  return changes.map(change => compare(plan, change)).filter(e => e.dependencies.length > 0 || e.removed.length > 0 || e.allReady !== undefined);
}

function compare(plan: StartupPlan, { fact, text, plan: changed }: ChangedPlan): FactEffect {
  const keyOf = ({ dependent, dependency, condition }: StartupPlan['dependencies'][number]) => [dependent, dependency, condition].join('\n');
  const later = new Map(changed.dependencies.map(d => [keyOf(d), d]));
  const dependencies = plan.dependencies.flatMap((d): ChangedDependency[] => {
    const then = later.get(keyOf(d));
    return then === undefined || then.guarantee === d.guarantee ? []
      : [{ dependent: d.dependent, dependency: d.dependency, before: d.guarantee, after: then.guarantee, mechanism: then.mechanism }];
  });
  const names = new Set(changed.containers.map(c => c.name));
  const removed = plan.containers.filter(c => c.injected && !names.has(c.name)).map(c => c.name);
  const [before, after] = [plan, changed].map(p => predict(p).allReady);
  const differs = before !== undefined && after !== undefined && Math.abs(before - after) >= 0.1;
  return { fact, text, dependencies, removed, ...(differs ? { allReady: { before, after } } : {}) };
}
