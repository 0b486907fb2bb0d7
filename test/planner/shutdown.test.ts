import {
  About, COMPLETED, ContainerWords, graph, HandlerJson, hasStateVolume, http, listGates, listHooks, listMarkerProbes,
  listPreStops, listProbeChanges, NEWEST, on, plan, pod, PodIntent, READY_ON_1, refusals, RUNNING, tcp,
} from '../dsl';

const ORDERED: About = { orderedShutdown: true };

const stops = (intent: PodIntent) => plan(intent).edges.flatMap(e => e.stopMechanism ? [`${e.dependency} after ${e.dependent}: ${e.stopMechanism}`] : []);
const preStops = (intent: PodIntent) => Object.fromEntries(listPreStops(plan(intent)).map(({ container, after }) => [container, after]));

describe('ordered shutdown', () => {
  test.each<[string, Record<string, string>, string[], object]>([
    ['a chain: each container waits for its dependent', { app: 'cache', cache: 'db', db: '' },
      ['cache after app: LIFE_LOCK', 'db after cache: LIFE_LOCK'], { cache: ['app'], db: ['cache'] }],
    ['several dependents: all are awaited', { a: 'db', b: 'db', db: '' }, ['db after a: LIFE_LOCK', 'db after b: LIFE_LOCK'], { db: ['a', 'b'] }],
    ['native sidecars is left to the kubelet, without a hook', { 'sidecar config': '', 'sidecar proxy': 'config', 'app': 'proxy' },
      ['config after proxy: SIDECAR_ORDER', 'proxy after app: SIDECAR_ORDER'], {}],
  ])('of %s', (_what, needs, stopped, hooks) => {
    expect([stops(graph(needs, ORDERED)), preStops(graph(needs, ORDERED))]).toEqual([stopped, hooks]);
  });

  test('ignores init containers, which have exited', () => {
    const words = { app: { command: true, on: { condition: COMPLETED } }, job: { command: true } };
    expect(stops(graph({ 'app': 'migrate job', 'init migrate': '', 'job': '' }, { ...ORDERED, restartPolicy: 'Never' }, words))).toEqual([]);
  });

  test('can exclude a pair, or include a single pair', () => {
    const both = (a: boolean | undefined, b: boolean | undefined, orderedShutdown: boolean) => stops(graph(
      { a: 'db', b: 'db', db: '' }, { orderedShutdown }, { a: { on: { orderedShutdown: a } }, b: { on: { orderedShutdown: b } } }));
    expect([both(false, undefined, true), both(true, undefined, false)]).toEqual([['db after b: LIFE_LOCK'], ['db after a: LIFE_LOCK']]);
  });
});

describe('the lock of a dependent', () => {
  test("is taken before its command even if the container's own hook excludes a wait there", () => {
    const planned = plan(pod(p => { p.app('app', ['db'], { command: true, postStart: { httpGet: { port: 80 } } }); p.app('db', READY_ON_1); }, ORDERED));
    expect(listGates(planned)).toMatchObject([{ container: 'app', locks: true, awaited: [] }]);
    expect(listHooks(planned).some(hook => hook.locks)).toBe(false);
  });

  test('shares the hook with the waits for dependencies', () => {
    const [middle] = listHooks(plan(graph({ app: 'cache', cache: 'db', db: '' }, ORDERED))).filter(h => h.container === 'cache');
    expect(middle).toMatchObject({ locks: true, waits: [{ dependency: 'cache' }], timeoutSeconds: 60 });
  });

  test('adds the agent and the state volume to a pod whose start needs neither', () => {
    const intent = pod(p => { p.app('app', [on('db', { condition: RUNNING })]); p.app('db'); }, ORDERED);
    expect(hasStateVolume(plan(intent))).toBe(true);
    expect(listHooks(plan(intent))).toMatchObject([{ container: 'app', usesAgent: true, locks: true, waits: [] }]);
  });
});

describe("the user's own preStop hook", () => {
  const db = (preStop: HandlerJson) => pod(p => { p.app('app', ['db'], { command: true }); p.app('db', { ready: tcp(1), preStop }); }, ORDERED);

  test('of another kind is an error', () => {
    expect(refusals(db({ httpGet: { port: 80 } }))).toEqual([
      "SO701: container 'db' must stop after 'app', but the preStop hook of 'db' is of kind httpGet, and a container can have only one; "
      + 'write it as an exec hook (it then runs after the wait), or leave this pair out with `orderedShutdown: false` on the dependency',
    ]);
  });

  test.each([undefined, 'SIGQUIT'])('of a native sidecar with the stop signal %s causes a warning that it runs too early', stopSignal => {
    const intent = pod(p => { p.app('app', [p.sidecar('proxy', { ready: tcp(1), preStop: { sleep: { seconds: 3 } }, stopSignal })]); }, ORDERED);
    const signal = stopSignal ?? 'SIGTERM';
    expect(plan(intent).warnings).toContain("the preStop hook of native sidecar 'proxy' runs as soon as the pod stops, while its dependents still work: "
      + `only ${signal} comes after them. End its service on ${signal}`);
  });
});

describe('ordered shutdown is an error if the end of a container is not detectable', () => {
  test('the remedy removes a field that a native sidecar cannot have', () => {
    const intent = pod(p => { p.app('app', [on('db', { condition: RUNNING })]); p.app('db', [], { forbiddenOnSidecar: ['restartPolicy Never'] }); },
      { ...ORDERED, windows: true });
    expect(refusals(intent)[0]).toContain("; remove restartPolicy Never from 'db', give it the role SIDECAR, or leave");
  });

  test.each<[string, About, object, string]>([
    ['Windows', { windows: true }, { command: true }, "only the wait agent in its preStop hook could hold it, and the agent does not run on Windows; give 'db' the role SIDECAR"],
    ['locks that other containers do not see', { capabilities: { ...NEWEST.capabilities, sharedFileLocks: false } }, { command: true },
      "only the wait agent in its preStop hook could hold it, and the agent sees no end of another container: the containers of a pod with a runtimeClassName may not see the locks of each other (capabilities.sharedFileLocks); give 'db' the role SIDECAR"],
    ['shared processes', { sharesProcesses: true }, {},
      "the command of 'app' comes from its image, so a separate process would hold the lock, and it may outlive the container where containers share their processes "
      + "(shareProcessNamespace, hostPID); write the `command` of 'app', or add its image to the image file (`cdk8s-startup-order images --image example/app`)"],
    ['but not shared processes, if the command itself holds the lock', { sharesProcesses: true }, { command: true }, ''],
    ['a hook of another kind', {}, { postStart: { sleep: { seconds: 1 } } },
      "the command of 'app' comes from its image, so its postStart hook would have to take the lock, and its own hook cannot be merged; write the `command` of 'app', or add its image to the image file (`cdk8s-startup-order images --image example/app`)"],
  ])('%s', (_what, about, words, why) => {
    const intent = pod(p => { p.app('app', [on('db', { condition: RUNNING })], words); p.app('db'); }, { ...ORDERED, ...about });
    expect(refusals(intent)).toEqual(why === '' ? [] : [
      `SO701: container 'db' must stop after 'app', but ${why}, or leave this pair out with \`orderedShutdown: false\` on the dependency`,
    ]);
  });
});

describe('the grace period', () => {
  const stopping = (needs: Record<string, string>, seconds: Record<string, number>, about: About = {}) =>
    graph(needs, { ...ORDERED, ...about }, Object.fromEntries(Object.entries(seconds).map(([name, stopsWithin]) => [name, { stopsWithin }])));
  const chain = (grace: number, seconds: Record<string, number> = {}) =>
    stopping({ 'app': 'cache', 'cache': 'proxy', 'sidecar proxy': '' }, seconds, { terminationGracePeriodSeconds: grace });

  test('must be long enough for all containers that stop one after the other, each 2 s by default', () => {
    expect(plan(chain(45, { app: 20, cache: 10, proxy: 15 })).stopSeconds).toBe(45);
    expect([plan(chain(6)).stopSeconds, refusals(chain(5)).length]).toEqual([6, 1]);
    expect(refusals(chain(44, { app: 20, cache: 10, proxy: 15 }))).toEqual([
      "SO702: containers stop one after the other: 'app' 20 s, 'cache' 10 s, 'proxy' 15 s; that is 45 s, but terminationGracePeriodSeconds is 44, and then the kubelet kills all "
      + 'containers that still run; set it to 45, or specify shorter times with `stopsWithin`',
    ]);
  });
  test('counts the longest chain, and parallel stops once', () => {
    expect(plan(stopping({ a: 'db', b: 'db', alone: '', db: '' }, { a: 9, b: 4, alone: 10, db: 3 })).stopSeconds).toBe(12);
  });

  const SLEEPS: readonly HandlerJson[] = [
    { sleep: { seconds: 20 } }, { exec: { command: ['sleep', '20'] } }, { exec: { command: ['/bin/sh', '-c', 'sleep 20'] } },
  ];

  test.each(SLEEPS)('counts the preStop hook of the user before the SIGTERM: %j', preStop => {
    const intent = pod(p => { p.app('app', ['db'], { stopsWithin: 9, preStop }); p.app('db', READY_ON_1); }, ORDERED);
    expect(refusals(intent)).toEqual([expect.stringContaining("'app' 29 s, 'db' 2 s; that is 31 s, but terminationGracePeriodSeconds is 30")]);
    expect(plan({ ...intent, terminationGracePeriodSeconds: 31 }).stopSeconds).toBe(31);
  });

  test('counts the hook of a native sidecar only as far as it lasts longer than the containers before it', () => {
    const intent = (seconds: number) => graph({ 'app': 'proxy', 'other': 'app', 'sidecar proxy': '' }, ORDERED, {
      app: { stopsWithin: 10 }, other: { stopsWithin: 5, command: true }, proxy: { preStop: { sleep: { seconds } }, stopsWithin: 3 },
    });
    expect([5, 15, 20].map(seconds => plan(intent(seconds)).stopSeconds)).toEqual([18, 18, 23]);
  });

  test('is not checked without ordered shutdown', () => {
    const unordered = { ...chain(1, { app: 20 }), orderedShutdown: false };
    expect([stops(unordered), plan(unordered).stopSeconds]).toEqual([[], undefined]);
  });
});

describe('a restart of a dependency by its own probe does not wait for the whole grace period', () => {
  const graces = (words: ContainerWords, about: About) =>
    listProbeChanges(plan(graph({ app: 'db', db: '' }, { ...ORDERED, ...about }, { app: { liveness: http(7) }, db: words }))).map(({ container, probe, value }) => `${container} ${probe} ${value}`);

  test.each<[string, object, About, string[]]>([
    ['both probes get their own grace period', { liveness: http(7), startup: tcp(1), stopsWithin: 5 }, {}, ['db livenessProbe 5', 'db startupProbe 5']],
    ['by default two seconds', { liveness: http(7) }, {}, ['db livenessProbe 2']],
    ['a grace period of the user stays', { liveness: http(7), livenessGrace: 7 }, {}, []],
    ['a removed startup probe gets no grace period', { startup: tcp(1), automatic: true }, NEWEST, []],
    ['a startup probe that stays gets one', { startup: tcp(1), automatic: true }, {}, ['db startupProbe 2']],
  ])('%s', (_what, words, about, expected) => { expect(graces(words, about)).toEqual(expected); });

  test('a startup probe that writes marks gets it, too', () => {
    const intent = pod(p => { p.app('app', ['db']); p.app('db', { ready: tcp(1), readiness: true }); }, { ...ORDERED, ...NEWEST });
    expect(listMarkerProbes(plan(intent))).toMatchObject([{ container: 'db', probe: 'startupProbe', graceSeconds: 2 }]);
    expect(listProbeChanges(plan(intent))).toEqual([]);
  });
});
