import { created, POD, Stamp } from './timestamps';
import { median } from '../../scripts/bench/statistics';

/**
 * The cost of many pods at once until all are Ready: the time since their creation, the CPU of all processes of the node (control plane included),
 * requests to the API server, patches of the status of pods, writes of events, and the most memory of the kubelet. Milliseconds and MiB.
 */
export const FIGURES = ['allReady', 'cpu', 'apiRequests', 'statusPatches', 'events', 'kubeletMiB'] as const;
export type Figure = (typeof FIGURES)[number];

/** The cost of a node so far. The memory is the most since the last reading. */
export type Cost = Readonly<Record<Exclude<Figure, 'allReady'>, number>>;

/** A form may cost at most this multiple of another story. `onlyBusy`: on an overloaded node. */
export interface Bar {
  readonly of: string;
  readonly times: number;
  readonly figures: readonly Figure[];
  readonly onlyBusy?: boolean;
}

/** The cost of one story in all rounds. */
export interface MeasuredLoad extends Readonly<Record<Figure, readonly number[]>> {
  readonly kind: 'load';
  readonly story: string;
  readonly about: string;
  readonly bars: readonly Bar[];
}

/** A figure of a story beside its bar: the median over the rounds, as a multiple of the other story. */
export interface Judged extends Omit<Bar, 'figures'> {
  readonly figure: Figure;
  readonly measured: number;
  readonly missed: boolean;
}

/** Returns the cost between two readings. */
export function subtract(after: Cost, before: Cost): Cost {
  const { kubeletMiB } = after;
  return {
    cpu: after.cpu - before.cpu,
    apiRequests: after.apiRequests - before.apiRequests,
    statusPatches: after.statusPatches - before.statusPatches,
    events: after.events - before.events,
    kubeletMiB,
  };
}

/** Counts requests in the metrics of an API server. */
export function countRequests(metrics: string): Pick<Cost, 'apiRequests' | 'statusPatches' | 'events'> {
  const counts = { apiRequests: 0, statusPatches: 0, events: 0 };
  for (const [, labels, text] of metrics.matchAll(/^apiserver_request_total\{(.*)\} (\S+)$/gm)) {
    const [verb, resource, subresource] = ['verb', 'resource', 'subresource'].map(label => new RegExp(`\\b${label}="([^"]*)"`).exec(labels)?.[1]);
    const count = Number(text);
    counts.apiRequests += count;
    if (verb === 'PATCH' && resource === 'pods' && subresource === 'status') { counts.statusPatches += count; }
    if ((verb === 'POST' || verb === 'PATCH') && resource === 'events') { counts.events += count; }
  }
  return counts;
}

/** The fields of a run that the figures need. */
interface LoadRun {
  readonly stamps: readonly Stamp[];
  readonly cost?: Cost;
}

export function measureLoad(runs: readonly LoadRun[]): Readonly<Record<Figure, readonly number[]>> {
  const figures: Record<Figure, number[]> = { allReady: [], cpu: [], apiRequests: [], statusPatches: [], events: [], kubeletMiB: [] };
  for (const { stamps, cost } of runs) {
    const begin = stamps.find(s => s.container === created().container && s.stamp === created().stamp)!.t;
    const readyAt = stamps.filter(s => s.container === POD && s.stamp === 'ready').map(s => s.t);
    figures.allReady.push((Math.max(...readyAt) - begin) / 1000);
    for (const [figure, value] of Object.entries(cost ?? {})) { figures[figure as Figure].push(value); }
  }
  return figures;
}

/**
 * Compares a load with the others of its bars. Other programs of the machine change its load from round to round, and hardly within a round, so the
 * comparison takes the two of each round. A story that has failed in a round misses its bars.
 */
export function judge(mine: MeasuredLoad, all: readonly MeasuredLoad[], busy: boolean): Judged[] {
  const judged: Judged[] = [];
  for (const { figures, ...bar } of mine.bars.filter(b => busy || !b.onlyBusy)) {
    const other = all.find(m => m.story === bar.of);
    for (const figure of other ? figures : []) {
      const isComplete = mine[figure].length > 0 && mine[figure].length === other![figure].length;
      const measured = isComplete ? median(mine[figure].map((value, round) => value / other![figure][round])) : NaN;
      judged.push({ ...bar, figure, measured, missed: !(measured <= bar.times) });
    }
  }
  return judged;
}

export function describeJudged({ figure, measured, of, times, missed }: Judged): string {
  return `${figure} ${measured.toFixed(2)} × that of ${of} (bar ${times} ×${missed ? ', missed' : ''})`;
}
