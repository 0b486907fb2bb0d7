import { bench, measured, printMeasured } from './bench';
import { Cluster, connect, missingForNode, startNode } from './cluster';
import { Options, parseOptions, USAGE } from './options';
import { endProcesses } from './processes';
import { print, printSkipped, Skipped, writeResults } from './report';
import { needsOwnNode, Run, runsAlone, runStory } from './run-story';
import { loadStories } from './stories';
import { Story } from './story';

/** Runs the stories; the exit code is 0 when all that apply have passed. */
export async function main(args: readonly string[]): Promise<number> {
  let options: Options;
  let stories: ReadonlyMap<string, Story>;
  try {
    options = parseOptions(args);
    stories = loadStories(options.stories);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  const missing = options.kubeconfig ? undefined : missingForNode();
  if (missing) {
    console.error(missing);
    return 1;
  }

  const interrupt = new AbortController();
  const code = { SIGINT: 130, SIGTERM: 143 };
  for (const name of Object.keys(code) as (keyof typeof code)[]) {
    process.on(name, () => {
      interrupt.abort(new Error(`interrupted by ${name}`));
      process.exitCode = code[name];
      void endProcesses();
    });
  }

  const results = { runs: [] as Run[], skipped: [] as Skipped[], nodes: [] as object[] };
  try {
    for (const version of options.kubeconfig ? [''] : options.versions) {
      const began = performance.now();
      const cluster = options.kubeconfig ? await connect(options.kubeconfig, options.images) : await startNode(version, options.images);
      const upSeconds = seconds(began);
      console.log(`node ${cluster.version} is up after ${upSeconds} s`);
      try {
        await (options.bench ? runBench : runAll)(stories, cluster, options, results, interrupt.signal);
      } finally {
        const ending = performance.now();
        await cluster.close();
        console.log(`node ${cluster.version} is down after ${seconds(ending)} s`);
        results.nodes.push({ version: cluster.version, upSeconds, downSeconds: seconds(ending), totalSeconds: seconds(began) });
      }
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode ??= 1;
  }
  await endProcesses();
  if (interrupt.signal.aborted) { return Number(process.exitCode); }
  writeResults(options.results, results);
  const failed = results.runs.filter(r => !r.passed).length;
  console.log(`${results.runs.length - failed} passed, ${failed} failed, ${results.skipped.length} do not apply`);
  return Number(process.exitCode ?? (failed > 0 || results.runs.length === 0 ? 1 : 0));
}

type Results = { readonly runs: Run[]; readonly skipped: Skipped[] };

/** Several at a time; those that hurt the node run alone, at the end. */
async function runAll(stories: ReadonlyMap<string, Story>, cluster: Cluster, options: Options, { runs, skipped }: Results, signal: AbortSignal) {
  const queue: (() => Promise<void>)[] = [];
  const alone: (() => Promise<void>)[] = [];
  for (let repeat = 1; repeat <= options.repeat; repeat++) {
    for (const [name, story] of stories) {
      const reason = doesNotApply(story, cluster);
      if (reason !== undefined) {
        if (repeat === 1) {
          skipped.push({ story: name, version: cluster.version, reason });
          printSkipped(skipped[skipped.length - 1]);
        }
        continue;
      }
      (runsAlone(story) ? alone : queue).push(async () => {
        signal.throwIfAborted();
        const run = await runStory(name, story, cluster, `${name}-${repeat}`, signal);
        runs.push(run);
        print(run);
      });
    }
  }
  const worker = async () => { for (let next; (next = queue.shift());) { await next(); } };
  await Promise.all(Array.from({ length: options.parallel }, worker));
  for (const next of alone) { await next(); }
}

async function runBench(stories: ReadonlyMap<string, Story>, cluster: Cluster, options: Options, { runs, skipped }: Results, signal: AbortSignal) {
  const reasons = [...stories].filter(([, s]) => s.bench).map(([name, story]) => ({ name, story, reason: doesNotApply(story, cluster) }));
  skipped.push(...reasons.flatMap(({ name, reason }) => reason === undefined ? [] : [{ story: name, version: cluster.version, reason }]));
  skipped.forEach(printSkipped);
  const chosen = new Map(reasons.filter(r => r.reason === undefined).map(({ name, story }) => [name, story]));
  runs.push(...await bench(chosen, cluster, options.rounds, signal));
  runs.filter(r => !r.passed).forEach(print);
  printMeasured(cluster.version, measured(chosen, runs.filter(r => r.version === cluster.version)));
}

function doesNotApply(story: Story, cluster: Cluster): string | undefined {
  if (!cluster.node && needsOwnNode(story)) { return 'it hurts its node, so it runs only on a node of our own'; }
  return story.doesNotApply?.(cluster.minor);
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10;
}
