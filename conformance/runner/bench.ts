import { loadavg } from 'os';
import { Cluster } from './cluster';
import { poll } from './poll';
import { Run, runStory } from './run-story';
import { Seen } from './seen';
import { created, Event, ready, start } from './stamps';
import { Story } from './story';

/** Times of one story over all rounds, in milliseconds. */
export interface Measured {
  readonly story: string;
  readonly about: string;
  /** From the dependency's `ready` to the first instruction of the dependent; none where nothing is ordered. */
  readonly latencies: readonly number[];
  /** From the creation of the pod to the first instruction of the dependent, without the time that the dependency needs itself. */
  readonly overheads: readonly number[];
}

/** One pod at a time; stories take turns, each round in another order, so that a busy moment of the machine hits all of them. */
export async function bench(stories: ReadonlyMap<string, Story>, cluster: Cluster, rounds: number, signal: AbortSignal): Promise<readonly Run[]> {
  const names = [...stories.keys()];
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length];
      const namespace = `bench-${name}-${round + 1}`;
      runs.push(await runStory(name, stories.get(name)!, cluster, namespace, signal));
      signal.throwIfAborted();
      const gone = async () => await cluster.api.find(`/api/v1/namespaces/${namespace}`) ? undefined : true;
      await poll(`end of ${namespace}`, { everyMs: 100, withinMs: 120_000 }, gone);
    }
  }
  return runs;
}

export function measured(stories: ReadonlyMap<string, Story>, runs: readonly Run[]): readonly Measured[] {
  return [...stories].map(([name, story]) => {
    const mine = runs.filter(r => r.story === name && r.passed).map(run => times(story, run));
    return { story: name, about: story.about, latencies: mine.flatMap(t => t.latency ?? []), overheads: mine.map(t => t.overhead) };
  });
}

function times({ bench: pair }: Story, run: Run): { readonly latency?: number; readonly overhead: number } {
  const seen = new Seen();
  seen.add(...run.stamps);
  const at = (event: Event) => seen.find(event)!.t / 1000;
  const dependencyReady = at(ready(pair!.dependency));
  const dependentStart = at(start(pair!.dependent));
  const total = dependentStart - at(created());
  if (dependentStart < dependencyReady) { return { overhead: total }; }
  return { latency: dependentStart - dependencyReady, overhead: total - (dependencyReady - at(start(pair!.dependency))) };
}

export function printMeasured(version: string, all: readonly Measured[]): void {
  const width = Math.max(...all.map(m => m.story.length));
  console.log(`\nKubernetes ${version}, load average ${loadavg()[0].toFixed(1)}; milliseconds, p50/p95/max`);
  console.log(`${''.padEnd(width)}  ${'ready -> start'.padStart(22)}  ${'created -> start, less what it needs'.padStart(36)}    n`);
  for (const m of all) {
    console.log(`${m.story.padEnd(width)}  ${spread(m.latencies).padStart(22)}  ${spread(m.overheads).padStart(36)}  ${`${m.overheads.length}`.padStart(3)}`);
  }
}

function spread(values: readonly number[]): string {
  if (values.length === 0) { return '-'; }
  const sorted = [...values].sort((a, b) => a - b);
  const percentile = (p: number) => sorted[Math.ceil(p * sorted.length) - 1];
  return [0.5, 0.95, 1].map(p => percentile(p).toFixed(0)).join('/');
}
