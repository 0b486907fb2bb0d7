import { loadavg } from 'os';
import { setTimeout as sleep } from 'timers/promises';
import { Cluster, OwnNode, removeNamespace } from './cluster';
import { describeJudged, FIGURES, judge, measureLoad, MeasuredLoad } from './load';
import { Seen } from './observations';
import { poll } from './poll';
import { measuresCost, Run, runStory } from './run-story';
import { besideOf, Story } from './story';
import { created, Event, ready, RUNNER, start } from './timestamps';
import { median, percentile } from '../../scripts/bench/statistics';

/** The times of one story in all rounds, in milliseconds. */
export type Measured = MeasuredPair | MeasuredMakespan | MeasuredScaleOut | MeasuredLoad;

export interface MeasuredPair {
  readonly kind: 'pair';
  readonly story: string;
  readonly about: string;
  /** From `ready` of the dependency to the first instruction of the dependent. Empty without an order. */
  readonly latencies: readonly number[];
  /**
   * From the creation of the pod to the first instruction of the dependent, minus the time that the dependency itself needs. Empty for a
   * dependency outside the pod.
   */
  readonly overheads: readonly number[];
  readonly runs: number;
}

export interface MeasuredMakespan {
  readonly kind: 'makespan';
  readonly story: string;
  readonly about: string;
  readonly makespans: readonly number[];
  readonly criticalPathMs: number;
}

export interface MeasuredScaleOut {
  readonly kind: 'scaleOut';
  readonly story: string;
  readonly about: string;
  /** From the creation of the workload until the dependent has started in each pod. */
  readonly totals: readonly number[];
  /** The same, minus the time that the dependency itself needs. */
  readonly overheads: readonly number[];
  /** CPU of all processes of the node, its control plane included, until all containers of all pods are ready; in milliseconds. */
  readonly cpu: readonly number[];
}

/**
 * Runs one pod at a time. Stories alternate, in another order in each round, so that a busy moment of the machine affects all stories. The kubelet
 * relists its containers once a second, so a pod completes at a fixed moment of this second. Therefore the next pod starts after a random part of a second.
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
        if (cluster.node && measuresCost(stories.get(name)!)) { await waitUntilIdle(cluster.node); }
        runs.push(await runStory(name, stories.get(name)!, cluster, namespace, signal));
        signal.throwIfAborted();
        await removePods(cluster, namespace);
      }
    }
  } finally {
    // Remove namespaces only now: the namespace controller would use CPU while the next pod starts.
    if (!cluster.node) { await Promise.all(namespaces.map(async n => removeNamespace(cluster, n))); }
  }
  return runs;
}

/** Waits until the node uses less than 0.3 of a core: it cleans up after deleted pods, which would be a cost of the next ones. */
export async function waitUntilIdle(node: Pick<OwnNode, 'cost'>, everyMs = 2000): Promise<void> {
  const read = async () => ({ at: performance.now(), cpu: (await node.cost()).cpu });
  let before = await read();
  await poll('an idle node', { withinMs: 300_000 }, async () => {
    await sleep(everyMs);
    const now = await read();
    const cores = (now.cpu - before.cpu) / (now.at - before.at);
    before = now;
    return cores < 0.3 || undefined;
  });
}

async function removePods({ api }: Cluster, namespace: string): Promise<void> {
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  // Workloads before pods: a controller would replace the pods.
  for (const kind of ['deployments', 'replicasets']) { await api.delete(`/apis/apps/v1/namespaces/${namespace}/${kind}`); }
  await api.delete(pods);
  await poll(`end of the pods of ${namespace}`, { everyMs: 100, withinMs: 300_000 }, async () => (await api.get(pods)).items.length === 0 || undefined);
}

export function measured(stories: ReadonlyMap<string, Story>, runs: readonly Run[]): readonly Measured[] {
  return [...stories].map(([story, described]) => {
    const { about, bench: what } = described;
    const passed = runs.filter(r => r.story === story && r.passed);
    if (what?.kind === 'scaleOut') { return { kind: what.kind, story, about, ...scaleOut(what, passed) }; }
    if (what?.kind === 'load') { return { kind: what.kind, story, about, bars: what.bars, ...measureLoad(passed) }; }
    const mine = passed.map(seenIn);
    if (what?.kind === 'makespan') {
      return { kind: what.kind, story, about, makespans: mine.map(seen => makespan(what.of, what.last, seen)), criticalPathMs: what.criticalPathMs };
    }
    const outside = besideOf(described, { delay: '0s' });
    const times = mine.map(seen => pairTimes(what!, what!.dependency in outside, seen));
    return {
      kind: 'pair', story, about, latencies: times.flatMap(t => t.latency ?? []), overheads: times.flatMap(t => t.overhead ?? []), runs: mine.length,
    };
  });
}

/** Returns the stamps of a run. */
function seenIn(run: Run): Seen {
  const seen = new Seen();
  seen.add(...run.stamps);
  return seen;
}

function milliseconds(seen: Seen, event: Event): number {
  return seen.find(event)!.t / 1000;
}

interface NamesOfPair {
  readonly dependency: string;
  readonly dependent: string;
}

function scaleOut(pair: NamesOfPair, runs: readonly Run[]): Pick<MeasuredScaleOut, 'totals' | 'overheads' | 'cpu'> {
  const perRun = runs.map(({ stamps }) => {
    const podNames = new Set(stamps.filter(s => s.container === pair.dependent && s.stamp === 'start').map(s => s.pod));
    return [...podNames].map(pod => {
      const seen = new Seen();
      seen.add(...stamps.filter(s => s.pod === pod || s.container === RUNNER));
      return { total: milliseconds(seen, start(pair.dependent)) - milliseconds(seen, created()), overhead: pairTimes(pair, false, seen).overhead! };
    });
  });
  return {
    totals: perRun.map(pods => Math.max(...pods.map(p => p.total))),
    overheads: perRun.map(pods => Math.max(...pods.map(p => p.overhead))),
    cpu: runs.flatMap(r => r.cost?.cpu ?? []),
  };
}

function pairTimes(
  { dependency, dependent }: NamesOfPair, isOutside: boolean, seen: Seen,
): { readonly latency?: number; readonly overhead?: number } {
  const at = (event: Event) => milliseconds(seen, event);
  const dependencyReady = at(ready(dependency));
  const dependentStart = at(start(dependent));
  const total = dependentStart - at(created());
  if (dependentStart < dependencyReady) { return { overhead: total }; }
  const latency = dependentStart - dependencyReady;
  return isOutside ? { latency } : { latency, overhead: total - (dependencyReady - at(start(dependency))) };
}

function makespan(of: readonly string[], last: string, seen: Seen): number {
  // A container that no other container waits for may start after the end of the story.
  const started = of.map(name => start(name)).filter(event => seen.find(event));
  return milliseconds(seen, start(last)) - Math.min(...started.map(event => milliseconds(seen, event)));
}

export function printMeasured(version: string, all: readonly Measured[]): void {
  const width = Math.max(...all.map(m => m.story.length));
  console.log(`\nKubernetes ${version}, load average ${loadavg()[0].toFixed(1)}; milliseconds, p50/p95/max`);
  console.log(`${''.padEnd(width)}  ${'ready -> start'.padStart(22)}  ${'created -> start, less what it needs'.padStart(36)}    n`);
  for (const m of all) {
    if (m.kind === 'pair') {
      console.log(`${m.story.padEnd(width)}  ${spread(m.latencies).padStart(22)}  ${spread(m.overheads).padStart(36)}  ${`${m.runs}`.padStart(3)}`);
    }
  }
  console.log(`${''.padEnd(width)}  ${'first -> last start'.padStart(22)}  ${'of the critical path'.padStart(36)}    n`);
  for (const m of all) {
    if (m.kind === 'makespan') {
      console.log(`${m.story.padEnd(width)}  ${spread(m.makespans).padStart(22)}  ${ratio(m).padStart(36)}  ${`${m.makespans.length}`.padStart(3)}`);
    }
  }
  console.log(`${''.padEnd(width)}  ${'created -> all started'.padStart(22)}  ${'less what they need; CPU of the node'.padStart(36)}    n`);
  for (const m of all) {
    if (m.kind === 'scaleOut') {
      const both = `${spread(m.overheads)}; ${spread(m.cpu)}`;
      console.log(`${m.story.padEnd(width)}  ${spread(m.totals).padStart(22)}  ${both.padStart(36)}  ${`${m.totals.length}`.padStart(3)}`);
    }
  }
  printLoads(all, width);
}

function printLoads(all: readonly Measured[], width: number): void {
  const loads = all.filter(m => m.kind === 'load');
  console.log(`${''.padEnd(width)}  ${FIGURES.join(' / ')}; the median    n`);
  for (const m of loads) {
    console.log(`${m.story.padEnd(width)}  ${FIGURES.map(figure => m[figure].length === 0 ? '-' : median(m[figure]).toFixed(0)).join(' / ')}    ${m.allReady.length}`);
  }
}

/** Returns a sentence for each bar of the loads. */
export function judgeLoads(all: readonly Measured[], busy: boolean): { readonly sentence: string; readonly missed: boolean }[] {
  const loads = all.filter(m => m.kind === 'load');
  return loads.flatMap(m => judge(m, loads, busy).map(j => ({ sentence: `${m.story}: ${describeJudged(j)}`, missed: j.missed })));
}

/** p50/p95/max. */
export function spread(values: readonly number[]): string {
  return values.length === 0 ? '-' : [0.5, 0.95, 1].map(p => percentile(values, p).toFixed(0)).join('/');
}

/** Returns the median as a multiple of the critical path. */
export function ratio({ makespans, criticalPathMs }: MeasuredMakespan): string {
  return makespans.length === 0 ? '-' : `${(percentile(makespans, 0.5) / criticalPathMs).toFixed(2)} ×`;
}
