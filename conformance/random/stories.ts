import { RestartPolicy } from 'cdk8s-plus-27';
import { Guarantee, Mechanism, PlannedDependency, StartupPlan } from 'cdk8s-startup-order';
import { Disturbance, disturbanceOf } from './faults';
import { RandomOptions, randomPods } from './generate';
import { behaviourOf, createPod, PLACEHOLDERS, planOf, RandomPod, SERVERS } from './pod';
import { isGone, keepsOrder, keepsShutdownOrder } from './promises';
import { RESTART_BUG } from '../faults/matrix';
import { synthesize } from '../runner/manifests';
import { Seen } from '../runner/observations';
import { Story } from '../runner/story';
import { RUNNER } from '../runner/timestamps';
import { isParallel, VERSIONS } from '../runner/versions';

const LIMIT_SECONDS = 60;
/** The time without a start after which a run is over. */
const QUIET = 3e6;


/** Returns the names of the random pods for nodes of the minor version, and functions that make their stories. */
export function randomStories(count: number, seed: number, minor: number, options: RandomOptions = {}): ReadonlyMap<string, () => Story> {
  const version = options.version ?? VERSIONS.find(v => v.startsWith(`1.${minor}.`)) ?? `1.${minor}`;
  return new Map(randomPods(count, seed, minor, options).map((pod, i): [string, () => Story] => {
    const name = `random-${seed}-${i}`;
    const flag = options.unstated ? ' --unstated' : '';
    const repeat = `repeat: npm run conformance -- --version ${version} --random ${i + 1}${flag} --seed ${seed} --story ${name}`;
    return [name, () => {
      const story = storyOf(pod(), minor, isParallel(version) ? [Guarantee.FAIL_CLOSED, Guarantee.EVERY_START] : Object.values(Guarantee));
      return { ...story, onFailure: () => `${repeat}\n${story.onFailure!()}` };
    }];
  }));
}

/** Makes these random stories, or all if `names` is empty. */
export function makeStories(random: ReadonlyMap<string, () => Story>, names: readonly string[]): ReadonlyMap<string, Story> {
  const unknown = names.filter(name => !random.has(name));
  const all = [...random.keys()];
  if (unknown.length > 0) { throw new Error(`no random pod has the name ${unknown.join(', ')}; expected: ${all[0]} to ${all.at(-1)}`); }
  return new Map(all.filter(name => names.length === 0 || names.includes(name)).map(name => [name, random.get(name)!()]));
}

/** Returns the story of a random pod on nodes of the minor version: the pod keeps the promises of its plan with these guarantees. */
export function storyOf(pod: RandomPod, minor: number, guarantees: readonly Guarantee[] = Object.values(Guarantee)): Story {
  const plan = planOf(pod, minor);
  const disturbance = disturbanceOf(pod, plan);
  const { behaviours = {}, faults = [] } = disturbance;
  const servers = Object.keys(SERVERS).filter(name => plan.dependencies.some(d => d.external && d.dependency === name));
  const isOver = overAfter(pod, disturbance);
  const circumstances = {
    isOver,
    blocked: disturbance.blocked,
    disturbed: pod.fault !== 'none',
    restartOpens: minor >= RESTART_BUG.since,
    gated: new Set(plan.dependencies.filter(d => d.mechanism === Mechanism.ENTRYPOINT_GATE).map(d => d.dependent)),
    restartsAll: new Set(pod.containers.flatMap(c => c.dependsOn.filter(d => d.restartAllContainers).map(d => d.on))),
    probed: new Set(pod.containers.filter(c => c.startupProbe).map(c => c.name)),
  };
  return {
    about: `A random pod keeps the promises of its plan. Fault: ${pod.fault}.`,
    app: (chart, { hosts }) => { createPod(pod, chart, minor, hosts); },
    containers: Object.fromEntries(pod.containers.map(c => [c.name, behaviours[c.name] ?? behaviourOf(c)])),
    beside: Object.fromEntries(servers.map(name => [name, SERVERS[name].behaviour])),
    faults,
    expect: [
      ...plan.dependencies.filter(d => !isExcepted(d, plan) && guarantees.includes(d.guarantee)).map(d => keepsOrder(d, circumstances)),
      ...plan.dependencies.filter(d => d.stopMechanism !== undefined).map(d => keepsShutdownOrder(d, isOver)),
    ],
    deadlineMs: 1000 * ((disturbance.limitSeconds ?? LIMIT_SECONDS) + 30),
    onFailure: () => [`pod: ${JSON.stringify(pod)}`, ...describePlan(plan), `manifest: ${manifestOf(pod, minor)}`].join('\n'),
  };
}

/** Returns a function that decides whether a run is over: all containers have started as often as they can and nothing starts, or the time is over. */
function overAfter({ containers, restartPolicy }: RandomPod, { faults = [], restarts = {}, blocks, limitSeconds = LIMIT_SECONDS }: Disturbance) {
  const deletes = faults.some(f => f.action.kind === 'delete-pod');
  return (seen: Seen, pod: string, now: number): boolean => {
    const created = seen.all.find(s => s.container === RUNNER && s.stamp === 'created');
    if (!created) { return false; }
    if (now > created.t + limitSeconds * 1e6) { return true; }
    const last = seen.all.at(-1)!.t;
    if (now < last + QUIET || !faults.every(f => seen.all.some(s => s.container === RUNNER && s.stamp === f.name))) { return false; }
    if (deletes) { return isGone(seen, pod); }
    const startsOf = (name: string) => seen.all.filter(s => s.pod === pod && s.container === name && s.stamp === 'start').length;
    return !blocks && restartPolicy !== RestartPolicy.NEVER && containers.every(({ name }) => startsOf(name) >= 1 + (restarts[name] ?? 0))
      || (!blocks && restartPolicy === RestartPolicy.NEVER && containers.every(({ name }) => startsOf(name) >= 1));
  };
}

/** Returns whether a warning of the plan excepts the dependency: the list order does not wait for its gate or guard. */
function isExcepted({ dependent, dependency }: PlannedDependency, { warnings }: StartupPlan): boolean {
  return warnings.some(w => w.startsWith(`'${dependent}' starts when the gate of '${dependency}' runs`)
    || w.startsWith(`'${dependent}' starts while a guard holds '${dependency}'`));
}

function describePlan({ dependencies }: StartupPlan): string[] {
  return dependencies.map(({ dependent, dependency, condition, mechanism, guarantee, reason }: PlannedDependency) =>
    `plan: ${dependent} after ${dependency} ${condition}: ${mechanism}, ${guarantee}: ${reason}`);
}

/** Returns the pod of the manifests; the ConfigMaps contain only the wait agent. */
function manifestOf(pod: RandomPod, minor: number): string {
  const { manifests } = synthesize('random', 'random', chart => { createPod(pod, chart, minor, PLACEHOLDERS); });
  return JSON.stringify(manifests.find(m => m.kind === 'Pod'));
}
