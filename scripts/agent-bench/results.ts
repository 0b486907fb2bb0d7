/** The results of the benchmark for the agent and for the other waiters. */
export interface AgentResults {
  readonly rows: readonly Row[];
  /** The duration of a wait that times out. */
  readonly waitSeconds: number;
  /** The reason why there are no other waiters. */
  readonly missing?: string;
}

/** A waiter and its check. */
export interface Row {
  readonly waiter: string;
  readonly interval: string;
  readonly check: string;
  /** The size of the files that the container needs. */
  readonly bytes: number;
  /** In milliseconds; empty if only CPU and memory are measured. */
  readonly latencies: number[];
  /** A value for each wait, as in `peakKiB`. */
  readonly cpuSeconds: number[];
  readonly peakKiB: number[];
}

/** The agent, when its target becomes ready late. */
export interface LateRow {
  readonly check: string;
  /** The length of the wait. */
  readonly seconds: number;
  /** In milliseconds. */
  readonly latencies: number[];
  /** The processor time of each wait; empty for commands, whose time their processes take. */
  readonly cpuSeconds: number[];
}

/** The waiter whose rows have limits. */
export const OURS = 'wait agent';
