import { setTimeout as sleep } from 'timers/promises';
import { StartupOrder, StartupPlan } from 'cdk8s-startup-order';
import { Cluster } from './cluster';
import { happens, Verdict } from './expectations';
import { Fault } from './faults';
import { inject, isDue } from './inject';
import { Cost, subtract } from './load';
import { Manifest, podBeside, swapImages, synthesize } from './manifests';
import { Seen } from './observations';
import { Order, ordersOf } from './orders';
import { LateError, poll } from './poll';
import { StatusWatch } from './status';
import { besideOf, Story, Target } from './story';
import { injected, microseconds, POD, RUNNER, Stamp } from './timestamps';
import { isParallel } from './versions';

/** Runs a story once, in a new namespace. The caller removes the namespace. */
export interface Run {
  readonly story: string;
  /** The fact that the story shows. */
  readonly about: string;
  readonly version: string;
  readonly passed: boolean;
  /** Whether a run that has not passed shows no wrong order and no other error: something did not happen within its limit. */
  readonly late: boolean;
  readonly seconds: number;
  readonly verdicts: readonly Verdict[];
  /** The orders of the plans of the app. */
  readonly orders: readonly Order[];
  readonly error?: string;
  readonly notices: string;
  readonly delayMs: number;
  readonly stamps: readonly Stamp[];
  /** Measured for many pods on our own node, from before the creation of the app to the end of the story. */
  readonly cost?: Cost;
}

/** Log files cost little. On another cluster the runner sends a request for each log of each container. */
const LOOK_MS = { ownNode: 50, cluster: 500 };
const DEADLINE_MS = 60_000;
const DELAY_MS = [1500, 2500] as const;
/** A run on a kubelet that starts app containers at the same time goes on for this time after a failure, to see its other orders. */
const PATIENCE_MS = 15_000;

export async function runStory(name: string, story: Story, cluster: Cluster, namespace: string, signal: AbortSignal): Promise<Run> {
  const began = performance.now();
  const [least, most] = story.delayMs ?? DELAY_MS;
  const delayMs = least + Math.floor(Math.random() * (most - least));
  const draft: { -readonly [K in keyof Omit<Run, 'passed' | 'late' | 'seconds' | 'stamps'>]: Run[K] } = { story: name, about: story.about, version: cluster.name, delayMs, notices: '', verdicts: [], orders: [] };
  const seen = new Seen();
  let plans: readonly StartupPlan[] = [];
  let error: Error | undefined;
  try {
    await makeNamespace(cluster, namespace);
    const delay = `${delayMs}ms`;
    const beside = besideOf(story, { delay });
    const alone: Target = { kubernetesVersion: `1.${cluster.minor}`, kubeletVersion: `1.${cluster.kubelet}`, delay, hosts: {} };
    const behavioursFor = (to: Target) => typeof story.containers === 'function' ? story.containers(to) : story.containers;
    const swap = (manifest: Manifest, to: Target) => swapImages(manifest, behavioursFor(to), cluster.images, story.images);
    const objects = synthesize('objects', namespace, chart => story.objects?.(chart)).manifests.map(m => swap(m, alone));
    const outside = [...objects, ...Object.entries(beside).map(([pod, behaviour]) => podBeside(pod, behaviour, cluster.images))];
    await apply(outside, cluster, namespace);
    const target = { ...alone, hosts: await addresses(outside, cluster, namespace) };
    const { manifests, notices } = synthesize(name, namespace, chart => {
      story.app(chart, target);
      plans = StartupOrder.planAll(chart);
    });
    draft.notices = notices;
    seen.behaviours = { ...beside, ...behavioursFor(target) };
    const before = await costSoFar(story, cluster);
    const swapped = manifests.map(m => swap(m, target));
    const isStatic = (m: Manifest) => story.staticPods === true && m.kind === 'Pod';
    await apply(swapped.filter(m => !isStatic(m)), cluster, namespace);
    swapped.filter(isStatic).forEach(m => { cluster.node!.addStaticPod(namespace, m); });
    seen.add({ t: microseconds(), pod: '', container: RUNNER, stamp: 'created' });
    const brought = new Map((story.faults ?? []).flatMap(fault => fault.action.kind !== 'create' ? []
      : [[fault, synthesize('later', namespace, fault.action.objects).manifests.map(m => swap(m, target))]]));
    const notOfTheApp = [...outside, ...[...brought.values()].flat()];
    const withJobs = [...notOfTheApp, ...manifests].some(m => m.kind.endsWith('Job'));
    const running = { ...story, beside, outside: notOfTheApp.map(m => m.metadata.name), brought };
    draft.verdicts = await watch(running, cluster, namespace, seen, withJobs, signal);
    const after = await costSoFar(story, cluster);
    if (before && after) { draft.cost = subtract(after, before); }
  } catch (e) {
    error = e as Error;
  } finally {
    if (story.staticPods) { cluster.node!.removeStaticPods(namespace); }
  }
  draft.orders = ordersOf(plans, seen);
  const passed = error === undefined && draft.verdicts.every(v => v.state === 'holds');
  const late = !passed && isOnlyLate(draft.verdicts, error);
  return { ...draft, passed, late, error: error?.message, seconds: (performance.now() - began) / 1000, stamps: seen.all };
}

/** Returns whether a run without success shows no wrong order, for example because a fault missed its moment. */
export function isOnlyLate(verdicts: readonly Verdict[], error?: Error): boolean {
  if (error !== undefined && !(error instanceof LateError)) { return false; }
  const isWrong = ({ state, wrongIfOpen }: Verdict) => state === 'fails' || (state === 'open' && wrongIfOpen === true);
  return verdicts.some(v => v.missedMoment) || !verdicts.some(isWrong);
}

/** Returns whether the bench measures the cost of a story for the node. */
export function measuresCost({ bench }: Story): boolean {
  return ['scaleOut', 'load'].includes(bench?.kind ?? '');
}

/** Measured only for some stories, because each measurement starts a process. */
async function costSoFar(story: Story, { node }: Cluster): Promise<Cost | undefined> {
  return node && measuresCost(story) ? node.cost() : undefined;
}

/** Returns the number of pods of a story. */
export function podCount(story: Story): number {
  return (story.pods ?? 1) + Object.keys(besideOf(story, { delay: '0s' })).length;
}

async function makeNamespace({ api }: Cluster, namespace: string): Promise<void> {
  await api.createNamespace(namespace);
  // The API server rejects pods until the service account exists.
  await poll(`service account of ${namespace}`, { withinMs: 30_000 }, async () => api.find(`/api/v1/namespaces/${namespace}/serviceaccounts/default`));
}

/** A running story, with the addresses of the pods outside its app. */
type RunningStory = Story & {
  readonly beside: ReturnType<typeof besideOf>;
  readonly outside: readonly string[];
  readonly brought: ReadonlyMap<Fault, readonly Manifest[]>;
};

/** Returns the addresses of the pods of these objects. */
async function addresses(objects: readonly Manifest[], { api }: Cluster, namespace: string): Promise<Record<string, string>> {
  const names = objects.filter(m => m.kind === 'Pod').map(m => m.metadata.name);
  return Object.fromEntries(await Promise.all(names.map(async name => [name, await poll<string>(`address of ${name}`, { withinMs: 30_000 },
    async () => (await api.get(`/api/v1/namespaces/${namespace}/pods/${name}`)).status.podIP)])));
}

/** Runs a CronJob at once, as `kubectl create job --from` does. */
async function apply(manifests: readonly Manifest[], { api }: Cluster, namespace: string): Promise<void> {
  for (const manifest of manifests) {
    await api.create(namespace, manifest);
    if (manifest.kind === 'CronJob') {
      await api.create(namespace, { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: manifest.metadata.name }, spec: manifest.spec.jobTemplate.spec });
    }
  }
}

async function watch(story: RunningStory, cluster: Cluster, namespace: string, seen: Seen, withJobs: boolean, signal: AbortSignal) {
  const logs = cluster.logs(namespace);
  const status = new StatusWatch(cluster.api, namespace, withJobs);
  const waiting = new Set(story.faults);
  const injections: Promise<void>[] = [];
  const pods = podCount(story);
  let deadline = performance.now() + (story.deadlineMs ?? DEADLINE_MS);
  const patience = isParallel(cluster.name) ? PATIENCE_MS : 0;
  const closed = patience > 0 ? ['holds'] : ['holds', 'late'];
  try {
    for (; ; await sleep(cluster.node ? LOOK_MS.ownNode : LOOK_MS.cluster)) {
      signal.throwIfAborted();
      seen.add(...await logs.read());
      status.read(seen);
      for (const fault of waiting) {
        if (!isDue(fault, seen, microseconds())) { continue; }
        waiting.delete(fault);
        const injection = inject(fault, story.brought.get(fault) ?? [], cluster, namespace, seen);
        injection.catch(() => {}); // awaited below; until then the rejection must not be unhandled
        injections.push(injection);
      }
      const verdicts = judgeStory(story, seen);
      if (verdicts.some(v => v.state !== 'open' && !closed.includes(v.state))) { deadline = Math.min(deadline, performance.now() + patience); }
      const final = performance.now() >= deadline;
      const settled = seen.pods.length >= pods && verdicts.every(v => closed.includes(v.state));
      if (settled || final) {
        await Promise.all(injections);
        return verdicts;
      }
    }
  } finally {
    logs.close();
    status.close();
  }
}

/** Returns the expectations of the story, that its faults happen, and that no container misses its dependencies, unless the story excuses it. */
export function judgeStory(story: Pick<RunningStory, 'expect' | 'faults' | 'outside'>, seen: Seen): Verdict[] {
  const now = microseconds();
  const excused = new Set(story.expect.map(e => e.excuses));
  const missed = seen.all.filter(s => ['needs-failed', 'failed'].includes(s.stamp) && !excused.has(s.container));
  const expectations = [...story.expect, ...(story.faults ?? []).map(f => happens(injected(f.name)))];
  return [
    ...expectations.flatMap(expectation => {
      const pods = podsOf(expectation.container, story, seen);
      const nothing: Verdict = { state: 'open', text: `${expectation.text}: has not happened` };
      return pods.length > 0 ? pods.map(pod => expectation.judge(seen, pod, now)) : [nothing];
    }),
    ...missed.map((s): Verdict => {
      const isInOrder = story.expect.some(e => e.container === s.container && e.judge(seen, s.pod, now).state === 'late');
      return { state: isInOrder && seen.hasWaited(s) ? 'late' : 'fails', text: `${s.container}: ${s.stamp} ${s.detail}` };
    }),
  ];
}

function podsOf(container: string, { outside }: Pick<RunningStory, 'outside'>, seen: Seen): readonly string[] {
  if (container === POD) { return seen.pods.filter(pod => !outside.some(name => isOf(pod, name))); }
  // Jobs and the runner are in no pod, so any pod fits.
  return container.startsWith('(') ? seen.pods.slice(0, 1) : seen.podsWith(container);
}

/** Returns whether the pod has this name, or belongs to the workload with this name. */
export function isOf(pod: string, name: string): boolean {
  return pod === name || pod.startsWith(`${name}-`);
}
