import { loadavg } from 'os';
import { setTimeout as sleep } from 'timers/promises';
import { Cluster, removeNamespace } from './cluster';
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

/**
 * One pod at a time; stories take turns, each round in another order, so that a busy moment of the machine hits all of them. The kubelet looks
 * at its containers once a second, and a pod ends when it looks: the next one begins at any moment of that second, else all would begin at the
 * same one.
 */
export async function bench(stories: ReadonlyMap<string, Story>, cluster: Cluster, rounds: number, signal: AbortSignal): Promise<readonly Run[]> {
  const names = [...stories.keys()];
  const runs: Run[] = [];
  const namespaces: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < names.length; i++) {
        const name = names[(i + round) % names.length];
        const namespace = `bench-${name}-${round + 1}`;
        namespaces.push(namespace);
        await sleep(Math.random() * 1000);
        runs.push(await runStory(name, stories.get(name)!, cluster, namespace, signal));
        signal.throwIfAborted();
        await removePods(cluster, namespace);
      }
    }
  } finally {
    // Not before: the namespace controller would work while the next pod starts.
    if (!cluster.node) { await Promise.all(namespaces.map(async n => removeNamespace(cluster, n))); }
  }
  return runs;
}

async function removePods({ api }: Cluster, namespace: string): Promise<void> {
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  await api.delete(pods);
  await poll(`end of the pods of ${namespace}`, { everyMs: 100, withinMs: 60_000 }, async () => (await api.get(pods)).items.length === 0 || undefined);
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

/** p50/p95/max. */
export function spread(values: readonly number[]): string {
  if (values.length === 0) { return '-'; }
  const sorted = [...values].sort((a, b) => a - b);
  const percentile = (p: number) => sorted[Math.ceil(p * sorted.length) - 1];
  return [0.5, 0.95, 1].map(p => percentile(p).toFixed(0)).join('/');
}
