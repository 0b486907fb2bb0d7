import { RestartPolicy } from 'cdk8s-plus-27';
import { seenIn, shown } from './seen';
import { ROWS } from '../../conformance/faults/rows';
import { disturbanceOf, FAULTS, MORE_FAULTS } from '../../conformance/random/faults';
import { randomPods } from '../../conformance/random/generate';
import { planOf, SERVERS } from '../../conformance/random/pod';
import { Circumstances, keepsOrder, keepsShutdownOrder } from '../../conformance/random/promises';
import { makeStories, randomStories, storyOf } from '../../conformance/random/stories';
import { summarize } from '../../conformance/random/summary';
import { synthesize } from '../../conformance/runner/manifests';
import { parseOptions } from '../../conformance/runner/options';
import { POD } from '../../conformance/runner/timestamps';
import { VERSIONS } from '../../conformance/runner/versions';
import { PlannedDependency } from '../../src';
import { BEST_EFFORT, COMPLETED, ContainerRole, EVERY_START, EXITED, FAIL_CLOSED, Mechanism, READY, RUNNING, STARTED } from '../dsl';

const MINORS = VERSIONS.map(v => Number(v.split('.')[1]));

const NONE = new Set<string>();
const CALM: Circumstances = { disturbed: false, restartOpens: false, gated: NONE, probed: NONE, restartsAll: NONE, isOver: () => true };

function verdict(planned: Partial<PlannedDependency>, stamps: string, circumstances: Partial<Circumstances> = {}, now = 100_000): string {
  const edge = { dependent: 'app', dependency: 'db', external: false, condition: READY, mechanism: Mechanism.ENTRYPOINT_GATE, guarantee: FAIL_CLOSED, ...planned };
  return shown(keepsOrder(edge, { ...CALM, ...circumstances }).judge(seenIn(stamps), 'pod', now * 1000));
}

const LOST = 'db start 0, db ready 1000, app start 1100, runner kill_the_sandbox_of_db 5000, db term 5100, db exit 5101 0, app term 5100, app exit 5101 0';
const RAN = 'db start 0, db ready 100, app start 200';
const KILLED = 'runner kill_the_sandbox_of_app 5000, app term 5100, app exit 5101 0, app start 6000';
const ALL = `${RAN}, db exit 4000 1, db start 4100, db exit 5000 1, app term 5100, app exit 5101 0, db start 6000`;
const [DISTURBED, EVERY, GUARD] = [{ disturbed: true }, { guarantee: EVERY_START }, { mechanism: Mechanism.GUARDED_HOOK }];
const AFTER_ALL = { ...DISTURBED, restartsAll: new Set(['db']) };

describe('the judge', () => {
  test.each<[string, Partial<PlannedDependency>, string, string, Partial<Circumstances>?]>([
    ['the dependent starts after its dependency is ready', {}, 'db start 0, db ready 1000, app start 1100', 'holds 100'],
    ['the dependent never starts', {}, 'db start 0', 'holds'],
    ['the dependent starts before READY', {}, 'db start 0, app start 500, db ready 1000', 'fails'],
    ['the dependent starts before RUNNING', { condition: RUNNING }, 'app start 0, db start 50', 'fails'],
    ['the dependent starts a moment before the command of a gated RUNNING dependency', { condition: RUNNING }, 'app start 0, db start 50', 'holds -50', { gated: new Set(['db']) }],
    ['the dependent starts long before the command of a gated RUNNING dependency', { condition: RUNNING }, 'app start 0, db start 400', 'fails', { gated: new Set(['db']) }],
    ['the dependent starts after STARTED without a startup probe', { condition: STARTED }, 'db start 0, app start 100, db ready 1000', 'holds 100'],
    ['the dependent starts before STARTED with a startup probe', { condition: STARTED }, 'db start 0, app start 100, db ready 1000', 'fails', { probed: new Set(['db']) }],
    ['the dependent starts after a failure instead of COMPLETED', { condition: COMPLETED }, 'db start 0, db exit 400 1, app start 500', 'fails'],
    ['the dependent starts after EXITED with a failure', { condition: EXITED }, 'db start 0, db exit 400 1, app start 500', 'holds 100'],
    ['the dependency is killed instead of EXITED', { condition: EXITED }, 'db start 0, runner kill_db 400, app start 500', 'holds 100'],
    ['BEST_EFFORT without a fault: the dependent starts early', { guarantee: BEST_EFFORT }, 'db start 0, app start 500, db ready 1000', 'fails', {}],
    ['BEST_EFFORT with a fault: the dependent starts early', { guarantee: BEST_EFFORT }, 'db start 0, app start 500, db ready 1000', 'holds'],
    ['EVERY_START: the dependency is killed before the restart', EVERY, `${RAN}, runner kill_db 3000, app start 6000`, 'fails'],
    ['EVERY_START: the dependency is killed a second time before the restart', EVERY, `${RAN}, runner kill_db_again 3000, app start 6000`, 'fails'],
    ['EVERY_START: a restart before it is ready again', EVERY, `${RAN}, db exit 3000 1, db start 4000, app start 6000, db ready 7000`, 'fails'],
    ['EVERY_START: a restart after it is ready again', EVERY, `${RAN}, db exit 3000 1, db start 4000, db ready 5000, app start 5050`, 'holds 50'],
    ['EVERY_START: the dependent restarts as the dependency ends', EVERY, `${RAN}, db exit 3000 1, app start 3100`, 'holds 100'],
    ['a new sandbox: the dependent starts for the first time, before the dependency starts again', {},
      'db start 0, runner kill_the_sandbox_of_app 1000, db ready 4900, db term 5100, db exit 5101 0, app start 6000, db start 6100, db ready 7000',
      'fails'],
    ['the dependent starts in a gate of the old sandbox, while that ends', {},
      'db start 0, runner kill_the_sandbox_of_app 1000, db ready 4900, db term 5100, app start 5150, db exit 5101 0, db start 6000, db ready 7000, app start 7100',
      'holds 100'],
    ['a reboot, and a start too early', {}, `${RAN}, runner reboot_the_pod_of_db 5000, db start 6000, app start 6500, db ready 7000`, 'fails'],
    ['a reboot, and a start in order', EVERY, `${RAN}, runner reboot_the_pod_of_db 5000, db start 6000, db ready 7000, app start 7100`, 'holds 100'],
    ['EVERY_START: a reboot has ended the dependency', EVERY, 'db start 0, db ready 1000, runner reboot_the_pod_of_db 5000, app start 8000', 'fails'],
    ['the sandbox had ended before the runner killed it: there is no new sandbox', {},
      'db start 0, db ready 1000, app start 1100, runner kill_the_sandbox_of_app 5000 missed, app term 5100, app exit 5101 1, app start 6000', 'holds 100'],
    ['a new sandbox: one outside the pod stays ready', { external: true, dependency: 'api' }, `api ready 0, app start 1100, ${KILLED}`, 'holds 1100'],
    ['a new sandbox: a completed app container', { condition: COMPLETED }, `db start 0, db exit 500 0, app start 600, ${KILLED}`, 'holds 100'],
    ['a new sandbox: before the init container has completed again', { condition: COMPLETED, mechanism: Mechanism.POSITION },
      `db start 0, db exit 500 0, app start 600, ${KILLED}`, 'fails'],
    ['a guard in a new sandbox: before it is ready again', GUARD, `${LOST}, db start 6000, app start 6100, db ready 7000`, 'fails'],
    ['a guard in a new sandbox: the dependency had crashed in the old sandbox, and may be in crash back-off', GUARD,
      'db start 0, db ready 1000, app start 1100, db exit 4000 1, runner kill_the_sandbox_of_db 5000, app term 5100, app exit 5101 0, app start 6000, db start 6100, db ready 7000',
      'holds 100'],
    ['a guard in a new sandbox: something blocks the dependency', GUARD, `${LOST}, app start 6100`, 'holds 100', { ...DISTURBED, blocked: 'db' }],
    ['a restart of all containers: the dependent starts too early', GUARD, `${ALL}, app start 6100, db ready 7000`, 'fails', AFTER_ALL],
    ['a restart of all containers, in order', {}, `${ALL}, db ready 7000, app start 7100`, 'holds 100', AFTER_ALL],
  ])('%s', (_title, planned, stamps, expected, circumstances = DISTURBED) => { expect(verdict(planned, stamps, circumstances)).toBe(expected); });

  describe('a restart of the kubelet, with the exception kubernetes#142305 in the plan', () => {
    const planned = { mechanism: Mechanism.SIDECAR_PROBE, exceptions: ['kubernetes#142305 on 1.35 to 1.37: x'] };
    const OPENED = 'db start 0, runner restart_the_kubelet 14000, app start 15000, db ready 30000';

    test.each<[string, Partial<PlannedDependency>, string, Partial<Circumstances>, string]>([
      ['the restart opens the order, from 1.35 on', planned, OPENED, { restartOpens: true }, 'holds'],
      ['before 1.35 it must not', planned, OPENED, { restartOpens: false }, 'fails'],
      ['without the exception it must not', { ...planned, exceptions: undefined }, OPENED, { restartOpens: true }, 'fails'],
      ['another exception covers no restart', { ...planned, exceptions: ['kubernetes#137710 on 1.35 to 1.37: x'] }, OPENED, { restartOpens: true }, 'fails'],
      ['the dependent starts before the restart', planned, 'db start 0, app start 13000, runner restart_the_kubelet 14000', { restartOpens: true }, 'fails'],
      ['EVERY_START has no exception', { ...planned, guarantee: EVERY_START }, OPENED, { restartOpens: true }, 'fails'],
    ])('%s', (_title, edge, stamps, circumstances, expected) => {
      expect(verdict(edge, stamps, { disturbed: true, ...circumstances })).toBe(expected);
    });
  });

  test('a start of the last second is not judged, because the log of the dependency may be read later', () => {
    expect(verdict({}, 'db start 0, app start 500', { isOver: () => false }, 1)).toBe('open');
    expect(verdict({}, 'db start 0, app start 500', { isOver: () => false }, 3000)).toBe('fails');
  });

  test.each<[string, string, string, string?]>([
    ['in order', 'app exit 5500 0, db term 5600, pod gone 6000', 'holds 100'],
    ['the dependency gets SIGTERM too early', 'db term 5100, app exit 5500 0, pod gone 6000', 'fails'],
    ['the dependency gets SIGTERM too early at a deadline', 'db term 5100, app exit 5500 0, pod gone 6000', 'fails', 'end'],
    ['the dependent had exited before the deletion', 'app exit 4000 0, db term 5100, pod gone 6000', 'holds'],
  ])('a deletion: %s', (_title, stamps, expected, verb = 'delete') => {
    const edge = { dependent: 'app', dependency: 'db', stopMechanism: 'LIFE_LOCK' };
    const seen = seenIn(`db start 0, app start 100, runner ${verb}_the_pod_of_db 5000, ${stamps}`);
    expect(shown(keepsShutdownOrder(edge, () => true).judge(seen, 'pod', 9e9))).toBe(expected);
  });
});

describe('the generator', () => {
  /** With this seed, few pods have every value. */
  const SEED = 22;
  const made = new Map(MINORS.map(minor => [minor, randomPods(minor < 36 ? 60 : 150, SEED + minor, minor).map(make => make())]));
  const all = [...made].flatMap(([minor, pods]) => pods.map(pod => ({ minor, pod, plan: planOf(pod, minor) })));

  test('has a fault for each row of the fault matrix, and more', () => {
    expect(Object.keys(FAULTS).sort()).toEqual([...ROWS.map(r => r.name), ...Object.keys(MORE_FAULTS)].sort());
  });

  test('returns the same pods for the same seed and any number of pods', () => {
    expect(randomPods(3, SEED + 37, 37).map(make => make())).toEqual(made.get(37)!.slice(0, 3));
    expect(randomPods(3, SEED, 37).map(make => make())).not.toEqual(made.get(37)!.slice(0, 3));
  });

  test('returns pods of each size, role, check, hook, condition, mechanism, guarantee and fault', () => {
    const containers = all.flatMap(({ pod }) => pod.containers);
    const dependencies = all.flatMap(({ plan }) => plan.dependencies);
    const values = <T>(these: readonly T[]) => [...new Set(these)].sort();
    expect(values(all.map(({ pod }) => pod.containers.length))).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(values(containers.map(c => c.role))).toEqual(['APP', 'INIT', 'SIDECAR', undefined]);
    expect(values(containers.map(c => c.check))).toEqual(['all', 'delay', 'exec', 'file', 'http', 'tcp', 'unix', undefined]);
    expect(values(containers.flatMap(c => [c.preStop, c.postStart]))).toEqual(['ends-program', 'fails-first', 'http', 'lasts', 'sleep', undefined]);
    expect(values(containers.flatMap(c => [c.user, c.policy, c.retries]))).toEqual([1001, 'Always', 'Never', 'OnFailure', true, undefined]);
    expect(values(all.flatMap(({ pod }) => [pod.sharedProcesses, pod.fsGroup]))).toEqual([2000, false, true, undefined]);
    expect(values(all.map(({ pod }) => pod.copiesAgent))).toEqual([false, true]);
    const copying = all.filter(({ plan }) => plan.containers.some(c => c.name === 'install-wait-agent'));
    expect(values(copying.map(({ pod }) => pod.copiesAgent))).toEqual([true]);
    expect(values(dependencies.flatMap(d => `${d.condition} ${d.guarantee}`.split(' ')))).toEqual(values<string>([COMPLETED, EXITED, READY, RUNNING, STARTED, BEST_EFFORT, EVERY_START, FAIL_CLOSED]));
    expect(values(dependencies.map(d => d.mechanism))).toEqual(Object.values(Mechanism).sort());
    expect(values(dependencies.filter(d => d.external).map(d => d.dependency))).toEqual(Object.keys(SERVERS).sort());
    expect(values(dependencies.flatMap(d => d.stopMechanism ?? []))).toEqual(['LIFE_LOCK', 'SIDECAR_ORDER']);
    expect(values(all.map(({ pod }) => pod.fault))).toEqual(Object.keys(FAULTS).sort());
    const moments = all.flatMap(({ pod, plan }) => disturbanceOf(pod, plan).faults ?? []).map(f => f.at);
    // Not a server outside it.
    expect(values(moments.filter(at => at.container === POD && at.stamp === 'ready').map(at => at.pod))).toEqual(['pod']);
  });

  test('makes pods with nothing stated on demand: the library infers roles, and chooses each mechanism', () => {
    const plans = MINORS.map(minor => {
      const pods = randomPods(8, SEED, minor, { unstated: true }).map(make => make());
      expect(pods.flatMap(p => p.containers.map(c => c.role)).filter(role => role !== undefined && role !== ContainerRole.INIT)).toEqual([]);
      const stated = pods.flatMap(p => p.containers.flatMap(c => c.dependsOn)).filter(d => d.mechanism !== undefined || d.guarantee !== undefined);
      expect(stated).toEqual([]);
      return { minor, inferred: pods.map(pod => planOf(pod, minor)).filter(plan => plan.containers.some(c => c.role === ContainerRole.SIDECAR)) };
    });
    for (const { minor, inferred } of plans) {
      if (minor < 29) { expect(inferred).toEqual([]); } else { expect(inferred.length).toBeGreaterThan(4); }
    }
  });

  test.each(MINORS)('each pod has faults that name its containers, and every fifth pod is synthesized, on 1.%d', minor => {
    const target = { kubernetesVersion: `1.${minor}`, kubeletVersion: `1.${minor}`, hosts: { db: '10.0.0.1', api: '10.0.0.2' }, delay: '2s' };
    for (const [i, { pod, plan }] of all.filter(one => one.minor === minor).entries()) {
      const story = storyOf(pod, minor);
      const manifests = i % 5 > 0 ? [] : synthesize('random', 'random', chart => { story.app(chart, target); }).manifests;
      const written = manifests.flatMap(m => m.spec?.containers ?? []);
      const policyOf = (name: string) => pod.containers.find(c => c.name === name)!.policy;
      expect(written.map(c => c.restartPolicy)).toEqual(written.map(c => policyOf(c.name) ?? (c.restartPolicyRules && 'Always')));
      const faults = disturbanceOf(pod, plan).faults ?? [];
      const named = faults.flatMap(({ action }) => 'container' in action ? [action.container] : []);
      expect(plan.containers.map(c => c.name)).toEqual(expect.arrayContaining(named));
    }
  });
});

test('the judge excepts a dependency whose plan warns that list order does not wait for a gate', () => {
  const container = { role: ContainerRole.APP, startupProbe: false, readyMs: 100, stopMs: 1, check: 'tcp' as const };
  const containers = [
    { ...container, name: 'c0', command: false, dependsOn: [] },
    { ...container, name: 'c1', command: true, dependsOn: [{ on: 'c0', condition: READY }] },
    { ...container, name: 'c2', command: false, dependsOn: [{ on: 'c1', condition: RUNNING }] },
  ];
  const pod = { containers, restartPolicy: RestartPolicy.ALWAYS, orderedShutdown: false, fault: 'none' };
  expect(planOf(pod, 27).dependencies.map(d => `${d.dependent} ${d.mechanism}`)).toEqual(['c1 ENTRYPOINT_GATE', 'c2 POSITION']);
  expect(storyOf(pod, 27).expect.map(e => e.container)).toEqual(['c1']);
});

test('the story of a random pod is named by its seed and number, and prints its plan after a failure', () => {
  const stories = randomStories(2, 5, 37);
  expect([...stories.keys()]).toEqual(['random-5-0', 'random-5-1']);
  expect(stories.get('random-5-1')!().onFailure!()).toMatch(/^repeat: npm run conformance -- --version 1\.37\.\d+ --random 2 --seed 5 --story random-5-1\npod: \{[\s\S]*\nplan: c\d after /);
});

test('only the chosen random pods are made, and an unknown name is refused', () => {
  expect([...makeStories(randomStories(3, 5, 37), ['random-5-2']).keys()]).toEqual(['random-5-2']);
  expect(() => makeStories(randomStories(3, 5, 37), ['random-5-3'])).toThrow('no random pod has the name random-5-3; expected: random-5-0 to random-5-2');
});

test.each([
  ['--random 5 --bench', '--random'], ['--random 5 --record x', '--random'],
  ['--seed 2', '--seed'],
  ['--unstated', '--unstated'],
  ['--random 5 --kubelet 1.33.13 --version 1.35.4', '--random'],
])('%s is refused', (args, word) => { expect(() => parseOptions(args.split(' '))).toThrow(new RegExp(`^${word} `)); });

test('the summary counts pods, faults and judged promises by version', () => {
  const run = (about: string, state: 'holds' | 'fails', milliseconds?: number) =>
    ({ version: '1.37.1', about, passed: state === 'holds', late: false, verdicts: [{ state, milliseconds, text: 'app starts after db is READY' }, { state: 'holds' as const, text: 'fault x' }] });
  expect(summarize([run('Fault: none.', 'holds', 5), run('Fault: never-ready.', 'holds'), run('Fault: none.', 'fails')]))
    .toEqual(['1.37.1: 3 random pods, 1 with a fault; 2 of 3 promises judged; wrong: 1, late: 0']);
});
