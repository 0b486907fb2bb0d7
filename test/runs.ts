/** Returns the number of runs of a slow property: all runs in scripts/check-all.sh, otherwise a fifth. */
export function runs(all: number): number { return process.env.STARTUP_ORDER_ALL_RUNS === undefined ? Math.ceil(all / 5) : all; }
