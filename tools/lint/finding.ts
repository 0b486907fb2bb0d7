import { WorkloadName } from '../read/find-workloads';

/** `error`: the pod cannot work; `warning`: an order does not hold, or has a cost; `note`: worth a review. */
export type Severity = 'error' | 'warning' | 'note';

/** A finding of a rule in one workload. Plain data. */
export interface Finding {
  /** The id of the rule, such as `startup-probe-orders-nothing`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly workload: FindingWorkload;
  /**
   * The path in the document, such as `spec.template.spec.containers[0].startupProbe`; in a List it begins with the
   * item: `items[1].spec…`.
   */
  readonly path: string;
  /** The defect, in one sentence that names the containers. */
  readonly message: string;
  /** The reason. */
  readonly why: string;
  /** The change that removes the finding. */
  readonly fix: FindingFix;
  /** The URL of the documentation of the rule. */
  readonly docs: string;
  /** The index of the document in the input of `lint`, from 0. */
  readonly document: number;
}

export interface FindingWorkload extends WorkloadName {
  readonly apiVersion: string;
}

export interface FindingFix {
  /** In plain YAML. */
  readonly without: string;
  /** With this library. */
  readonly withLibrary: string;
}
