/** Formats the results of the benchmark as Markdown tables, for the page and for the terminal. */
import { AgentResults, LateRow, OURS, Row } from '../agent-bench/results';
import { formatInteger, linearity, Measure, ratioOf, sizesOf, verdicts } from '../bench/bars';
import { Machine, PlannerResults, Results, Shape, SynthResults, Variant } from '../bench/results';
import { median, percentile, Ratio } from '../bench/statistics';
import { table } from '../markdown';

export const VARIANT_NAMES: Readonly<Record<Variant, string>> = {
  ordered: 'with an order that needs the agent',
  byHand: 'the same YAML, by hand',
  native: 'with nothing stated: a native sidecar',
  plain: 'no order',
};

export const SHAPE_NAMES: Readonly<Record<Shape, string>> = {
  'chain': 'chain: each container needs the previous container',
  'all need one': 'fan: all containers need the first container',
  'one needs all': 'fan: the last container needs all others',
  'ladder': 'ladder: each pair of containers needs both containers of the previous pair',
  'random': 'random: each container needs up to three earlier containers; a third have a known command',
};

export function machineSentence({ date, cpu, cores, memoryGiB, kernel, node, load }: Machine): string {
  const [before, after] = load.map(average => average.toFixed(1));
  return (
    `${date}: ${cores} cores (${cpu}), ${memoryGiB} GiB of memory, ${kernel}, Node ${node}; load average ` +
    `${before} before and ${after} after.`
  );
}

export function barsTable(results: Omit<Results, 'machine' | 'quick'>): string {
  return table(
    ['what', 'measured', 'bar', ''],
    verdicts(results).map(v => [v.what, v.measured, v.bar, v.holds ? 'holds' : '**missed**']),
  );
}

export function synthTable({ rows, idleMiB }: SynthResults): string {
  const whole = (values: readonly number[]) => median(values).toFixed(0);
  return table(
    [
      'workloads',
      'two containers each',
      'CPU, ms',
      'each, ms',
      'time, ms',
      'first app of a process, ms',
      'peak memory, MiB',
      'turns',
    ],
    [
      ['0', 'none: only the modules are loaded', '-', '-', '-', '-', whole(idleMiB), String(idleMiB.length)],
      ...rows.map(({ workloads, variant, ms, cpuMs, firstMs, peakMiB }) => [
        formatInteger(workloads),
        VARIANT_NAMES[variant],
        whole(cpuMs),
        (median(cpuMs) / workloads).toFixed(2),
        whole(ms),
        whole(firstMs),
        whole(peakMiB),
        String(ms.length),
      ]),
    ],
  );
}

export function ratiosTable(synth: SynthResults): string {
  const sizes = sizesOf(synth);
  const pairs: readonly (readonly [Variant, Variant, Measure, string])[] = [
    ['ordered', 'byHand', 'cpuMs', 'the library to the same YAML by hand: CPU'],
    ['ordered', 'byHand', 'ms', 'time'],
    ['ordered', 'byHand', 'peakMiB', 'peak memory'],
    ['native', 'plain', 'cpuMs', 'an order with nothing stated to no order: CPU'],
    ['native', 'plain', 'ms', 'time'],
    ['ordered', 'plain', 'cpuMs', 'an order that needs the agent to no order: CPU'],
    ['ordered', 'plain', 'ms', 'time'],
    ['ordered', 'plain', 'peakMiB', 'peak memory'],
  ];
  const { large, small } = linearity(synth, 'ordered', 'cpuMs');
  const grows = (variant: Variant, measure: Measure) => said(linearity(synth, variant, measure).ratio);
  return [
    table(
      ['median of the ratios of each turn (least … most)', ...sizes.map(formatInteger)],
      pairs.map(([a, b, measure, what]) => [
        what,
        ...sizes.map(workloads => said(ratioOf(synth, a, b, workloads, measure))),
      ]),
    ),
    table(
      [`each of ${formatInteger(large)} to each of ${formatInteger(small)}`, 'CPU', 'time'],
      (['ordered', 'plain'] as const).map(variant => [
        VARIANT_NAMES[variant],
        grows(variant, 'cpuMs'),
        grows(variant, 'ms'),
      ]),
    ),
  ].join('\n\n');
}

function said(ratio: Ratio | undefined): string {
  return ratio ? `${ratio.median.toFixed(3)} (${ratio.least.toFixed(2)} … ${ratio.most.toFixed(2)})` : '-';
}

export function plannerTable({ rows }: PlannerResults): string {
  const sizes = [...new Set(rows.map(row => row.containers))];
  const shapes = [...new Set(rows.map(row => row.shape))];
  return table(
    ['milliseconds to plan a pod, by the number of containers', ...sizes.map(formatInteger)],
    shapes.map(shape => [
      SHAPE_NAMES[shape],
      ...sizes.map(containers => {
        const row = rows.find(r => r.shape === shape && r.containers === containers);
        return row ? milliseconds(median(row.ms)) : '-';
      }),
    ]),
  );
}

function milliseconds(value: number): string {
  if (value < 1) {
    return value.toPrecision(2);
  }
  return value.toFixed(value >= 10 ? 0 : 1);
}

export function agentTable({ rows, waitSeconds, missing }: AgentResults): string {
  const lines = table(
    [
      'waiter, how often it asks',
      'check',
      'ready → detected, ms: p50/p95/max',
      `CPU of a wait of ${waitSeconds} s, s: least/p50/most`,
      'peak memory, MiB',
      'on disk, MiB',
      'trials, waits',
    ],
    rows.map(agentLine),
  );
  return missing ? `${lines}\n\n${missing}` : lines;
}

export function lateTable(rows: readonly LateRow[]): string {
  return table(
    ['check', 'ready after, s', 'ready → detected, ms: p50/p95/max', 'CPU of the wait, s: p50', 'trials'],
    rows.map(({ check, seconds, latencies, cpuSeconds }) => [
      check,
      String(seconds),
      percentiles(latencies),
      cpuSeconds.length === 0 ? '-' : percentile(cpuSeconds, 0.5).toFixed(3),
      String(latencies.length),
    ]),
  );
}

function percentiles(latencies: readonly number[]): string {
  return [0.5, 0.95, 1].map(p => percentile(latencies, p).toFixed(0)).join('/');
}

function agentLine({ waiter, interval, check, bytes, latencies, cpuSeconds, peakKiB }: Row): string[] {
  const found = latencies.length === 0 ? '-' : percentiles(latencies);
  const use = [Math.min(...cpuSeconds), percentile(cpuSeconds, 0.5), Math.max(...cpuSeconds)]
    .map(seconds => seconds.toFixed(3))
    .join('/');
  return [
    waiter === OURS ? `**${waiter}**, ${interval}` : `${waiter}, ${interval}`,
    check,
    found,
    use,
    (Math.max(...peakKiB) / 1024).toFixed(2),
    (bytes / 2 ** 20).toFixed(2),
    `${latencies.length}, ${cpuSeconds.length}`,
  ];
}
