import { doesNotApply, restartMoment } from './applicability';
import { bench, judgeLoads, measured, printMeasured } from './bench';
import { Cluster, connect, missingForNode, removeNamespace, startNode } from './cluster';
import { planWithout } from './manifests';
import { Options, parseOptions, USAGE } from './options';
import { endGroup, endProcesses, startProcess } from './processes';
import { countOutcomes, exitCodeOf, print, printSkipped, Skipped, writeResults } from './report';
import { podCount, Run, runStory } from './run-story';
import { Room } from './semaphore';
import { SharedRestart } from './shared-restart';
import { loadBenchStories, loadStories } from './stories';
import { Story } from './story';
import { isParallel } from './versions';
import { breaksPromise, describe } from '../parallel';
import { makeStories, randomStories } from '../random/stories';
import { summarize } from '../random/summary';

/** Runs the stories. Returns exit code 0 if all applicable stories have passed, and 3 if no run is wrong, but some are late. */
export async function main(args: readonly string[]): Promise<number> {
  let options: Options;
  let stories: ReadonlyMap<string, Story>;
  try {
    options = parseOptions(args);
    const load = options.bench ? loadBenchStories : loadStories;
    stories = options.random === undefined ? load(options.stories) : new Map();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  const missing = options.kubeconfig ? undefined : missingForNode();
  if (missing) {
    console.error(missing);
    return 1;
  }

  if (options.without !== undefined) { planWithout(options.without); }
  const interrupt = new AbortController();
  const code = { SIGINT: 130, SIGTERM: 143 };
  for (const name of Object.keys(code) as (keyof typeof code)[]) {
    process.on(name, () => {
      interrupt.abort(new Error(`interrupted by ${name}`));
      process.exitCode = code[name];
      void endProcesses();
    });
  }

  const others = new Set([...stories.values()].flatMap(story => story.images ?? []));
  const results: Results = { runs: [], skipped: [], nodes: [], measured: [] };
  try {
    for (const node of options.kubeconfig ? [undefined] : options.nodes) {
      const began = performance.now();
      const cluster = node ? await startNode(node, options.images, { withPeers: options.bench, others })
        : await connect(options.kubeconfig!, options.images);
      const upSeconds = seconds(began);
      console.log(`node ${cluster.name} is up after ${upSeconds} s`);
      try {
        const { random, seed, unstated, stories: names } = options;
        const ofRandom = { unstated, version: node?.version };
        const ofNode = random === undefined ? stories : makeStories(randomStories(random, seed, cluster.minor, ofRandom), names);
        await (options.bench ? runBench : runAll)(ofNode, { ...cluster, recordTo: options.recordTo }, options, results, interrupt.signal);
      } finally {
        const ending = performance.now();
        await cluster.close();
        console.log(`node ${cluster.name} is down after ${seconds(ending)} s`);
        results.nodes.push({ version: cluster.name, upSeconds, downSeconds: seconds(ending), totalSeconds: seconds(began) });
      }
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode ??= 1;
  }
  await endProcesses();
  if (interrupt.signal.aborted) { return Number(process.exitCode); }
  writeResults(options.results, { without: options.without, ...results });
  if (options.random !== undefined) { summarize(results.runs).forEach(line => { console.log(line); }); }
  const { passed, wrong, late } = countOutcomes(results.runs);
  console.log(`${passed} passed, ${wrong} wrong, ${late} late, ${results.skipped.length} do not apply`);
  if (late > 0) { console.log('late: no order is wrong, but something did not happen within its limit, also when the story ran alone.'); }
  const parallel = results.runs.filter(r => isParallel(r.version));
  if (parallel.length === 0) { return Number(process.exitCode ?? exitCodeOf({ passed, wrong, late })); }
  describe(parallel).forEach(line => { console.log(line); });
  return Number(process.exitCode ?? (breaksPromise(parallel, options.without !== undefined) ? 1 : 0));
}

interface Results {
  readonly nodes: object[];
  readonly measured: object[];
  readonly runs: Run[];
  readonly skipped: Skipped[];
}

/**
 * Runs several stories at a time. Then runs the stories that restart the kubelet; stories with the same moment share one restart. At the
 * end, runs each late story once more, alone: the second run counts.
 */
async function runAll(stories: ReadonlyMap<string, Story>, cluster: Cluster, options: Options, results: Results, signal: AbortSignal) {
  const namespaces: string[] = [];
  const chosen = applicable(stories, cluster, results);
  const late: string[] = [];
  const runOne = async (name: string, repeat: number | 'alone', where = cluster) => {
    const namespace = `${name}-${repeat}`;
    namespaces.push(namespace);
    const run = await runStory(name, chosen.get(name)!, where, namespace, signal);
    signal.throwIfAborted();
    print(run, chosen.get(name)!.onFailure);
    if (run.late && repeat !== 'alone' && !isParallel(cluster.name)) { late.push(name); } else { results.runs.push(run); }
    // Do not wait: the next story uses another namespace.
    await removeNamespace(cluster, namespace);
  };
  const byMoment = new Map<number | undefined, string[]>();
  for (const [name, story] of chosen) {
    const moment = restartMoment(story);
    byMoment.set(moment, [...byMoment.get(moment) ?? [], name]);
  }
  const times = (name: string) => options.repeat ?? (options.full ? chosen.get(name)!.timesInFull ?? 3 : 1);
  const repeats = Array.from({ length: Math.max(...[...chosen.keys()].map(times)) }, (_, i) => i + 1);
  const again = (names: readonly string[], repeat: number) => names.filter(name => repeat <= times(name));
  const alone = repeats.flatMap(repeat => again(byMoment.get(undefined) ?? [], repeat).map(name => ({ name, repeat })));
  byMoment.delete(undefined);
  const room = new Room(options.parallel);
  try {
    await Promise.all(alone.map(async ({ name, repeat }) => {
      const size = Math.min(podCount(chosen.get(name)!), options.parallel);
      return room.within(size, async () => runOne(name, repeat));
    }));
    for (const repeat of repeats) {
      for (const names of byMoment.values()) { await runTogether(again(names, repeat), cluster, async (name, where) => runOne(name, repeat, where)); }
    }
    for (const name of new Set(late)) { await runOne(name, 'alone'); }
  } finally {
    if (!cluster.node) { await Promise.all(namespaces.map(async n => removeNamespace(cluster, n))); }
  }
}

/** Runs all stories with one restart of the kubelet. */
async function runTogether(names: readonly string[], cluster: Cluster, run: (name: string, where: Cluster) => Promise<void>) {
  const shared = new SharedRestart(names.length, cluster.node!.restartKubelet);
  await Promise.all(names.map(async name => {
    let asked = false;
    const restartKubelet = async () => {
      asked = true;
      return shared.ask();
    };
    try {
      await run(name, { ...cluster, node: { ...cluster.node!, restartKubelet } });
    } finally {
      if (!asked) { shared.leave(); }
    }
  }));
}

async function runBench(stories: ReadonlyMap<string, Story>, cluster: Cluster, options: Options, results: Results, signal: AbortSignal) {
  const chosen = applicable(stories, cluster, results);
  const others = Array.from({ length: options.busy }, () => startProcess(process.execPath, ['-e', 'for (;;);']));
  let runs: readonly Run[] = [];
  try {
    runs = await bench(chosen, cluster, options.rounds, signal);
  } finally {
    others.forEach(endGroup);
  }
  runs.filter(r => !r.passed).forEach(run => { print(run); });
  results.runs.push(...runs);
  const all = measured(chosen, runs);
  results.measured.push({ version: cluster.name, ...options.busy > 0 ? { busy: options.busy } : {}, stories: all });
  printMeasured(cluster.name, all);
  for (const { sentence, missed } of judgeLoads(all, options.busy > 0)) {
    console.log(sentence);
    if (missed) { process.exitCode = 1; }
  }
}

function applicable(stories: ReadonlyMap<string, Story>, cluster: Cluster, { skipped }: Results): ReadonlyMap<string, Story> {
  return new Map([...stories].filter(([name, story]) => {
    const reason = doesNotApply(story, cluster);
    if (reason === undefined) { return true; }
    const entry = { story: name, version: cluster.name, reason };
    skipped.push(entry);
    printSkipped(entry);
    return false;
  }));
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10;
}
