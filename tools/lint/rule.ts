import { FindingFix, Severity } from './finding';
import { LintContext } from './lint-context';
import { PodReading } from '../read/read-pod';

/** A rule examines one pod and returns findings. */
export interface Rule {
  /** In kebab case. The meaning of an id never changes. */
  readonly id: string;
  readonly severity: Severity;
  /** A heading that names the finding. */
  readonly what: string;
  readonly why: string;
  readonly fix: FindingFix;
  /** The source of the facts, with versions. */
  readonly source: string;
  /**
   * Manifests for docs and tests: the rule finds the first manifest, and no rule finds the second. The nodes have the
   * newest known version unless the example specifies a version.
   */
  readonly example: { readonly wrong: string; readonly right: string; readonly kubernetesVersion?: string };
  readonly find: (pod: PodReading, context: LintContext) => Iterable<RuleFinding>;
}

export interface RuleFinding {
  readonly path: string;
  readonly message: string;
}
