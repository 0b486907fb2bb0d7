import { FindingFix, Severity } from './finding';
import { JsonObject } from '../reader/json';
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
  /** Manifests for docs and tests: this rule finds the first, and no rule anything in the second. */
  readonly example: { readonly wrong: string; readonly right: string; readonly kubernetesVersion?: string };
  readonly find: (pod: PodReading, surroundings: Surroundings) => RuleFinding[];
}

export interface RuleFinding {
  readonly path: string;
  readonly message: string;
}

/** What else was given, and for which nodes. */
export interface Surroundings {
  /** By namespace; empty where none is said. */
  readonly pods: ReadonlyMap<string, readonly PodLabels[]>;
  /** Services by `namespace/name`, and Namespaces by name. */
  readonly services: ReadonlyMap<string, JsonObject>;
  readonly namespaces: ReadonlyMap<string, JsonObject>;
  /** The version of the oldest node; `undefined`: not said, and then nothing is found that rests on it. */
  readonly kubernetesVersion?: string;
}

/** The labels of the pods of a workload. */
export interface PodLabels {
  readonly object: JsonObject;
  readonly labels: Readonly<Record<string, string>>;
}
