import { Results, SynthRow, Variant } from '../../scripts/bench/results';

const MS: Readonly<Record<Variant, number>> = { ordered: 2, byHand: 2, native: 1.1, plain: 1 };

/** A row with the milliseconds per workload, a value for each turn. */
export function synthRow(variant: Variant, workloads: number, ...factors: readonly number[]): SynthRow {
  const values = (each: number) => factors.map(factor => factor * each * workloads);
  const [ms, cpuMs, firstMs] = [1, 1.2, 2].map(times => values(times * MS[variant]));
  return { variant, workloads, ms, cpuMs, firstMs, peakMiB: factors.map(() => 100 + workloads / 50) };
}

const AGENT = { waiter: 'wait agent', interval: '20 ms for 2.5 s, then 70 ms', bytes: 44_000 };

/** Possible results of a whole run. */
export const RESULTS: Results = {
  machine: { date: '2030-01-02', cpu: 'A processor', cores: 2, memoryGiB: 24, kernel: 'Linux 7.0', node: '20.20.0', load: [0.31, 1.26] },
  quick: false,
  processes: { loadPlus: [160, 150, 170], loadLibrary: [190, 180, 210], synthPlus: [430, 440, 420], synthLibrary: [570, 580, 560] },
  synth: {
    same: true,
    added: { gate: { bytes: 953, lines: 31 }, hook: { bytes: 583, lines: 19 }, guard: { bytes: 1253, lines: 40 } },
    idleMiB: [90, 92, 91],
    rows: [
      ...(['ordered', 'byHand', 'plain'] as const).map(variant => synthRow(variant, 100, 1, 1.2, 1.1)),
      ...(['ordered', 'byHand', 'native', 'plain'] as const).map(variant => synthRow(variant, 1000, 1, 1.2, 1.1)),
      ...(['ordered', 'plain'] as const).map(variant => synthRow(variant, 10_000, 1, 1.2)),
    ],
  },
  planner: {
    rows: [
      ...(['chain', 'all need one', 'one needs all', 'ladder', 'random'] as const).flatMap((shape, i) =>
        [2, 20, 200].map(containers => ({ shape, containers, ms: [containers * (i + 1) / 1000, containers * (i + 1) / 900] }))),
      { shape: 'ladder', containers: 10_000, ms: [40, 42, 41] },
    ],
  },
  agent: {
    waitSeconds: 30,
    rows: [
      { ...AGENT, check: 'tcp', latencies: [12, 25, 3], cpuSeconds: [0.015, 0.019, 0.017], peakKiB: [240, 250] },
      { ...AGENT, check: 'http with statuses', latencies: [], cpuSeconds: [0.03, 0.04, 0.035], peakKiB: [300] },
      {
        waiter: 'wait4x 3.7.1', interval: '1 s, its default', check: 'tcp', bytes: 20_000_000, latencies: [430, 950, 120], cpuSeconds: [0.02, 0.03, 0.025], peakKiB: [16_000],
      },
    ],
  },
};
