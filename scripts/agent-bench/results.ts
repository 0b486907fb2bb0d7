/** What a run of the bench says about the agent and the waiters of others. */
export interface AgentResults {
  readonly rows: readonly Row[];
  /** Seconds of a wait in vain. */
  readonly waitSeconds: number;
  /** Why there are no waiters of others, if there are none. */
  readonly missing?: string;
}

/** A waiter, and what it waits for. */
export interface Row {
  readonly waiter: string;
  readonly interval: string;
  readonly check: string;
  /** What has to be in the container for it. */
  readonly bytes: number;
  /** Milliseconds; none where only the use is measured. */
  readonly latencies: number[];
  /** One for each wait, as in `peakKiB`. */
  readonly cpuSeconds: number[];
  readonly peakKiB: number[];
}

/** The rows with bars are those of this waiter. */
export const OURS = 'wait agent';
