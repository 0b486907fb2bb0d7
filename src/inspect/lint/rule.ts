import { FindingFix, Severity } from './finding';
import { Surroundings } from './lint-context';
import { PodReading } from '../reader/read-pod';

/** One question about a pod, and what there is to say when the answer is bad. */
export interface Rule {
  /** Kebab case; never changes its meaning. */
  readonly id: string;
  readonly severity: Severity;
  /** What it finds, as a heading. */
  readonly what: string;
  readonly why: string;
  readonly fix: FindingFix;
  /** What was read or measured, with version. */
  readonly source: string;
  /** Manifests for docs and tests: this rule finds the first, and no rule anything in the second; on nodes of the newest known version unless it specifies another one. */
  readonly example: { readonly wrong: string; readonly right: string; readonly kubernetesVersion?: string };
  readonly find: (pod: PodReading, context: RuleContext) => RuleFinding[];
}

export interface RuleFinding {
  readonly path: string;
  readonly message: string;
}

/** What a rule knows besides the pod. */
export interface RuleContext extends Surroundings {
  /** The version of the oldest node. */
  readonly kubernetesVersion: string;
}
