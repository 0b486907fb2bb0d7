export interface Took {
  /** Elapsed time. */
  readonly ms: number;
  /** CPU time of all threads of this process. */
  readonly cpuMs: number;
}

export function took(work: () => unknown): Took {
  const before = process.cpuUsage();
  const start = process.hrtime.bigint();
  work();
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}

/** Rounds to slightly more digits than the page shows, so that the raw data stay small. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toPrecision(digits));
}
