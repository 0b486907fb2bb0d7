/**
 * Compares the predictions of `explain()` with measured starts. Each prediction is made from the plan of a story and from the behaviour of its
 * containers; the table is in docs/contributing/measured.md. Fails if a start differs by more than 0.3 s and more than 15 %.
 *
 *     predicted.ts RESULTS.json…   stores the starts of the containers of these runs in docs/data/predicted.json, and writes the table
 *
 * `npm run docs` writes the table from the stored starts.
 */
import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Chart, Duration } from 'cdk8s';
import { StartupOrder } from 'cdk8s-startup-order';
import { Behaviour } from './runner/behaviour';
import { newApp } from './runner/manifests';
import { Run } from './runner/run-story';
import { BENCH, loadStories } from './runner/stories';
import { Story } from './runner/story';
import { Stamp } from './runner/timestamps';
import { withBlocks, writeOrCheck } from '../scripts/generated-blocks';
import { predict } from '../src/report/predict';

const DOC = join(__dirname, '..', 'docs', 'contributing', 'measured.md');
const DATA = join(__dirname, '..', 'docs', 'data', 'predicted.json');
const WITHIN = { seconds: 0.3, share: 0.15 };

/** The stored fields of a run. */
interface Seen {
  readonly story: string;
  readonly version: string;
  /** The random delay of the containers in this run. */
  readonly delayMs: number;
  /** The start of each container, in milliseconds after the first status of the pod. */
  readonly starts: Readonly<Record<string, number>>;
}

interface Data {
  readonly machine: Pick<Results['machine'], 'date' | 'cores' | 'kernel'>;
  readonly runs: readonly Seen[];
}

interface Results {
  readonly machine: { readonly date: string; readonly cores: number; readonly kernel: string };
  readonly runs: readonly Run[];
}

interface Compared {
  readonly story: string;
  readonly version: string;
  readonly container: string;
  readonly predicted: number;
  /** The measured start minus the predicted start, for each run. */
  readonly off: readonly number[];
}

/** Returns the predicted start of each container, in seconds after the first status of the pod. `undefined`: the library orders nothing. */
function predictedStarts(story: Story, run: Seen): ReadonlyMap<string, number> | undefined {
  const delay = `${run.delayMs}ms`;
  const minor = run.version.split('.')[1];
  const target = { kubernetesVersion: `1.${minor}`, kubeletVersion: `1.${minor}`, delay, hosts: {} };
  const behaviours = typeof story.containers === 'function' ? story.containers(target) : story.containers;
  const chart = new Chart(newApp(), run.story, { namespace: 'story' });
  story.app(chart, target);
  const [plan] = StartupOrder.planAll(chart);
  if (!plan) { return undefined; }
  const containers = plan.containers.map(c => c.injected ? c : { ...c, _expectedReadyIn: Duration.millis(readyAfter(behaviours[c.name] ?? {})) });
  return new Map(predict({ ...plan, containers }).rows.flatMap(r => r.started === undefined ? [] : [[r.name, r.started] as const]));
}

/** Returns the time when the container has opened all its ports and files, or exits. A container of `images` has no behaviour: it is ready at its start. */
function readyAfter({ tcp, http, unix, file, exitAt }: Behaviour): number {
  const times = [tcp, http, unix, file].flatMap(opening => opening?.split('@')[1] ?? []);
  return Math.max(0, ...[...times, ...exitAt === undefined ? [] : [exitAt]].map(milliseconds));
}

function milliseconds(text: string): number {
  const [, number, unit] = /^([\d.]+)(ms|s)$/.exec(text)!;
  return Number(number) * (unit === 's' ? 1000 : 1);
}

function seenIn({ story, version, delayMs, stamps }: Run): Seen {
  const pod = stamps.find(s => s.stamp === 'phase' && s.detail === 'Pending')!;
  const starts = new Map<string, Stamp>();
  for (const stamp of stamps) {
    if (stamp.stamp === 'start' && stamp.pod === pod.pod && !starts.has(stamp.container)) { starts.set(stamp.container, stamp); }
  }
  return { story, version, delayMs, starts: Object.fromEntries([...starts].map(([container, s]) => [container, Math.round((s.t - pod.t) / 1e3)])) };
}

function compareStarts(runs: readonly Seen[], stories: ReadonlyMap<string, Story>): Compared[] {
  const [{ story, version }] = runs;
  const pairs = runs.flatMap(run => {
    const predicted = predictedStarts(stories.get(run.story)!, run);
    return predicted ? [{ predicted, starts: run.starts }] : [];
  });
  return [...new Set(pairs.flatMap(p => Object.keys(p.starts)))].map(container => {
    // A run ends with the start of the last dependency. Other containers may start later, without a stamp.
    const started = pairs.filter(p => p.starts[container] !== undefined);
    return {
      story,
      version,
      container,
      predicted: median(started.map(p => p.predicted.get(container)!)),
      off: started.map(p => p.starts[container] / 1e3 - p.predicted.get(container)!),
    };
  });
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function holds({ predicted, off: all }: Compared): boolean {
  const off = median(all);
  return Math.abs(off) <= Math.max(WITHIN.seconds, WITHIN.share * (predicted + off));
}

/** Returns the starts to store: without stories without a plan, with further pods, whose times no plan contains, or with many pods at once. */
function kept(files: readonly string[]): Data {
  const results = files.map(file => JSON.parse(readFileSync(file, 'utf8')) as Results);
  const stories = storiesOf(results.flatMap(r => r.runs));
  const { date, cores, kernel } = results[0].machine;
  const isAlone = ({ beside, bench }: Story) => !beside && !['scaleOut', 'load'].includes(bench?.kind ?? '');
  const runs = results.flatMap(r => r.runs).filter(r => r.passed && isAlone(stories.get(r.story)!)).map(seenIn);
  return { machine: { date, cores, kernel }, runs: runs.filter(r => predictedStarts(stories.get(r.story)!, r)) };
}

function storiesOf(runs: readonly { readonly story: string }[]): Map<string, Story> {
  const benched = loadStories([], BENCH);
  return new Map([...benched, ...loadStories([...new Set(runs.map(r => r.story))].filter(name => !benched.has(name)))]);
}

function block({ machine, runs }: Data, compared: readonly Compared[]): string {
  const rows = compared.map(c => {
    const offs = [...c.off].sort((a, b) => a - b).map(off => off.toFixed(2));
    return `| ${c.version} | ${c.story} | ${c.container} | ${c.predicted.toFixed(2)} | ${(c.predicted + median(c.off)).toFixed(2)} | ${offs[0]} … ${offs.at(-1)} | ${c.off.length} |`;
  });
  return [
    `${machine.date}, Linux ${machine.kernel}, ${machine.cores} cores; ${runs.length} runs, kept in [data/predicted.json](../data/predicted.json). ${verdict(compared)}.`,
    '',
    '| Kubernetes | story | container | predicted start, s | observed, p50 | difference, min … max | n |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function verdict(compared: readonly Compared[]): string {
  return `${compared.filter(holds).length} of ${compared.length} starts are as predicted, within ${WITHIN.seconds} s or ${WITHIN.share * 100} %`;
}

export function writePredicted(files: readonly string[] = []): void {
  // One line for each run, so that a diff shows new runs.
  if (files.length > 0) { writeFileSync(DATA, JSON.stringify(kept(files)).replace(/\{"story"/g, '\n  $&').replace(/\]\}$/, '\n]}\n')); }
  const data = JSON.parse(readFileSync(DATA, 'utf8')) as Data;
  const stories = storiesOf(data.runs);
  const groups = new Map<string, Seen[]>();
  for (const run of data.runs) { groups.set(`${run.version} ${run.story}`, [...groups.get(`${run.version} ${run.story}`) ?? [], run]); }
  const compared = [...groups.values()].flatMap(group => compareStarts(group, stories));
  writeOrCheck(DOC, before => withBlocks(before, { predicted: block(data, compared) }));
  console.log(verdict(compared));
  const off = compared.filter(c => !holds(c));
  off.forEach(c => console.log(`off: ${c.version} ${c.story} ${c.container}: predicted ${c.predicted.toFixed(2)} s, seen ${(c.predicted + median(c.off)).toFixed(2)} s`));
  if (off.length > 0) { process.exitCode = 1; }
}

if (require.main === module) { writePredicted(process.argv.slice(2)); }
