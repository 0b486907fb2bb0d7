/** How bad it is: `error`, the pod cannot work as it is written; `warning`, an order does not hold, or something that it does costs; `note`, worth a thought. */
export type Severity = 'error' | 'warning' | 'note';

/** One thing that a rule has found in one workload. Plain data. */
export interface Finding {
  /** Its id, such as `startup-probe-orders-nothing`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly workload: FindingWorkload;
  /** In the document, such as `spec.template.spec.containers[0].startupProbe`; of a List with the item, `items[1].spec…`. */
  readonly path: string;
  /** What is wrong, in one sentence that names the containers. */
  readonly message: string;
  /** Why that is so. */
  readonly why: string;
  /** The change that mends it. */
  readonly fix: FindingFix;
  /** The page of the rule. */
  readonly docs: string;
  /** The document that it was found in, counted from 0 in what was given to `lint`. */
  readonly document: number;
}

export interface FindingWorkload {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty where the manifest has none. */
  readonly name: string;
  readonly namespace?: string;
}

export interface FindingFix {
  /** In plain YAML. */
  readonly without: string;
  /** With this library. */
  readonly withLibrary: string;
}
