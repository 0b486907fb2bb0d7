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

/** The waiter whose rows have limits. */
export const OURS = 'wait agent';
