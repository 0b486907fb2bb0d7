import { describeRemedies } from '../../src/pod/remedy';
import {
  About, BEST_EFFORT, blocking, Check, command, ContainerWords, CONTINUE, cpuMilliseconds, delay, EVERY_START, FAIL, file, graph, grpc,
  GUARDED_HOOK, hasStateVolume, http, kept, listGuards, listHooks, listMarkerProbes, NEWEST, on, Options, plan, pod, PodIntent, PodPlan, READY,
  READY_ON_1, refusals, remediesOf, Role, RUNNING, STARTED, tcp, WaitStep, withHooks,
} from '../dsl';

/** 'app' needs 'dep' in this way, on nodes that support guards. */
const one = (role: Role, words: ContainerWords, options: Options = {}, about: About = {}) =>
  pod(p => { p[role]('dep', words); p.app('app', [on('dep', options)]); }, { ...NEWEST, ...about });

/** Steps in few words: 'dep: tcp, dep: READY'. */
const shown = (steps: readonly WaitStep[]): string => steps.map(s => {
  const limit = 'check' in s && s.timeoutSeconds !== undefined ? ` in ${s.timeoutSeconds} s` : '';
  const what = 'check' in s ? s.check.kind : 'marks' in s ? s.marks : `${s.seen}?`;
  return `${s.dependency}: ${what}${limit}`;
}).join(', ');

const hooksOf = (planned: PodPlan) => Object.fromEntries(listHooks(planned).map(h => [h.container, [shown(h.waits), h.timeoutSeconds]]));
const triggersOf = (planned: PodPlan) => listMarkerProbes(planned).map(t => [t.container, t.probe, shown(t.steps)]);
/** Native sidecars have guards only where the user asks for them. */
const GUARDED = { mechanism: GUARDED_HOOK };

describe('a guard', () => {
  test.each<[string, Role, ContainerWords, Options, About, string]>([
    ['in a sandbox whose files the node may not see', 'app', READY_ON_1, {}, { capabilities: { ...NEWEST.capabilities, hostVisibleEmptyDirs: false } },
      'POST_START BEST_EFFORT'],
    ['for a dependent with onTimeout CONTINUE', 'app', READY_ON_1, { timeoutSeconds: 5, onTimeout: CONTINUE }, {}, 'POST_START BEST_EFFORT'],
    ['of a native sidecar with a file, a readiness probe of its own, and a hook', 'sidecar', { ready: file('/f'), readiness: true }, {}, {}, 'POST_START BEST_EFFORT'],
    ['of a container with a gRPC startup probe and a readiness probe, where ours would take the place of one', 'app', { ready: tcp(1), startup: grpc(2), readiness: true }, {}, {},
      'POST_START BEST_EFFORT'],
    ['of a container with a gRPC startup probe that has to be restarted after a timeout', 'app', { ready: tcp(1), startup: grpc(2) }, { timeoutSeconds: 5 }, {},
      'POST_START BEST_EFFORT'],
  ])('no guard is chosen for %s', (_what, role, words, options, about, expected) => {
    expect(kept(plan(one(role, words, options, about)), 'app', 'dep')).toBe(expected);
  });

  test('no guard is possible if an init container already waits for the sidecar', () => {
    const intent = pod(p => { p.sidecar('proxy', READY_ON_1); p.init('migrate', ['proxy']); p.app('app', [on('proxy', GUARDED)]); }, NEWEST);
    expect(refusals(intent)).toEqual([expect.stringContaining("an init container waits for 'proxy' before 'migrate', and that already holds all containers after it")]);
  });

  test('a forced guard is used, or is an error with the reason', () => {
    expect(kept(plan(one('sidecar', READY_ON_1, GUARDED)))).toBe('GUARDED_HOOK FAIL_CLOSED');
    const refused = [
      one('app', READY_ON_1, GUARDED, { capabilities: { ...NEWEST.capabilities, envFiles: false } }), one('app', { ready: grpc(9) }, GUARDED),
      one('app', {}, GUARDED), one('app', READY_ON_1, { guarantee: EVERY_START }),
    ];
    expect(refused.flatMap(refusals)).toEqual([
      /^SO402: .*before Kubernetes 1\.35 ignore an environment variable/, /^SO303: .*GUARDED_HOOK cannot check that, because the wait agent does not support gRPC/,
      /^SO301: /, /^SO403: /,
    ].map(text => expect.stringMatching(text)));
  });
});

test('each dependent has a guard for each of its dependencies', () => {
  const planned = plan(graph({ db: '', cache: '', api: 'db cache', web: 'db' }, NEWEST));
  const ready = (container: string, dependency: string) => ({ container, dependency, condition: READY });
  expect(listGuards(planned)).toEqual([ready('api', 'db'), ready('api', 'cache'), ready('web', 'db')]);
  expect([planned.agent?.delivery, hasStateVolume(planned)]).toEqual(['CONFIG_MAP', true]);
});

test('causes a warning if list order waits until a guarded container is RUNNING', () => {
  const chain = (options: Options) => plan(graph({ db: '', api: 'db', web: 'api' }, NEWEST, { web: { on: { condition: RUNNING, ...options } } }));
  const ordered = chain({ guarantee: BEST_EFFORT });
  expect(kept(ordered, 'web', 'api')).toBe('POSITION BEST_EFFORT');
  const warning = "'web' starts while a guard holds 'api': list order cannot tell when 'api' is RUNNING. So that 'web' can wait for the guard, leave its `guarantee` and `mechanism` out";
  expect(ordered.warnings).toContain(warning);
  expect(kept(chain({}), 'web', 'api')).toBe('GUARDED_HOOK FAIL_CLOSED');
  expect(chain({}).warnings).not.toContain(warning);
});

describe('hooks for guards make a start faster and never slower', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['one dependency', { app: 'db', db: '' }, ['db[db]', 'app']],
    ['a free container comes first', { log: '', app: 'db', db: '' }, ['log', 'db[db]', 'app']],
    ['a hook would hold a free container that comes after it', { app: 'db', db: '', log: '' }, ['db[]', 'app', 'log']],
    ['several dependents', { db: '', api: 'db', web: 'db' }, ['db[db]', 'api', 'web']],
    ['several dependencies share the last hook', { a: '', b: '', app: 'a b' }, ['a[]', 'b[b+a]', 'app']],
    ['a chain', { c: 'b', b: 'a', a: '' }, ['a[a]', 'b[b]', 'c']],
    ['two pairs: a hook would hold back the other pair', { a: '', b: '', x: 'a', y: 'b' }, ['a[]', 'b[]', 'x', 'y']],
    // research: mechanisms-measured 2, guarded-hook 4
    ['the six of the measurements: c and d, which start in separate passes, check each other', { f: '', a: '', b: '', c: 'a', d: 'b', e: 'c d' },
      ['f', 'a[]', 'b[]', 'c[c]', 'd[d+c]', 'e']],
    ['earlier containers have started, because they wait for the same dependency', { db: '', web: 'db', api: 'db', ui: 'api' }, ['db[db]', 'web', 'api[api]', 'ui']],
    ['earlier containers have started, because other containers wait for them', { a: '', b: 'a', c: 'b', d: 'c' }, ['a[a]', 'b[b]', 'c[c]', 'd']],
    ['a diamond', { a: '', b: 'a', c: 'a', d: 'b c' }, ['a[a]', 'b[]', 'c[c+b]', 'd']],
    ['a later container needs it indirectly', { a: '', b: 'a', c: 'b' }, ['a[a]', 'b[b]', 'c']],
    ['only dependents, or containers with another guard, come after it: the hook checks that first',
      { a: '', b: '', x: 'a', y: 'b', z: 'x y' }, ['a[]', 'b[]', 'x[x]', 'y[y+x]', 'z']],
    ['no hook before a container that starts in the same sync', { a: '', b: '', w: 'b', x: 'a', y: 'a', z: 'x', v: 'y' }, ['a[]', 'b[]', 'w', 'x[]', 'y[]', 'z', 'v']],
    ['after a container that waited for the same dependency', { a: '', b: '', y: 'a', w: 'b', x: 'a', z: 'x' }, ['a[]', 'b[]', 'y', 'w', 'x[x]', 'z']],
    ['before a dependent that waited for the same dependency', { a: '', b: '', w: 'b', x: 'a', y: 'a x' }, ['a[]', 'b[]', 'w', 'x[x]', 'y']],
    ['a hook that waits for itself anyway stays', { a: '', b: '', x: 'a', y: 'b', z: 'x y', w: 'z' }, ['a[]', 'b[]', 'x[x]', 'y[y+x]', 'z[z]', 'w']],
    ['the last native sidecar carries the hook for several sidecars that all containers need',
      { 'sidecar proxy': '', 'sidecar vault': '', 'app': 'proxy vault' }, ['proxy[]', 'vault[vault+proxy]', 'app']],
    ['the hook of a native sidecar holds no container that does not need it', { 'sidecar proxy': '', 'log': '', 'app': 'proxy' }, ['proxy[]', 'log', 'app']],
    ['nor an init container', { 'sidecar proxy': '', 'init migrate': '', 'app': 'proxy' }, ['proxy[]', 'migrate', 'app']],
    ['a container that writes marks carries the check of a native sidecar, too',
      { 'sidecar proxy': '', 'db': '', 'app': 'proxy db' }, ['proxy[]', 'db[db+proxy]', 'app']],
  ])('%s', (_what, needs, expected) => {
    const forced = Object.keys(needs).some(name => name.startsWith('sidecar ')) ? GUARDED : {};
    expect(withHooks(plan(graph(needs, { ...NEWEST, ...forced })))).toEqual(expected);
  });

  describe('the hook of a guarded container first checks whether it would hold another container', () => {
    test('reads marks: RUNNING of containers that can carry a hook, and the guards of earlier containers', () => {
      const [x, y] = ['x: RUNNING, y: RUNNING?, x: tcpSocket, x: READY', 'y: RUNNING, x: RUNNING?, y: tcpSocket, y: READY, x: tcpSocket, x: READY'];
      expect(hooksOf(plan(graph({ a: '', b: '', x: 'a', y: 'b', z: 'x y' }, NEWEST))))
        .toEqual({ a: ['', undefined], b: ['', undefined], x: [x, 10], y: [y, 10] });
      expect(hooksOf(plan(graph({ a: '', b: '', w: 'b', x: 'a', z: 'x' }, NEWEST))).x).toEqual(['b: READY?, x: tcpSocket, x: READY', 10]);
    });

    test('waits within its timeout, and not for a delay that would start again in the probe', () => {
      const held = (ready: Check, timeoutSeconds?: number) =>
        hooksOf(plan(graph({ a: '', b: '', y: 'b', x: 'a', z: 'x' }, NEWEST, { x: { ready }, z: { on: { timeoutSeconds } } }))).x;
      expect(held(tcp(3), 4)).toEqual(['b: READY?, x: tcpSocket, x: READY', 4]);
      expect(held({ kind: 'delay', seconds: 10 })).toEqual(['', undefined]);
    });

    test('is used in at most as many containers as a pod has seconds for hooks', () => {
      const needs: Record<string, string> = {};
      for (let i = 0; i < 30; i++) { Object.assign(needs, { [`r${i}`]: '', [`x${i}`]: `r${i}`, z: `${needs.z ?? ''} x${i}`.trim() }); }
      const { z, ...others } = needs;
      expect(listHooks(plan(graph({ ...others, z }, NEWEST))).flatMap(h => h.timeoutSeconds ?? []).length).toBeLessThanOrEqual(20);
    });
  });

  test('the hook of a check that only its container can make also waits for an earlier dependency', () => {
    const intent = pod(p => { p.app('b', READY_ON_1); p.app('a', { ready: command('/c') }); p.app('app', ['a', 'b']); }, NEWEST);
    expect(withHooks(plan(intent))).toEqual(['b[]', 'a[a+b]', 'app']);
  });

  const COPIED = { delivery: { delivery: 'COPY' as const, stated: false, reason: '', architectures: ['amd64' as const, 'arm64' as const] } };

  test.each<[Role | '', PodIntent['restartPolicy'], ContainerWords, About, string]>([
    ['', 'OnFailure', {}, {}, 'BEST_EFFORT'], ['', 'OnFailure', {}, COPIED, 'FAIL_CLOSED'], ['init', 'Always', {}, {}, 'FAIL_CLOSED'],
    ['', 'Always', { restartPolicy: 'OnFailure' }, {}, 'BEST_EFFORT'], ['', 'OnFailure', { restartPolicy: 'Never' }, {}, 'FAIL_CLOSED'], ['init', 'Never', {}, {}, 'FAIL_CLOSED'],
    ['init', 'Always', { restartPolicy: 'Never' }, {}, 'BEST_EFFORT'], ['sidecar', 'OnFailure', { restartPolicy: 'Never' }, {}, 'BEST_EFFORT'],
    ['', 'Always', { restartPolicy: 'Never' }, { unstatedMesh: 'istio' }, 'BEST_EFFORT'],
    ['', 'Always', { restartPolicy: 'Never' }, { mesh: { order: 'none', annotations: [], uncapturedPorts: [], warnings: [] } as unknown as PodIntent['mesh'] }, 'BEST_EFFORT'],
  ])('%j, pod %s, dependency %j, %j: a new sandbox in which it may not run again leaves %s', (first, restartPolicy, words, about, guarantee) => {
    const [edge] = plan(pod(p => { if (first) { p[first]('first'); } p.app('dep', { ...READY_ON_1, ...words }); p.app('app', ['dep']); }, { ...NEWEST, restartPolicy, ...about })).edges;
    const ended = words.restartPolicy === 'Never' ? 'has exited (by' : 'has exited with code 0 (by';
    expect([edge.guarantee, edge.reason.includes(`an earlier mark opens it, if 'dep' ${ended} its restartPolicy`)]).toEqual([guarantee, guarantee === BEST_EFFORT]);
  });

  test.each<[string, ContainerWords['postStart']]>([['httpGet', { httpGet: { port: 1 } }], ['sleep', { sleep: { seconds: 1 } }]])(
    'with a hook of kind %s only the init container with the agent empties the mark in a new sandbox', (_kind, postStart) => {
      const withHook = (about: About = {}) => plan(one('app', { ...READY_ON_1, postStart }, {}, about));
      const planned = withHook();
      const [edge] = planned.edges;
      expect([hooksOf(planned), triggersOf(planned)]).toEqual([{}, [['dep', 'readinessProbe', 'dep: tcpSocket, dep: READY']]]);
      expect([edge.mechanism, edge.guarantee]).toEqual([GUARDED_HOOK, BEST_EFFORT]);
      expect(edge.reason).toContain("in a new sandbox an earlier mark opens it, because the postStart hook of 'dep' leaves no room");
      expect(describeRemedies(remediesOf(planned))).toContain("write the postStart hook of 'dep' as an exec hook");
      expect(kept(withHook(COPIED), 'app', 'dep')).toBe('GUARDED_HOOK FAIL_CLOSED');
    });

  test('where all containers can restart in place, an old mark opens a guard on an app container', () => {
    const chain = (words: ContainerWords, options: Options = {}) => {
      const planned = plan(graph({ x: '', b: 'x', a: 'b' }, NEWEST, { x: words, b: { on: options } }));
      return [kept(planned, 'b', 'x'), kept(planned, 'a', 'b')];
    };
    const rule = { restartPolicy: 'Always', restartRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }] } as const;
    expect(chain({})).toEqual(['GUARDED_HOOK FAIL_CLOSED', 'GUARDED_HOOK FAIL_CLOSED']);
    const weak = ['GUARDED_HOOK BEST_EFFORT', 'GUARDED_HOOK BEST_EFFORT'];
    expect([chain(rule), chain({}, { restartAllContainers: true })]).toEqual([weak, weak]);
  });

  test('no guard has a timeout if the kubelet never restarts the dependency: the pod would wait forever', () => {
    const limited = (restartPolicy: PodIntent['restartPolicy'], options: Options) => one('app', READY_ON_1, options, { restartPolicy });
    expect([limited('OnFailure', { timeoutSeconds: 30 }), limited('Never', {}), limited('Never', { timeoutSeconds: 30 })].map(intent => kept(plan(intent))))
      .toEqual(['GUARDED_HOOK BEST_EFFORT', 'GUARDED_HOOK FAIL_CLOSED', 'POST_START BEST_EFFORT']);
    expect(refusals(limited('Never', { timeoutSeconds: 30, onTimeout: FAIL }))).toEqual([expect.stringContaining('SO404')]);
  });

  test.each<[string, Check, number | undefined, [string, number | undefined]]>([
    ['a delay shorter than the budget of a hook stays', delay(9), undefined, ['dep: delay, dep: READY', 10]],
    ['a longer delay is left to the probe', delay(10), undefined, ['', undefined]],
    ['a timeout limits the hook, too', tcp(1), 4, ['dep: tcpSocket, dep: READY', 4]],
  ])('%s', (_what, ready, timeoutSeconds, dep) => { expect(hooksOf(plan(one('app', { ready }, { timeoutSeconds })))).toEqual({ dep }); });

  test.each<[number, number]>([[1, 10], [2, 10], [3, 6], [20, 1], [25, 1]])('each of %d consecutive hooks has a budget of %d s', (links, seconds) => {
    const needs = Object.fromEntries(Array.from({ length: links + 1 }, (_, i) => [`c${i}`, i === 0 ? '' : `c${i - 1}`]));
    const waiting = listHooks(plan(graph(needs, NEWEST))).filter(h => h.timeoutSeconds !== undefined);
    expect(new Set(waiting.map(h => h.timeoutSeconds))).toEqual(new Set([seconds]));
    expect(waiting).toHaveLength(Math.min(links, 20));
  });

  test('a guard and a BEST_EFFORT hook on one dependency share one hook', () => {
    const planned = plan(graph({ db: '', late: 'db', app: 'db' }, NEWEST, { late: { on: { timeoutSeconds: 30, onTimeout: CONTINUE } } }));
    expect([kept(planned, 'late', 'db'), kept(planned, 'app', 'db')]).toEqual(['POST_START BEST_EFFORT', 'GUARDED_HOOK FAIL_CLOSED']);
    expect(hooksOf(planned)).toEqual({ db: ['db: tcpSocket, db: tcpSocket, db: READY', 30] });
  });

  test('guards of 2,000 containers take about eight times as long as guards of 250', () => {
    const milliseconds = (n: number) => {
      const needs = Object.fromEntries(Array.from({ length: n }, (_, i) => [`c${i}`, i < 2 ? '' : `c${i - 1} c${i - 2}`]));
      return cpuMilliseconds(() => { expect(listGuards(plan(graph(needs, NEWEST)))).toHaveLength(2 * (n - 2)); });
    };
    const best = (n: number) => Math.min(milliseconds(n), milliseconds(n));
    expect(best(2000)).toBeLessThan(Math.max(2000, 24 * best(250)));
  });
});

describe('the probes that write the marks', () => {
  const PROBED = { ready: http(1), source: 'startupProbe' } as const;
  const triggers = (words: ContainerWords, options: Options) => triggersOf(plan(one('app', words, options)));

  test.each<[string, ContainerWords, Options, string]>([
    ['what is ready by its own startup probe: after a restart of the kubelet that may count as passed without having passed', PROBED, {}, 'dep: httpGet, dep: READY'],
    ['what is started', { ready: tcp(1), startup: http(2) }, { condition: STARTED }, 'dep: httpGet, dep: STARTED'],
    ['what is started and has no startup probe', {}, { condition: STARTED }, 'dep: STARTED'],
  ])('a readiness probe makes the check: %s', (_what, words, options, expected) => {
    expect(triggers(words, options)).toEqual([['dep', 'readinessProbe', expected]]);
  });

  test.each<[string, ContainerWords, Options, string]>([
    ['as long as it takes', {}, {}, 'dep: tcpSocket, dep: READY'],
    ['until the timeout', {}, { timeoutSeconds: 30 }, 'dep: tcpSocket in 30 s, dep: READY'],
    ['within the limit of the probe that cdk8s-plus adds', { source: 'startupProbe', automatic: true }, {}, 'dep: tcpSocket in 3 s, dep: READY'],
    ['within the limit of the user\'s own', { source: 'startupProbe', startupPeriod: 7 }, {}, 'dep: tcpSocket in 21 s, dep: READY'],
    ['within the limit of the user\'s own where that is stricter than the timeout', { source: 'startupProbe' }, { timeoutSeconds: 30 }, 'dep: tcpSocket in 3 s, dep: READY'],
    ['within the timeout where that is stricter', { source: 'startupProbe', startupPeriod: 100 }, { timeoutSeconds: 30 }, 'dep: tcpSocket in 30 s, dep: READY'],
    ['of what is started', { startup: http(2) }, { condition: STARTED }, 'dep: httpGet in 3 s, dep: STARTED'],
  ])('with a readiness probe of the user, a startup probe makes the check: %s', (_what, words, options, expected) => {
    expect(triggers({ ...READY_ON_1, readiness: true, ...words }, options)).toEqual([['dep', 'startupProbe', expected]]);
  });

  test.each<[string, ContainerWords, string | undefined]>([
    ['of its own', READY_ON_1, 'dep: tcpSocket in 9 s'],
    ['around the user\'s', { ready: tcp(1), startup: http(2) }, 'dep: httpGet in 3 s, dep: tcpSocket in 9 s'],
    ['around the user\'s, which is what it waits for', PROBED, 'dep: httpGet in 3 s'],
  ])('with a timeout, a startup probe %s restarts the container and writes no mark', (_what, words, expected) => {
    const found = triggers(words, { timeoutSeconds: 9 });
    expect([found.filter(([, probe]) => probe === 'startupProbe'), found.length]).toEqual([[['dep', 'startupProbe', expected]], 2]);
  });

  test('all awaited marks are written', () => {
    const planned = (readiness: boolean) => plan(graph({ db: '', a: 'db', b: 'db', c: 'db' }, NEWEST, {
      db: { startup: http(2), readiness }, a: { on: { condition: READY } }, b: { on: { condition: RUNNING } }, c: { on: { condition: STARTED } },
    }));
    expect(triggersOf(planned(false))).toEqual([['db', 'readinessProbe', 'db: RUNNING, db: httpGet, db: STARTED, db: tcpSocket, db: READY']]);
    expect(triggersOf(planned(true))).toEqual([['db', 'startupProbe', 'db: RUNNING, db: httpGet in 3 s, db: STARTED, db: tcpSocket, db: READY']]);
    expect(listGuards(planned(true)).map(g => [g.container, g.condition])).toEqual([['a', READY], ['b', RUNNING], ['c', STARTED]]);
  });

  test('a startup probe with a limit fails once, without a limit never, and its run is never aborted', () => {
    const probe = (words: ContainerWords, options: object = {}) =>
      listMarkerProbes(plan(one('app', { ...READY_ON_1, readiness: true, ...words }, options))).map(t => [t.failureThreshold, t.timeoutSeconds])[0];
    expect([probe({}, { timeoutSeconds: 30 }), probe({}, { timeoutSeconds: 7200 })]).toEqual([[1, 3600], [1, 7260]]);
    expect([probe({}), probe({ startup: http(2) })]).toEqual([[2147483647, 3600], [1, 2147483647]]);
  });
});

describe('what to know before deploying', () => {
  const warnings = (intent: PodIntent) => plan(intent).warnings;

  test('a note names the status of waiting containers, and a warning the delay of a deletion', () => {
    expect(plan(one('app', READY_ON_1)).notes).toEqual([
      "while 'app' waits, its status is CreateContainerConfigError and events name the key and the marker file that are still missing: this is the wait, not a fault "
        + '(docs/explanation/guarantees.md)',
      expect.stringMatching(/^the order of 'app' relies on a kubelet that starts app containers one after the other/),
    ]);
    expect(warnings(one('app', { ready: blocking('wait') }, { condition: RUNNING })).filter(w => w.includes('postStart'))).toEqual([]);
    expect(warnings(one('app', READY_ON_1))).toEqual([
      'while a postStart hook waits, the kubelet does not act on a deletion of the pod, shows no logs and does not publish the pod IP (kubernetes#85966): up to 10 s',
    ]);
  });

  test('a warning explains that no liveness probe runs before the container is ready', () => {
    const about = /^the liveness probe of 'dep' does not run before it is ready/;
    const both = { ...READY_ON_1, liveness: http(7), readiness: true };
    const found = [
      one('app', both), one('sidecar', { ready: grpc(1), liveness: http(7) }),
      one('app', both, { timeoutSeconds: 60 }), one('app', { ...both, readiness: false }), one('sidecar', { ...READY_ON_1, liveness: http(7) }, GUARDED),
    ].map(intent => warnings(intent).filter(text => about.test(text)).length);
    expect(found).toEqual([1, 1, 0, 0, 0]);
  });
});
