import { AgentResults } from '../agent-bench/results';

/** What a run of the bench leaves: main.ts writes it, the page is made of it. */
export interface Results {
  readonly machine: Machine;
  /** With --quick: too little of everything, which no bar is judged by. */
  readonly quick: boolean;
  /** One is missing where only another was asked for. */
  readonly synth?: SynthResults;
  readonly planner?: PlannerResults;
  readonly agent?: AgentResults;
}

export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly node: string;
  /** Load average before and after. */
  readonly load: readonly number[];
}

export interface SynthResults {
  readonly rows: readonly SynthRow[];
  /** Peak memory of a process that has loaded all and made nothing, in MiB. */
  readonly idleMiB: readonly number[];
  /** By hand and by `OrderedDeployment` is the same YAML. */
  readonly same: boolean;
  /** What an order adds to the manifest of one workload of two containers, without the ConfigMap of the chart. */
  readonly added: { readonly bytes: number; readonly lines: number };
}

/** One variant at one size; each list has a value for each turn. */
export interface SynthRow {
  readonly variant: Variant;
  readonly workloads: number;
  /** Milliseconds of one app, by the clock. */
  readonly ms: number[];
  /** The same by the processor, all threads of the process. */
  readonly cpuMs: number[];
  /** Milliseconds of the first app of the process, by the clock. */
  readonly firstMs: number[];
  /** The most memory that the process had until then, as the kernel counts it. */
  readonly peakMiB: number[];
}

/** What `workloads.ts` makes. */
export type Variant = 'ordered' | 'byHand' | 'inList' | 'plain';

export interface PlannerResults {
  readonly rows: readonly PlannerRow[];
}

export interface PlannerRow {
  readonly shape: Shape;
  readonly containers: number;
  /** Milliseconds of the planning of one pod, one value for each turn. */
  readonly ms: number[];
}

/** What `shapes.ts` makes. */
export type Shape = 'chain' | 'all need one' | 'one needs all' | 'ladder' | 'random';
