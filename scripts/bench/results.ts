import { AgentResults, LateRow } from '../agent-bench/results';

/** The results of the benchmark. main.ts writes them, and the page shows them. */
export interface Results {
  readonly machine: Machine;
  /** With --quick there are too few measurements for the limits. */
  readonly quick: boolean;
  /** A part is missing if the run measured only another part. */
  readonly processes?: ProcessResults;
  readonly synth?: SynthResults;
  readonly planner?: PlannerResults;
  readonly agent?: AgentResults;
  readonly late?: readonly LateRow[];
}

export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly node: string;
  /** The load average before and after the run. */
  readonly load: readonly number[];
}

/**
 * The processes of process-child.ts: load cdk8s and cdk8s-plus, or also this library; synthesize 200 Deployments,
 * without and with an order.
 */
export type ProcessKind = 'loadPlus' | 'loadLibrary' | 'synthPlus' | 'synthLibrary';

/** The CPU time of a whole process in ms, for each turn. */
export type ProcessResults = Readonly<Record<ProcessKind, number[]>>;

export interface SynthResults {
  readonly rows: readonly SynthRow[];
  /** The peak memory of a process that has loaded the library and synthesized no app, in MiB. */
  readonly idleMiB: readonly number[];
  /** The YAML by hand and the YAML of `OrderedDeployment` are equal. */
  readonly same: boolean;
  /**
   * The size that an order adds to the manifest of a workload of two containers, without the ConfigMap of the chart.
   */
  readonly added: Added;
}

/** Each mechanism that writes the agent into a pair of app containers. */
export interface Added {
  readonly gate: ManifestSize;
  readonly hook: ManifestSize;
  readonly guard: ManifestSize;
}

export interface ManifestSize {
  readonly bytes: number;
  readonly lines: number;
}

/** A variant at one size. Each list contains a value for each turn. */
export interface SynthRow {
  readonly variant: Variant;
  readonly workloads: number;
  /** The elapsed time for an app, in ms. */
  readonly ms: number[];
  /** The CPU time for an app, of all threads, in ms. */
  readonly cpuMs: number[];
  /** The elapsed time for the first app of the process, in ms. */
  readonly firstMs: number[];
  /** The peak memory of the process after its first app, from the kernel. */
  readonly peakMiB: number[];
}

/** The variants in `workloads.ts`. */
export type Variant = 'ordered' | 'byHand' | 'native' | 'plain';

export interface PlannerResults {
  readonly rows: readonly PlannerRow[];
}

export interface PlannerRow {
  readonly shape: Shape;
  readonly containers: number;
  /** The time to plan a pod in ms, for each turn. */
  readonly ms: number[];
}

/** The shapes in `shapes.ts`. */
export type Shape = 'chain' | 'all need one' | 'one needs all' | 'ladder' | 'random';
