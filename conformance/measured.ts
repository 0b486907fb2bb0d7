/**
 * The tables of docs/contributing/measured.md, from results of `npm run conformance -- --bench`:
 *
 *     measured.ts RESULTS.json…   stores the times of these runs in docs/data/measured.json, instead of earlier times of the same stories, and writes the tables
 *
 * `npm run docs` writes the tables from the stored times.
 */
import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Measured, MeasuredMakespan, MeasuredPair, MeasuredScaleOut, ratio, spread } from './runner/bench';
import { describeJudged, Figure, judge, MeasuredLoad } from './runner/load';
import { median } from '../scripts/bench/statistics';
import { writeOrCheck } from '../scripts/generated-blocks';
import { table } from '../scripts/markdown';
import { rawJson } from '../scripts/raw-data';

/** The fields of a `--results` file for the tables. */
interface Results {
  readonly machine: { readonly date: string; readonly cores: number; readonly kernel: string; readonly load: readonly number[] };
  readonly runs: readonly { readonly passed: boolean; readonly version: string }[];
  readonly measured: readonly { readonly version: string; readonly busy?: number; readonly stories: readonly Measured[] }[];
}

/** The stored results of one version. */
export interface Section {
  readonly version: string;
  /** The number of processes that computed all the time beside the node. */
  readonly busy?: number;
  readonly machine: Results['machine'];
  readonly runs: number;
  readonly failed: number;
  readonly stories: readonly Measured[];
}

const FIGURE_HEADS: Readonly<Record<Figure, string>> = {
  allReady: 'created → all pods are Ready, ms',
  cpu: 'CPU of the node until then, ms',
  apiRequests: 'API requests',
  statusPatches: 'status patches',
  events: 'writes of events',
  kubeletMiB: 'most memory of the kubelet, MiB',
};

const DOC = join(__dirname, '..', 'docs', 'contributing', 'measured.md');
const DATA = join(__dirname, '..', 'docs', 'data', 'measured.json');
const BLOCK = /(<!-- begin measured -->\n)[\s\S]*(\n<!-- end measured -->)/;

/** Returns the results to store, with times rounded to microseconds. A table shows milliseconds. */
export function kept({ machine: { date, cores, kernel, load }, measured, runs }: Results): Section[] {
  const microseconds = (values: readonly number[]) => values.map(value => Math.round(value * 1000) / 1000);
  return measured.map(({ version, busy, stories }) => {
    const mine = runs.filter(r => r.version === version);
    return {
      version,
      ...busy === undefined ? {} : { busy },
      machine: { date, cores, kernel, load },
      runs: mine.length,
      failed: mine.filter(r => !r.passed).length,
      stories: stories.map(story => Object.fromEntries(
        Object.entries(story).map(([field, value]) => [field, Array.isArray(value) && field !== 'bars' ? microseconds(value) : value])) as unknown as Measured),
    };
  });
}

export function tables({ version, busy = 0, machine, runs, failed, stories }: Section): string {
  return [
    `### Kubernetes ${version}${stories.every(s => s.kind === 'load') ? ', many pods of four containers at once' : ''}${busy > 0 ? `, with ${busy} busy processes` : ''}`,
    '',
    `${machine.date}, Linux ${machine.kernel}, ${machine.cores} cores, load average ${machine.load[0].toFixed(1)} at the end; ${runs} runs, ${failed} failed.`,
    ...tableOf(
      ['story', 'dependency ready → dependent starts', 'pod created → dependent starts, without the time that the dependency needs', 'n'],
      pairs(stories).map(s => [s.about, spread(s.latencies), spread(s.overheads), s.runs]),
    ),
    ...tableOf(
      ['six containers', 'first start → start of the last', 'of the critical path, p50', 'n'],
      makespans(stories).map(s => [s.about, spread(s.makespans), ratio(s), s.makespans.length]),
    ),
    ...tableOf(
      ['30 pods of one Deployment at once', 'created → all dependents have started', 'without the time that the dependency needs',
        'CPU of the node until all are ready', 'n'],
      scaleOuts(stories).map(s => [s.about, spread(s.totals), spread(s.overheads), spread(s.cpu), s.totals.length]),
    ),
    ...tableOf(
      ['pods of one Deployment at once', ...Object.values(FIGURE_HEADS), 'n'],
      loads(stories).map(s => [s.about, ...(Object.keys(FIGURE_HEADS) as Figure[]).map(figure => median(s[figure]).toFixed(0)), s.allReady.length]),
    ),
    ...judgedLoads(loads(stories), busy > 0),
  ].join('\n');
}

/** Returns no table without rows. */
function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  return rows.length === 0 ? [] : ['', table(head, rows)];
}

/** Returns the comparisons of the loads with each other, as a list. */
function judgedLoads(all: readonly MeasuredLoad[], isBusy: boolean): string[] {
  const sentences = all.flatMap(load => judge(load, all, isBusy).map(judged => `- \`${load.story}\`: ${describeJudged(judged)}`));
  return sentences.length === 0 ? [] : ['', 'Each figure as a multiple of another story of the same round, the median of the rounds:', '', ...sentences];
}

function pairs(stories: readonly Measured[]): MeasuredPair[] {
  return stories.filter(s => s.kind === 'pair');
}

function makespans(stories: readonly Measured[]): MeasuredMakespan[] {
  return stories.filter(s => s.kind === 'makespan');
}

function scaleOuts(stories: readonly Measured[]): MeasuredScaleOut[] {
  return stories.filter(s => s.kind === 'scaleOut');
}

function loads(stories: readonly Measured[]): MeasuredLoad[] {
  return stories.filter(s => s.kind === 'load');
}

/** Returns the earlier sections without the stories that the new sections have, and the new sections. */
export function replaced(earlier: readonly Section[], later: readonly Section[]): Section[] {
  const isReplaced = ({ version, busy }: Section, { story }: Measured) =>
    later.some(l => l.version === version && l.busy === busy && l.stories.some(s => s.story === story));
  const left = earlier.map(section => ({ ...section, stories: section.stories.filter(story => !isReplaced(section, story)) }));
  return [...left.filter(({ stories }) => stories.length > 0), ...later];
}

export function writeMeasured(files: readonly string[] = []): void {
  const stored: readonly Section[] = JSON.parse(readFileSync(DATA, 'utf8'));
  const sections = replaced(stored, files.flatMap(file => kept(JSON.parse(readFileSync(file, 'utf8')))));
  if (files.length > 0) { writeFileSync(DATA, rawJson(sections)); }
  writeOrCheck(DOC, text => {
    if (!BLOCK.test(text)) { throw new Error('docs/contributing/measured.md lacks the comments `begin measured` and `end measured`'); }
    return text.replace(BLOCK, (_whole, begin: string, end: string) => `${begin}\n${sections.map(tables).join('\n\n')}\n${end}`);
  });
}

if (require.main === module) { writeMeasured(process.argv.slice(2)); }
