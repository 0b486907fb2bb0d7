/** What a run of the bench leaves: main.ts writes it, doc.ts reads it. */
export interface Results {
  readonly machine: {
    readonly date: string;
    readonly kernel: string;
    readonly cores: number;
    readonly cpu: string;
    /** Load average before and after. */
    readonly load: readonly number[];
  };
  readonly rows: readonly Row[];
  /** Why there are no waiters of others, if there are none. */
  readonly missing?: string;
}

/** A waiter, and what it waits for. */
export interface Row {
  readonly waiter: string;
  readonly interval: string;
  readonly check: string;
  readonly bytes: number;
  /** Milliseconds; none where only the use is measured. */
  readonly latencies: number[];
  /** One for each wait, as in `peakKiB`. */
  readonly cpuSeconds: number[];
  readonly peakKiB: number[];
}

export function percentile(values: readonly number[], p: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * p) - 1];
}
