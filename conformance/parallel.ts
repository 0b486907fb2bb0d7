/**
 * The orders of plans on kubelets that start app containers at the same time. `parallel.ts RESULTS.json…` records the results of the
 * suite in docs/data/parallel.json, instead of earlier results of the same kubelets and plans; `npm run docs` makes the table of docs/contributing/conformance.md from that file.
 */
import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Guarantee, Mechanism } from 'cdk8s-startup-order';
import { Order } from './runner/orders';
import { isParallel } from './runner/versions';
import { withBlocks } from '../scripts/generated-blocks';
import { rawJson } from '../scripts/raw-data';

const DOCS = join(__dirname, '..', 'docs');
export const CONFORMANCE_DOC = join(DOCS, 'contributing', 'conformance.md');
const FILE = join(DOCS, 'data', 'parallel.json');

/** The fields of a run that the table needs. */
export interface OrderedRun {
  readonly story: string;
  readonly version: string;
  readonly passed: boolean;
  readonly orders: readonly Order[];
  readonly error?: string;
}

interface Row {
  readonly mechanism: string;
  readonly guarantee: string;
  /** The orders that the runs keep. */
  readonly kept: number;
  /** The orders that open, in runs that do not pass. A run that passes expects its open orders, on each kubelet. */
  readonly opened: number;
  /** The times from the last condition of a dependent to its start, in milliseconds: the median, and the longest. */
  readonly p50?: number;
  readonly max?: number;
}

/** Returns a row for each mechanism and guarantee of the plans. */
export function rowsOf(runs: readonly OrderedRun[]): Row[] {
  const rows: Row[] = [];
  const lastOrders = runs.flatMap(({ orders }) => orders.filter(o => isLast(o, orders)));
  for (const mechanism of Object.values(Mechanism)) {
    for (const guarantee of Object.values(Guarantee)) {
      const mine = runs.flatMap(({ orders }) => orders.filter(o => o.mechanism === mechanism && o.guarantee === guarantee));
      const opened = openedOrders(runs).filter(o => o.mechanism === mechanism && o.guarantee === guarantee).length;
      const kept = mine.filter(o => o.opens === undefined);
      const times = lastOrders.filter(o => kept.includes(o)).map(o => o.milliseconds!).sort((a, b) => a - b);
      const [p50, max] = [times[Math.floor(times.length / 2)], times.at(-1)].map(t => t && Math.round(t));
      if (kept.length + opened > 0) { rows.push({ mechanism, guarantee, kept: kept.length, opened, p50, max }); }
    }
  }
  return rows;
}

/** Returns whether the condition of the order was the last condition before the start of the dependent. */
function isLast({ dependent, milliseconds }: Order, orders: readonly Order[]): boolean {
  if (milliseconds === undefined) { return false; }
  return orders.every(o => o.dependent !== dependent || o.milliseconds === undefined || o.milliseconds >= milliseconds);
}

type OpenedOrder = Order & { readonly story: string };

/** Returns the orders that open in runs that do not pass. */
function openedOrders(runs: readonly OrderedRun[]): OpenedOrder[] {
  return runs.filter(r => !r.passed).flatMap(({ story, orders }) => orders.filter(o => o.opens !== undefined).map(o => ({ ...o, story })));
}

/** Returns whether a run breaks a promise: EVERY_START, or FAIL_CLOSED of a plan that expects parallel starts. */
export function breaksPromise(runs: readonly OrderedRun[], expectsParallel: boolean): boolean {
  return openedOrders(runs).some(o => o.guarantee === Guarantee.EVERY_START || (expectsParallel && o.guarantee === Guarantee.FAIL_CLOSED));
}

/** Returns the table, the opened orders by story, and the runs that fail for another reason, as lines. */
export function describe(runs: readonly OrderedRun[]): string[] {
  const refused = runs.filter(isRefused);
  const others = runs.filter(r => !r.passed && !isRefused(r) && r.orders.every(o => o.opens === undefined));
  return [
    ...table(rowsOf(runs)),
    ...openedOrders(runs).map(o => `opens: ${o.story}: ${o.opens}`),
    ...refused.map(r => `refused: ${r.story}: ${r.error}`),
    ...others.map(r => `not passed, no order opens: ${r.story}`),
  ];
}

/** Returns whether the library refuses the app, because its order needs containers that start one after the other. */
function isRefused({ error }: OrderedRun): boolean {
  return /\[SO\d+\]/.test(error ?? '');
}

function table(rows: readonly Row[]): string[] {
  return [
    '| mechanism | guarantee | kept | opened | last condition to start: p50 | longest |',
    '|---|---|--:|--:|--:|--:|',
    ...rows.map(r => `| ${r.mechanism} | ${r.guarantee} | ${r.kept} | ${r.opened} | ${[r.p50, r.max].map(t => t === undefined ? '' : `${t} ms`).join(' | ')} |`),
  ];
}

/** The runs of one kubelet, for plans of one kind. */
interface Recorded {
  readonly date: string;
  readonly kubelet: string;
  /** The capability that the plans do not use. */
  readonly without?: string;
  readonly stories: number;
  readonly rows: readonly Row[];
  readonly opens: readonly string[];
}

interface Results {
  readonly machine: { readonly date: string };
  readonly without?: string;
  readonly runs: readonly OrderedRun[];
}

function recorded({ machine, without, runs }: Results): Recorded[] {
  return [...new Set(runs.map(r => r.version))].filter(isParallel).map(kubelet => {
    const mine = runs.filter(r => r.version === kubelet && !isRefused(r));
    const opens = [...new Set(openedOrders(mine).map(o => o.story))].sort();
    return { date: machine.date, kubelet, without, stories: new Set(mine.map(r => r.story)).size, rows: rowsOf(mine), opens };
  });
}

/** Returns the stories whose order opens only on such a kubelet, with plans that do not expect it. */
export function storiesThatOpen(): ReadonlySet<string> {
  const all = JSON.parse(readFileSync(FILE, 'utf8')) as Recorded[];
  return new Set(all.filter(r => r.without === undefined).flatMap(r => r.opens));
}

/** Returns the page with the tables. */
export function parallelDoc(before: string): string {
  const all = JSON.parse(readFileSync(FILE, 'utf8')) as Recorded[];
  const sections = all.map(({ date, kubelet, without, stories, rows, opens }) => [
    `**${kubelet}**${without === undefined ? '' : `, plans without \`${without}\``}, ${date}: ${stories} stories, ${opens.length} with an order that opens.`,
    '',
    ...table(rows),
  ].join('\n'));
  return withBlocks(before, { parallel: sections.join('\n\n') });
}

/** Replaces the recorded runs of the same kubelets and plans, and keeps the others. */
export function replaced(before: readonly Recorded[], now: readonly Recorded[]): Recorded[] {
  const name = ({ kubelet, without = '' }: Recorded) => `${without} ${kubelet}`;
  const names = new Set(now.map(name));
  return [...before.filter(r => !names.has(name(r))), ...now].sort((a, b) => name(a).localeCompare(name(b)));
}

if (require.main === module) {
  const now = process.argv.slice(2).flatMap(file => recorded(JSON.parse(readFileSync(file, 'utf8')) as Results));
  writeFileSync(FILE, rawJson(replaced(JSON.parse(readFileSync(FILE, 'utf8')) as Recorded[], now)));
  writeFileSync(CONFORMANCE_DOC, parallelDoc(readFileSync(CONFORMANCE_DOC, 'utf8')));
}
