import { Added, PlannerRow, ProcessResults, Results, SynthResults, SynthRow, Variant } from './results';
import { median, percentile, Ratio, ratioByTurns } from './statistics';
import { LateRow, OURS, Row } from '../agent-bench/results';

/** The limits for the measurements. Change them only to stricter values. */
export const BARS = {
  /** The ratio of a process that loads cdk8s, cdk8s-plus and the library to a process that loads the first two. */
  load: 1.3,
  /** The ratio of a process that synthesizes 200 ordered Deployments to a process that synthesizes 200 Deployments. */
  process: 1.4,
  /** The ratio of 1,000 `OrderedDeployment`s to the same YAML written by hand. */
  ratio: 1.05,
  /** The ratio of 1,000 `OrderedDeployment`s with nothing stated to 1,000 Deployments without an order. */
  native: 1.35,
  /** The ratio of the time for a workload in the largest app to that in an app of a tenth of the size. */
  linearity: 1.3,
  largeLadderMs: 50,
  latencyP95Ms: 30,
  /**
   * Of each half minute. Until November 2026 it was 0.02; then the agent became as quick after ten minutes as after ten
   * seconds.
   */
  cpuSeconds: 0.03,
  /** After waits of up to 300 s. */
  late: { p50Ms: 50, p95Ms: 110 },
  residentMB: 0.3,
  addedBytes: { gate: 1000, hook: 1000, guard: 1260 },
  addedLines: 40,
};

const ADDED: readonly (keyof Added)[] = ['gate', 'hook', 'guard'];

/** A measurement and its limit. */
export interface Verdict {
  readonly what: string;
  readonly measured: string;
  readonly bar: string;
  readonly holds: boolean;
}

export function verdicts({ processes, synth, planner, agent, late }: Omit<Results, 'machine' | 'quick'>): Verdict[] {
  return [
    ...(processes ? processVerdicts(processes) : []),
    ...(synth ? synthVerdicts(synth) : []),
    ...(planner ? plannerVerdicts(planner.rows) : []),
    ...(agent ? agent.rows.flatMap(row => agentVerdicts(row, agent.waitSeconds)) : []),
    ...(late ? late.flatMap(lateVerdicts) : []),
  ];
}

function processVerdicts({ loadPlus, loadLibrary, synthPlus, synthLibrary }: ProcessResults): Verdict[] {
  const [load, synth] = [ratioByTurns(loadLibrary, loadPlus), ratioByTurns(synthLibrary, synthPlus)];
  return [
    atMost(
      'CPU of a process that loads cdk8s, cdk8s-plus and the library, relative to one without the library',
      load.median,
      BARS.load,
      '×',
      2,
    ),
    atMost(
      'CPU of a process that synthesizes 200 ordered Deployments, relative to one with 200 plain Deployments',
      synth.median,
      BARS.process,
      '×',
      2,
    ),
  ];
}

function synthVerdicts(synth: SynthResults): Verdict[] {
  // CPU time: elapsed time would also contain the other load of the machine.
  const { large, small, ratio } = linearity(synth, 'ordered', 'cpuMs');
  const byHand = ratioOf(synth, 'ordered', 'byHand', small, 'cpuMs')!;
  const native = ratioOf(synth, 'native', 'plain', small, 'cpuMs')!;
  return [
    {
      what: 'by hand and by `OrderedDeployment`: the same YAML',
      measured: synth.same ? 'yes' : 'no',
      bar: 'yes',
      holds: synth.same,
    },
    atMost(
      `CPU of ${formatInteger(small)} \`OrderedDeployment\`s, relative to the same YAML by hand`,
      byHand.median,
      BARS.ratio,
      '×',
      3,
    ),
    atMost(
      `CPU of ${formatInteger(small)} \`OrderedDeployment\`s with nothing stated, relative to no order`,
      native.median,
      BARS.native,
      '×',
      3,
    ),
    atMost(
      `CPU of each of ${formatInteger(large)} \`OrderedDeployment\`s, relative to each of ${formatInteger(small)}`,
      ratio.median,
      BARS.linearity,
      '×',
      3,
    ),
    ...ADDED.flatMap(mechanism => [
      atMost(
        `bytes that a ${mechanism} adds to the manifest of a workload of two containers`,
        synth.added[mechanism].bytes,
        BARS.addedBytes[mechanism],
        '',
        0,
      ),
      atMost(`lines that a ${mechanism} adds to that manifest`, synth.added[mechanism].lines, BARS.addedLines, '', 0),
    ]),
  ];
}

function plannerVerdicts(rows: readonly PlannerRow[]): Verdict[] {
  const { shape, containers, ms } = rows.reduce((largest, row) =>
    row.containers > largest.containers ? row : largest,
  );
  return [
    atMost(`plan a pod of ${formatInteger(containers)} containers, ${shape}`, median(ms), BARS.largeLadderMs, 'ms', 1),
  ];
}

/** Only the agent has limits. Waits for a list of statuses have no limit. */
function agentVerdicts({ waiter, check, latencies, cpuSeconds, peakKiB }: Row, waitSeconds: number): Verdict[] {
  if (waiter !== OURS) {
    return [];
  }
  return [
    ...(latencies.length > 0
      ? [
          atMost(
            `agent, ${check}: ready → detected, p95 of ${latencies.length}`,
            percentile(latencies, 0.95),
            BARS.latencyP95Ms,
            'ms',
            1,
          ),
        ]
      : []),
    ...(['tcp', 'http', 'file'].includes(check)
      ? [
          atMost(
            `agent, ${check}: CPU of a wait of ${waitSeconds} s, p50 of ${cpuSeconds.length}`,
            percentile(cpuSeconds, 0.5),
            BARS.cpuSeconds,
            's',
            3,
          ),
          atMost(`agent, ${check}: resident memory`, (Math.max(...peakKiB) * 1024) / 1e6, BARS.residentMB, 'MB', 2),
        ]
      : []),
  ];
}

/** Commands have no limit: the pause depends on the time that the command runs. */
function lateVerdicts({ check, seconds, latencies, cpuSeconds }: LateRow): Verdict[] {
  if (check === 'command') {
    return [];
  }
  const found = [
    atMost(
      `agent, ${check}, ready after ${seconds} s: ready → detected, p50 of ${latencies.length}`,
      percentile(latencies, 0.5),
      BARS.late.p50Ms,
      'ms',
      1,
    ),
    atMost(
      `agent, ${check}, ready after ${seconds} s: ready → detected, p95`,
      percentile(latencies, 0.95),
      BARS.late.p95Ms,
      'ms',
      1,
    ),
  ];
  // The first seconds of a shorter wait cost most.
  if (seconds >= 30) {
    found.push(
      atMost(
        `agent, ${check}, ready after ${seconds} s: CPU of each 30 s, p50`,
        (percentile(cpuSeconds, 0.5) * 30) / seconds,
        BARS.cpuSeconds,
        's',
        3,
      ),
    );
  }
  return found;
}

function atMost(what: string, value: number, bar: number, unit: string, digits: number): Verdict {
  const said = (text: string) => `${text} ${unit}`.trim();
  return { what, measured: said(value.toFixed(digits)), bar: `at most ${said(String(bar))}`, holds: value <= bar };
}

export type Measure = 'ms' | 'cpuMs' | 'peakMiB';

export function sizesOf({ rows }: SynthResults): number[] {
  return [...new Set(rows.map(row => row.workloads))].sort((a, b) => a - b);
}

export function synthRow({ rows }: SynthResults, variant: Variant, workloads: number): SynthRow | undefined {
  return rows.find(row => row.variant === variant && row.workloads === workloads);
}

/** Returns the ratio of two variants; `undefined` if a variant was not measured at that size. */
export function ratioOf(
  synth: SynthResults,
  a: Variant,
  b: Variant,
  workloads: number,
  measure: Measure,
): Ratio | undefined {
  const [one, other] = [synthRow(synth, a, workloads), synthRow(synth, b, workloads)];
  return one && other && ratioByTurns(one[measure], other[measure]);
}

/** The ratio between two sizes of an app. */
export interface Growth {
  readonly large: number;
  readonly small: number;
  readonly ratio: Ratio;
}

/** Compares the time for a workload in the largest app with that in the next smaller app. */
export function linearity(synth: SynthResults, variant: Variant, measure: Measure): Growth {
  const [small, large] = sizesOf(synth).slice(-2);
  const each = (workloads: number) => synthRow(synth, variant, workloads)![measure].map(value => value / workloads);
  const [few, many] = [each(small), each(large)];
  // The larger app has fewer turns; the comparison uses the common turns.
  return { large, small, ratio: ratioByTurns(many, few.slice(0, many.length)) };
}

/** Formats a number as '10,000'. */
export function formatInteger(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
