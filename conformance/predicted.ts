/**
 * Whether what `explain()` predicts is what happens: predicted.ts RESULTS.json… takes stories that were run one pod at a time, predicts each from its own plan and from what its containers
 * do, and writes both beside each other into docs/explanation/measured.md. Fails where a start is neither within 0.3 s nor within 15 %.
 */
import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { App, Chart, Duration } from 'cdk8s';
import { StartupOrder } from 'cdk8s-startup-order';
import { Behaviour } from './runner/behaviour';
import { Run } from './runner/run-story';
import { Stamp } from './runner/stamps';
import { BENCH, loadStories } from './runner/stories';
import { Story } from './runner/story';
import { predict } from '../src/report/predict';

const DOC = join(__dirname, '..', 'docs', 'explanation', 'measured.md');
const BLOCK = /(<!-- begin predicted -->\n)[\s\S]*(\n<!-- end predicted -->)/;
const WITHIN = { seconds: 0.3, share: 0.15 };

interface Compared {
  readonly story: string;
  readonly version: string;
  readonly container: string;
  readonly predicted: number;
  /** What was seen, less what was predicted, of each run. */
  readonly off: readonly number[];
}

/** When the containers start, in seconds after the pod was seen for the first time. `undefined`: nothing is ordered by the library. */
function predictedStarts(story: Story, run: Run): ReadonlyMap<string, number> | undefined {
  const delay = `${run.delayMs}ms`;
  const minor = run.version.split('.')[1];
  const target = { kubernetesVersion: `1.${minor}`, kubeletVersion: `1.${minor}`, delay, hosts: {} };
  const behaviours = typeof story.containers === 'function' ? story.containers(target) : story.containers;
  const chart = new Chart(new App(), run.story, { namespace: 'story' });
  story.app(chart, target);
  const [plan] = StartupOrder.planAll(chart);
  if (!plan) { return undefined; }
  const containers = plan.containers.map(c => c.injected ? c : { ...c, expectedReadyIn: Duration.millis(readyAfter(behaviours[c.name])) });
  return new Map(predict({ ...plan, containers }).rows.flatMap(r => r.started === undefined ? [] : [[r.name, r.started] as const]));
}

/** When the last thing opens that others wait for; or when it ends. */
function readyAfter({ tcp, http, unix, file, exitAt }: Behaviour): number {
  const times = [tcp, http, unix, file].flatMap(opening => opening?.split('@')[1] ?? []);
  return Math.max(0, ...[...times, ...exitAt === undefined ? [] : [exitAt]].map(milliseconds));
}

function milliseconds(text: string): number {
  const [, number, unit] = /^([\d.]+)(ms|s)$/.exec(text)!;
  return Number(number) * (unit === 's' ? 1000 : 1);
}

function measuredStarts({ stamps }: Run): ReadonlyMap<string, number> {
  const pod = stamps.find(s => s.stamp === 'phase' && s.detail === 'Pending')!;
  const starts = new Map<string, Stamp>();
  for (const stamp of stamps) {
    if (stamp.stamp === 'start' && stamp.pod === pod.pod && !starts.has(stamp.container)) { starts.set(stamp.container, stamp); }
  }
  return new Map([...starts].map(([container, s]) => [container, (s.t - pod.t) / 1e6]));
}

function compare(runs: readonly Run[], stories: ReadonlyMap<string, Story>): Compared[] {
  const [{ story, version }] = runs;
  // Delays are drawn anew for each run.
  const pairs = runs.flatMap(run => {
    const predicted = predictedStarts(stories.get(story)!, run);
    return predicted ? [{ predicted, measured: measuredStarts(run) }] : [];
  });
  if (pairs.length === 0) { return []; }
  return [...pairs[0].measured.keys()].map(container => ({
    story,
    version,
    container,
    predicted: median(pairs.map(p => p.predicted.get(container)!)),
    off: pairs.map(p => p.measured.get(container)! - p.predicted.get(container)!),
  }));
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function holds({ predicted, off: all }: Compared): boolean {
  const off = median(all);
  return Math.abs(off) <= Math.max(WITHIN.seconds, WITHIN.share * (predicted + off));
}

function main(files: readonly string[]): void {
  const runs = files.flatMap(file => (JSON.parse(readFileSync(file, 'utf8')) as { runs: readonly Run[] }).runs).filter(r => r.passed);
  const names = [...new Set(runs.map(r => r.story))];
  const benched = loadStories([], BENCH);
  const stories = new Map([...benched, ...loadStories(names.filter(n => !benched.has(n)))]);
  const groups = new Map<string, Run[]>();
  // What others are for a pod, and when they are ready, its plan does not know.
  for (const run of runs.filter(r => !stories.get(r.story)!.beside)) { groups.set(`${run.version} ${run.story}`, [...groups.get(`${run.version} ${run.story}`) ?? [], run]); }
  const compared = [...groups.values()].flatMap(group => compare(group, stories));
  const rows = compared.map(c => {
    const offs = [...c.off].sort((a, b) => a - b).map(off => off.toFixed(2));
    return `| ${c.version} | ${c.story} | ${c.container} | ${c.predicted.toFixed(2)} | ${(c.predicted + median(c.off)).toFixed(2)} | ${offs[0]} … ${offs.at(-1)} | ${c.off.length} |`;
  });
  const text = readFileSync(DOC, 'utf8');
  if (rows.length === 0 || !BLOCK.test(text)) { throw new Error('usage: predicted.ts RESULTS.json…, and docs/explanation/measured.md with its two markers'); }
  const table = ['| Kubernetes | story | container | predicted start, s | seen, p50 | off, least … most | n |', '|---|---|---|---|---|---|---|', ...rows].join('\n');
  writeFileSync(DOC, text.replace(BLOCK, (_whole, begin: string, end: string) => `${begin}\n${table}\n${end}`));
  const off = compared.filter(c => !holds(c));
  console.log(`${compared.length - off.length} of ${compared.length} starts are as predicted, within ${WITHIN.seconds} s or ${WITHIN.share * 100} %`);
  off.forEach(c => console.log(`off: ${c.version} ${c.story} ${c.container}: predicted ${c.predicted.toFixed(2)} s, seen ${(c.predicted + median(c.off)).toFixed(2)} s`));
  process.exitCode = off.length > 0 ? 1 : 0;
}

main(process.argv.slice(2));
