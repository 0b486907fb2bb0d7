/** Draws the pictures of docs/contributing/numbers.md. */
import { axisFromZero, Axis, frame, legend, lines, logAxis, Panel, picture, place, Series } from './plot';
import { SHAPE_NAMES, VARIANT_NAMES } from './tables';
import { createElement, escapeText, formatCoordinate } from '../../tools/pictures/xml';
import { AgentResults, OURS, Row } from '../agent-bench/results';
import { PlannerResults, Shape, SynthResults, SynthRow, Variant } from '../bench/results';
import { median, percentile } from '../bench/statistics';

const WIDTH = 960;
const PAD = 16;

/** Draws a point for each series and size, at the median of the turns. */
export function synthPlot({ rows }: SynthResults): string {
  const variants = Object.keys(VARIANT_NAMES) as Variant[];
  const series = (value: (row: SynthRow) => number): Series[] =>
    variants.map(variant => ({
      name: VARIANT_NAMES[variant],
      points: rows.filter(row => row.variant === variant).map(row => [row.workloads, value(row)] as const),
    }));
  const [time, memory] = [series(row => median(row.cpuMs) / row.workloads), series(row => median(row.peakMiB))];
  const x = logAxis(
    'workloads in one app',
    rows.map(row => row.workloads),
  );
  const times = axisFromZero('CPU of each workload, milliseconds', valuesOf(time));
  const memories = axisFromZero('peak memory of the process, MiB', valuesOf(memory));
  const [left, right]: Panel[] = [
    { left: 64, right: 460, top: 76, bottom: 300 },
    { left: 540, right: WIDTH - 28, top: 76, bottom: 300 },
  ];
  const names = legend(time, PAD, WIDTH - PAD, 348);
  const about =
    'On the left the processor time of each workload by the size of the app: a level line is a time that grows ' +
    'as the app does. On the right the most memory that the process had.';
  return picture(
    'Synth',
    about,
    WIDTH,
    348 + names.height + PAD,
    frame(left, x, times),
    lines(left, x, times, time),
    frame(right, x, memories),
    lines(right, x, memories, memory),
    names.svg,
  );
}

export function plannerPlot({ rows }: PlannerResults): string {
  // Without the large ladder, which is far off the scale. The table contains it.
  const small = rows.filter(row => row.containers <= 1000);
  const series = (Object.keys(SHAPE_NAMES) as Shape[]).map(
    (shape): Series => ({
      name: SHAPE_NAMES[shape],
      points: small.filter(row => row.shape === shape).map(row => [row.containers, median(row.ms)] as const),
    }),
  );
  const x = logAxis(
    'containers in the pod',
    small.map(row => row.containers),
  );
  const y = logAxis('milliseconds to plan it', valuesOf(series));
  const panel = { left: 64, right: WIDTH - 28, top: 76, bottom: 360 };
  const names = legend(series, PAD, WIDTH - PAD, 408);
  return picture(
    'Plan a pod',
    'The time to plan one pod, by the number of its containers; both axes are logarithmic.',
    WIDTH,
    408 + names.height + PAD,
    frame(panel, x, y),
    lines(panel, x, y, series),
    names.svg,
  );
}

function valuesOf(series: readonly Series[]): number[] {
  return series.flatMap(({ points }) => points.map(([, y]) => y));
}

const ROW = 34;

/** Draws a row for each waiter and check: a dot for each trial, and a line at the median. */
export function agentPlot({ rows, waitSeconds }: AgentResults): string {
  const bottom = 76 + rows.length * ROW;
  const [latency, cpu]: Panel[] = [
    { left: 240, right: 640, top: 76, bottom },
    { left: 680, right: WIDTH - 28, top: 76, bottom },
  ];
  const latencies = logAxis(
    'ready → detected, milliseconds',
    rows.flatMap(row => row.latencies.map(drawn)),
  );
  const seconds = axisFromZero(
    `CPU of a wait of ${waitSeconds} s, seconds`,
    rows.flatMap(row => row.cpuSeconds),
  );
  const about =
    `On the left how long after something is ready a waiter has seen it: each trial a dot, the line at the ` +
    `median. On the right the processor time of a wait of ${waitSeconds} s, each wait a dot.`;
  return picture(
    'The wait agent beside other waiters',
    about,
    WIDTH,
    bottom + 34 + PAD,
    ...rows.flatMap((_row, i) =>
      i % 2 === 0 ? [createElement('rect', { class: 'stripe', x: 0, y: 76 + i * ROW, width: WIDTH, height: ROW })] : [],
    ),
    frame(latency, latencies),
    frame(cpu, seconds),
    ...rows.map((row, i) => waiterRow(row, 76 + i * ROW, [latency, latencies], [cpu, seconds])),
  );
}

function waiterRow(row: Row, top: number, [latency, latencies]: [Panel, Axis], [cpu, seconds]: [Panel, Axis]): string {
  return createElement(
    'g',
    { class: row.waiter === OURS ? 's0' : 's1' },
    createElement('text', { x: PAD, y: top + 15 }, escapeText(`${row.waiter}: ${row.check}`)),
    createElement('text', { class: 'small', x: PAD, y: top + 28 }, escapeText(shortInterval(row.interval))),
    ...dots(row.latencies.map(drawn), place(latencies, latency.left, latency.right), top),
    ...dots(row.cpuSeconds, place(seconds, cpu.left, cpu.right), top),
  );
}

/** A waiter that checks at the right moment may end before the clock is read, and a logarithm needs a value above 0. */
const drawn = (milliseconds: number) => Math.max(1, milliseconds);

/** Draws similar values next to each other. The offset depends on the index, so the picture is deterministic. */
function dots(values: readonly number[], at: (value: number) => number, top: number): string[] {
  if (values.length === 0) {
    return [];
  }
  const middle = at(percentile(values, 0.5));
  return [
    ...values.map((value, i) =>
      createElement('circle', { class: 'dot', cx: at(value), cy: top + ROW / 2 + (((i * 7) % 11) - 5) * 1.6, r: 2.6 }),
    ),
    createElement('path', { class: 'p', d: `M${formatCoordinate(middle)} ${formatCoordinate(top + 4)}v${ROW - 8}` }),
  ];
}

/** Shortens texts such as '20 ms for 2.5 s, then 70 ms'. */
function shortInterval(interval: string): string {
  return `asks every ${interval.replace(/ for .*/, ' at first').replace(/,.*/, '')}`;
}
