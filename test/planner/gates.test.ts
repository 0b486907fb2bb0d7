import {
  About, allOf, BEST_EFFORT, blocking, Check, command, COMPLETED, ContainerWords, CONTINUE, delay, ENTRYPOINT_GATE, EVERY_START, EXITED,
  FAIL_CLOSED, file, graph, grpc, hasStateVolume, hookOf, http, kept, listContainers, listGateProbes, listGates, listHooks, listMarkerProbes,
  listProbeChanges, NEWEST, OLD, on, one as dependentOn, Options, outside, plan, pod, PodIntent, PodPlan, POST_START, Protocol, READY, READY_ON_1,
  refusals, Role, RUNNING, StartCondition, STARTED, tcp, WaitStep,
} from '../dsl';

const NO_LOCKS = { capabilities: { ...NEWEST.capabilities, sharedFileLocks: false } };

/** 'app', whose command is known, needs 'dep' in this way. */
const one = (role: Role, words: ContainerWords, options: Options = {}, about: About = {}, app: ContainerWords = {}) =>
  dependentOn(role, words, options, about, { command: true, ...app });

describe('a gate that makes the check itself is EVERY_START', () => {
  test.each<[string, Role, ContainerWords, Options, About, string]>([
    ['a ready container', 'app', READY_ON_1, {}, {}, 'ENTRYPOINT_GATE EVERY_START'],
    ['a ready container of the oldest target', 'app', READY_ON_1, {}, OLD, 'ENTRYPOINT_GATE EVERY_START'],
    ['a ready container of the newest target', 'app', READY_ON_1, {}, NEWEST, 'ENTRYPOINT_GATE EVERY_START'],
    ['a ready native sidecar', 'sidecar', { ready: http(1) }, { guarantee: EVERY_START }, {}, 'ENTRYPOINT_GATE EVERY_START'],
    ['a container that has started by its probe', 'app', { startup: tcp(2) }, { condition: STARTED }, {}, 'ENTRYPOINT_GATE EVERY_START'],
    ['what the position keeps, with nothing injected', 'init', {}, { condition: COMPLETED }, {}, 'POSITION FAIL_CLOSED'],
    ['what the position keeps, with nothing injected', 'sidecar', { ready: tcp(1), source: 'startupProbe' }, {}, {}, 'POSITION FAIL_CLOSED'],
    ['gRPC', 'sidecar', { ready: grpc(1) }, {}, {}, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['a gate that opens after the timeout', 'app', READY_ON_1, { timeoutSeconds: 5, onTimeout: CONTINUE }, {}, 'ENTRYPOINT_GATE BEST_EFFORT'],
    ['one without shared file locks', 'app', READY_ON_1, { guarantee: EVERY_START }, NO_LOCKS, 'ENTRYPOINT_GATE EVERY_START'],
  ])('%s', (_what, role, words, options, about, expected) => { expect(kept(plan(one(role, words, options, about)))).toBe(expected); });

  test('without a command in the manifest there is no gate, and to force one is an error with the reason', () => {
    expect(kept(plan(one('app', READY_ON_1, {}, {}, { command: false })))).toBe('POST_START BEST_EFFORT');
    expect(refusals(one('app', READY_ON_1, { mechanism: ENTRYPOINT_GATE }, {}, { command: false })))
      .toEqual([expect.stringMatching(/^SO402: container 'app' requires ENTRYPOINT_GATE for 'dep', but the command of the dependent comes from its image/)]);
  });
});

describe('a check that only the dependency can make is marked by an agent in the dependency', () => {
  const waits = (planned: PodPlan) => ({
    gate: listGates(planned).map(g => [g.container, g.awaited.map(a => a.check)]),
    hooks: listHooks(planned).map(h => [h.container, h.resets, h.waits, h.lingers, h.timeoutSeconds]),
    probed: listMarkerProbes(planned).map(t => t.container),
    usesState: hasStateVolume(planned),
  });
  const mark = (key: string) => ({ kind: 'mark', file: 'dep', key, isLocked: true });
  const step = (marks: StartCondition, check?: Check) => [...check ? [{ dependency: 'dep', check }] : [], { dependency: 'dep', marks }];

  test.each<[string, Role, ContainerWords, StartCondition, About]>([
    ['a command, which runs in its own image', 'app', { ready: command('/c') }, READY, OLD],
    ['one on the newest target', 'app', { ready: command('/c') }, READY, NEWEST],
    ['one of a native sidecar', 'sidecar', { ready: command('/c') }, READY, { ...NEWEST, guarantee: EVERY_START }],
    ['a command that blocks', 'app', { ready: blocking('/c') }, READY, {}],
    ['a file that is not shared', 'app', { ready: file('/f') }, READY, {}],
    ['a delay, which counts from its start', 'app', { ready: delay(5) }, READY, {}],
    ['a delay and a port', 'app', { ready: allOf(delay(5), tcp(1)) }, READY, {}],
    ['what its startup probe runs', 'app', { startup: command('/up') }, STARTED, {}],
    ['that it runs: the hook writes the mark, and no agent stays', 'app', {}, RUNNING, {}],
    ['that it has started, without a startup probe: the hook writes the mark, and no agent stays', 'app', {}, STARTED, {}],
  ])('%s', (_what, role, words, condition, about) => {
    const planned = plan(one(role, words, { condition }, about));
    const check = words.startup ?? words.ready;
    const steps = check ? { waits: [], lingers: step(condition, check) } : { waits: step(condition), lingers: [] };
    expect(kept(planned, 'app', 'dep')).toBe('ENTRYPOINT_GATE EVERY_START');
    const hooks = [['dep', true, steps.waits, steps.lingers, undefined]];
    expect(waits(planned)).toEqual({ gate: [['app', [mark(condition)]]], hooks, probed: ['app'], usesState: true });
  });

  test('guards and gates read marks of one file', () => {
    const words = { dep: { ready: command('/c') }, app: { command: true }, guarded: { on: { condition: RUNNING } } };
    const planned = plan(graph({ dep: '', app: 'dep', guarded: 'dep' }, NEWEST, words));
    expect(['app', 'guarded'].map(c => kept(planned, c, 'dep'))).toEqual(['ENTRYPOINT_GATE EVERY_START', 'GUARDED_HOOK FAIL_CLOSED']);
    const all = [...step(RUNNING), ...step(READY, command('/c'))];
    expect(listHooks(planned).map(h => [h.container, h.lingers])).toEqual([['dep', all]]);
    expect(listMarkerProbes(planned).filter(t => t.container === 'dep').map(t => t.steps)).toEqual([all]);
  });

  test('the hook locks the marks, unless the lock would outlive its container in shared processes', () => {
    const locks = (about: About) => {
      const planned = plan(one('app', { ready: command('/c') }, {}, about));
      return [listHooks(planned)[0].locksMarks, listGates(planned)[0].awaited[0].check, kept(planned, 'app', 'dep')];
    };
    expect(locks({})).toEqual([true, mark(READY), 'ENTRYPOINT_GATE EVERY_START']);
    const unlocked = [false, { kind: 'mark', file: 'dep', key: READY }, 'ENTRYPOINT_GATE FAIL_CLOSED'];
    expect([locks({ sharesProcesses: true }), locks(NO_LOCKS)]).toEqual([unlocked, unlocked]);
    expect(plan(one('app', { ready: command('/c') }, {}, NO_LOCKS)).edges[0].reason).toContain('may not see the locks of each other (capabilities.sharedFileLocks)');
  });

  test.each(['EXITED', 'COMPLETED'] as const)('without shared file locks, no gate waits for %s: a lock tells that a container runs', condition => {
    expect(refusals(one('app', { command: true }, { condition: StartCondition[condition] }, { ...NO_LOCKS, restartPolicy: 'Never' }))).toEqual([
      expect.stringContaining("only a lock tells whether 'dep' still runs, and the containers of a pod with a runtimeClassName may not see"),
    ]);
  });

  test.each([command('/c'), delay(5), allOf(tcp(1), delay(5))])('a gate that reads a mark does not reach EVERY_START if the containers share their processes: %j', ready => {
    expect(refusals(one('app', { ready }, { guarantee: EVERY_START }, { sharesProcesses: true }))).toEqual([
      "SO403: container 'app' requires EVERY_START for 'dep', but ENTRYPOINT_GATE reaches only FAIL_CLOSED; declare a check that 'app' can make itself: a port, or a file in a "
      + 'volume that both mount, or accept it with the guarantee FAIL_CLOSED',
    ]);
  });
});

describe('a dependency with a gate of its own', () => {
  /** 'api' waits in a gate for 'db', and 'web' needs 'api'. */
  const chain = (api: ContainerWords, condition: StartCondition, web: ContainerWords = {}, about: About = {}) => plan(graph(
    { db: '', api: 'db', web: 'api' }, about, { api: { ready: undefined, command: true, ...api }, web: { ...web, on: { condition } } }));
  const gate = { dependency: 'api', check: { kind: 'mark', file: 'api.gate', key: 'OPEN' } };
  const mark = (marks: StartCondition) => ({ dependency: 'api', marks });

  test.each<[StartCondition, ContainerWords]>([
    [RUNNING, {}], [STARTED, {}], [READY, { ready: delay(5) }], [READY, { ready: command('/c') }],
  ])('is %s for a gate only after its own gate has opened, with every check: %j', (condition, { ready }) => {
    const { waits, lingers, timeoutSeconds } = hookOf(chain({ ready }, condition, { command: true }), 'api');
    const checked = ready ? [{ dependency: 'api', check: ready }] : [];
    expect([waits, lingers, timeoutSeconds]).toEqual([[], [gate, ...checked, mark(condition)], undefined]);
  });

  test('is checked directly by a gate that can make the check', () => {
    expect(listGates(chain({ ready: tcp(2) }, READY, { command: true }))[1].awaited.map(a => a.check)).toEqual([tcp(2)]);
  });

  test.each<[StartCondition, ContainerWords, unknown[]]>([
    [RUNNING, {}, [gate, mark(RUNNING)]],
    [STARTED, {}, [gate, mark(STARTED)]],
    [READY, { ready: delay(5) }, [gate, { dependency: 'api', check: delay(5) }, mark(READY)]],
  ])('is %s for a guard only after its own gate has opened: no hook, probe or agent marks it before', (condition, words, steps) => {
    const plain = chain(words, condition, {}, NEWEST);
    expect(kept(plain, 'web', 'api')).toBe('GUARDED_HOOK FAIL_CLOSED');
    expect(listMarkerProbes(plain).find(t => t.container === 'api' && t.probe === 'readinessProbe')!.steps).toEqual(steps);
    const probed = chain({ ...words, readiness: true }, condition, {}, NEWEST);
    expect(listMarkerProbes(probed).find(t => t.container === 'api' && t.probe === 'startupProbe')!.steps).toMatchObject(steps);
    expect(hookOf(probed, 'api').lingers).toEqual(steps);
    for (const { waits, timeoutSeconds } of [plain, probed].map(planned => hookOf(planned, 'api'))) {
      expect([waits, timeoutSeconds]).toEqual(waits.length === 0 ? [[], undefined] : [steps, 10]);
    }
  });

  test.each([RUNNING, STARTED])('causes a warning if only list order waits until it is %s', condition => {
    const planned = chain({}, condition);
    expect(kept(planned, 'web', 'api')).toBe('POSITION BEST_EFFORT');
    expect(planned.warnings).toContain("'web' starts when the gate of 'api' runs, and not when its command does: list order cannot tell when 'api' is "
      + `${condition}. So that 'web' can wait for the gate, write the \`command\` of 'web', or add its image to the image file (\`cdk8s-startup-order images --image example/web\`)`);
    expect(chain({}, condition, { command: true }).warnings).toEqual([]);
  });

  test('is checked directly if its gate waits for nothing', () => {
    const api = { ready: undefined, command: true, on: { mechanism: POST_START, guarantee: BEST_EFFORT } };
    const planned = plan(graph({ db: '', api: 'db', web: 'api' }, { orderedShutdown: true }, { api, web: { command: true, on: { condition: STARTED } } }));
    expect(listGates(planned).find(g => g.container === 'api')).toMatchObject({ awaited: [], locks: true });
    expect(hookOf(planned, 'api')).toMatchObject({ waits: [mark(STARTED)], lingers: [] });
  });
});

describe('the end of a container', () => {
  const ended = (key: string, isFinal = false) => ({ kind: 'ended', file: 'dep.lock', key, isFinal });

  const [ONCE, AGAIN] = [{ ...NEWEST, restartPolicy: 'Never' }, { ...NEWEST, restartPolicy: 'OnFailure' }] as const;
  const ruled = (...values: number[]) => ({ restartPolicy: 'Never', restartRules: [{ action: 'Restart', exitCodes: { operator: 'In', values } }] }) as const;
  test.each<[string, Options, About, ContainerWords, boolean]>([
    ['a failure is final where nothing restarts it', { condition: COMPLETED }, ONCE, {}, true],
    ['but not with onTimeout CONTINUE', { condition: COMPLETED, timeoutSeconds: 5, onTimeout: CONTINUE }, ONCE, {}, false],
    ['nor where it is tried again', { condition: COMPLETED }, AGAIN, {}, false],
    ['nor where any end will do', { condition: EXITED }, ONCE, {}, false],
    ['nor where a rule may restart it', { condition: COMPLETED }, NEWEST, ruled(42), false],
    ['a rule that never matches changes nothing', { condition: COMPLETED }, NEWEST, ruled(), true],
    ['nor does the policy of a pod that restarts all others', { condition: COMPLETED }, NEWEST, { restartPolicy: 'Never' }, true],
  ])('%s', (_what, options, about, words, isFinal) => {
    const planned = plan(one('app', { command: true, ...words }, options, about));
    expect(listGates(planned)[1].awaited.map(a => a.check)).toEqual([ended(options.condition!, isFinal)]);
  });

  test('is an error on nodes that ignore the restartPolicy of the container', () => {
    expect(refusals(one('app', { command: true, restartPolicy: 'Never' }, { condition: COMPLETED }, OLD))).toEqual([
      expect.stringMatching(/^SO204: container 'app' depends on 'dep' being COMPLETED, but nodes before Kubernetes 1.35 ignore its restartPolicy Never, and that of the pod is Always; give/),
    ]);
  });
});

describe('a mark that may be false', () => {
  const QUITS = { exec: { command: ['quit'] } };
  const ENDS = { command: true, preStop: QUITS, liveness: command('/well') };
  const ALL = { ...NEWEST, restartsAllContainers: true };
  const AGAIN = { ...NEWEST, restartPolicy: 'OnFailure' } as const;
  const SHARED = { sharesProcesses: true };
  const HOOK = "if a probe of 'dep' fails, its preStop hook can end it with exit code 0 before the kubelet runs it again";
  const MARK = (state: string) => `a mark from before RestartAllContainers opens it, while 'dep' ${state} again`;

  test.each<[string, Role, ContainerWords, Options, About, string | undefined]>([
    ['a preStop hook ends it', 'app', ENDS, { condition: COMPLETED }, AGAIN, HOOK],
    ['a startup probe fails', 'app', { ...ENDS, liveness: undefined, startup: tcp(1) }, { condition: COMPLETED }, AGAIN, HOOK],
    ['no probe stops it', 'app', { ...ENDS, liveness: undefined }, { condition: COMPLETED }, AGAIN, undefined],
    ['the hook only sleeps', 'app', { ...ENDS, preStop: { sleep: { seconds: 5 } } }, { condition: COMPLETED }, AGAIN, undefined],
    ['the kubelet does not run it again', 'app', ENDS, { condition: COMPLETED }, { ...NEWEST, restartPolicy: 'Never' }, undefined],
    ['each exit counts', 'app', ENDS, { condition: EXITED }, AGAIN, undefined],
    ['all containers restart', 'app', { command: true }, { condition: COMPLETED }, { ...AGAIN, ...ALL }, MARK('has not exited')],
    ['all containers restart, with processes shared', 'app', { ready: command('/c') }, {}, { ...ALL, ...SHARED }, MARK('is not ready')],
    ['a native sidecar restarts first', 'sidecar', { ready: command('/c') }, {}, { ...ALL, ...SHARED }, undefined],
  ])('%s', (_what, role, words, options, about, but) => {
    const [edge] = plan(one(role, words, { ...options, mechanism: ENTRYPOINT_GATE }, about)).edges;
    expect([edge.guarantee, edge.reason.split('; but ')[1]]).toEqual([but === undefined ? FAIL_CLOSED : BEST_EFFORT, but]);
  });

  test('of another run does not count after a restart of all containers, because its container locks it', () => {
    expect(plan(one('app', { ready: command('/c') }, { guarantee: EVERY_START }, ALL)).edges[0].guarantee).toBe(EVERY_START);
  });
});

describe('the startup probe of a gated container', () => {
  const STEP = (t: WaitStep) => 'check' in t
    ? `${t.check.kind}${t.timeoutSeconds === undefined ? '' : ` ${t.timeoutSeconds} s`}${t.onTimeout === CONTINUE ? ', then on' : ''}` : t;
  /** The startup probe, the changes of other probes, the probes without a limit, and the warnings. */
  const about = (app: ContainerWords, options = {}) => {
    const planned = plan(one('app', READY_ON_1, options, {}, app));
    const byAgent = listMarkerProbes(planned).map(t => [t.container, t.probe, t.failureThreshold, ...t.steps.map(STEP)]);
    const byKubelet = listGateProbes(planned).map(p => [p.container, 'startupProbe', p.failureThreshold, `the kubelet: ${p.check.kind}`]);
    const changes = listProbeChanges(planned).map(({ probe, key, value }) => `${probe} ${key} ${value}`);
    return [[...byAgent, ...byKubelet], changes, planned.containers.find(c => c.gate)!.probesWithoutLimit, planned.warnings];
  };
  const NO_LIMIT = 2147483647;
  const LATE = { liveness: http(8), livenessDelay: 15 };

  test.each<[string, ContainerWords, unknown[]]>([
    ['waits for the gate, then makes the check of cdk8s-plus: the pod would be ready before the app listens',
      { startup: tcp(9), automatic: true }, [1, 'mark', 'tcpSocket 3 s']],
    ['or the check of the user, within the time of the user', { startup: http(9), startupPeriod: 4 }, [1, 'mark', 'httpGet 12 s']],
    ['then lets the liveness probe wait as long as the user said, or until its check passes', LATE, [NO_LIMIT, 'mark', 'httpGet 15 s, then on']],
    ['but not where the check of the user was the same', { ...LATE, startup: http(8) }, [1, 'mark', 'httpGet 3 s']],
    ['nor for a liveness probe without a delay', { liveness: http(8) }, [NO_LIMIT, 'the kubelet: tcpSocket']],
    ['lets the readiness probe wait as long as the user said', { readiness: true, readinessDelay: 4 }, [NO_LIMIT, 'mark', 'delay']],
    ['and takes nothing from the others, and gives nothing to them', { ...LATE, readiness: true, readinessDelay: 4, startup: tcp(9), startupPeriod: 10 },
      [1, 'mark', 'delay', 'tcpSocket 26 s', 'httpGet 11 s, then on']],
    ['leaves the check of the user some time', { readiness: true, readinessDelay: 60, startup: tcp(9), startupPeriod: 10 }, [1, 'mark', 'delay', 'tcpSocket 10 s']],
  ])('%s', (_what, app, expected) => { expect(about(app)).toEqual([[['app', 'startupProbe', ...expected]], [], [], []]); });

  const NO_LIMITS = "The wait agent cannot make that check, and the gate of 'app' waits without a limit: give each of its dependencies a timeout";
  const NO_RESTART = `the startupProbe of 'app' has no limit: if 'app' hangs at its start, the kubelet does not restart it. ${NO_LIMITS}`;
  const TOO_SOON = `the livenessProbe of 'app' counts its initialDelaySeconds from the start of the gate: the kubelet may kill 'app' while it boots. ${NO_LIMITS}`;
  const GATE = ['app', 'startupProbe', NO_LIMIT, 'the kubelet: tcpSocket'];

  test.each<[string, ContainerWords, number | undefined, unknown[]]>([
    ['and has no limit with a gate without a limit, which causes a warning', { startup: grpc(9) }, undefined,
      [[], [`startupProbe failureThreshold ${NO_LIMIT}`], ['startupProbe'], [NO_RESTART]]],
    ['or the liveness probe alone, which gets the time of the gate besides its own', { liveness: grpc(8), livenessDelay: 15 }, 10,
      [[GATE], ['livenessProbe initialDelaySeconds 25'], [], []]],
    ['or the liveness probe alone, which causes a warning with a gate without a limit', { liveness: grpc(8), livenessDelay: 15 }, undefined,
      [[GATE], [], ['livenessProbe'], [TOO_SOON]]],
  ])('stays if the agent cannot make it, %s', (_what, app, timeoutSeconds, expected) => {
    expect(about(app, { timeoutSeconds })).toEqual(expected);
  });

  test.each<[string, PodIntent]>([
    ['waits for two dependencies', pod(p => { p.app('dep', READY_ON_1); p.app('other', { ready: tcp(2) }); p.app('app', ['dep', 'other'], { command: true }); })],
    ['opens after a timeout', one('app', READY_ON_1, { timeoutSeconds: 5, onTimeout: CONTINUE })],
    ['checks what only the agent can check', one('app', { ready: { kind: 'server', protocol: Protocol.REDIS, port: 6379 } })],
    ['checks a command of the kubelet', one('app', { ready: command('/up') }, { guarantee: EVERY_START })],
    ['waits outside the pod', pod(p => { p.app('app', [outside('db', { mechanism: ENTRYPOINT_GATE })], { command: true }); })],
    ['is read by a hook', pod(p => { p.app('dep', READY_ON_1); p.app('app', ['dep'], { command: true, ready: tcp(2) }); p.app('web', [on('app', { mechanism: POST_START })]); })],
    ['is read by a gate', pod(p => { p.app('dep', READY_ON_1); p.app('app', ['dep'], { command: true, ready: delay(2) }); p.app('web', ['app'], { command: true }); })],
    ['is in a mesh', one('app', READY_ON_1, {}, { mesh: { order: 'hook', initTraffic: 'free', annotations: {}, uncapturedPorts: [], warnings: [] } as unknown as PodIntent['mesh'] })],
  ])('runs the agent if the gate %s', (_what, intent) => {
    const planned = plan(intent);
    expect(listGateProbes(planned)).toEqual([]);
    expect(listGates(planned).filter(g => g.container === 'app')).toMatchObject([{ marksOpen: true }]);
    expect(listMarkerProbes(planned).filter(p => p.container === 'app' && p.probe === 'startupProbe')).toHaveLength(1);
    expect(hasStateVolume(planned)).toBe(true);
  });

  test.each<[string, PodIntent, boolean, boolean]>([
    ['and no other container reads the mark', one('app', READY_ON_1, {}, {}, { startup: grpc(9) }), false, false],
    ['and the hook of another container reads the mark', graph({ dep: '', app: 'dep', other: '', web: 'app other' }, {},
      { app: { command: true, startup: grpc(9) }, web: { on: { mechanism: POST_START } } }), true, true],
    ['and its gate reads a mark', one('app', { ready: delay(1) }, { guarantee: EVERY_START }, {}, { startup: grpc(9) }), false, true],
  ])('if the startup probe of the user stays %s, the gate marks only what is read', (_what, intent, marksOpen, usesState) => {
    const planned = plan(intent);
    const mounts = listContainers(planned).find(c => c.name === 'app')!.mounts.map(m => m.path);
    expect(listGates(planned).find(g => g.container === 'app')).toMatchObject({ marksOpen });
    expect(mounts.includes('/startup-order-state')).toBe(usesState);
    expect(mounts).toContain('/startup-order');
  });

  test.each<[string, ContainerWords, Options, string[]]>([
    ['marks in a readiness probe, without a timeout', { startup: tcp(9) }, {}, ['mark', 'tcpSocket 3 s']],
    ['marks in a readiness probe, with a timeout', { startup: tcp(9) }, { timeoutSeconds: 60 }, ['mark', 'tcpSocket 3 s', 'httpGet 60 s']],
    ['marks in the startup probe, before the delay of the readiness probe', { startup: tcp(9), readiness: true, readinessDelay: 4, ...LATE }, {},
      ['mark', 'tcpSocket 3 s', 'httpGet', 'READY', 'delay', 'httpGet 11 s, then on']],
  ])('writes marks for guards, too: %s', (_what, words, options, expected) => {
    const planned = plan(graph({ dep: '', app: 'dep', web: 'app' }, NEWEST, { app: { command: true, ready: http(2), ...words }, web: { on: options } }));
    expect(kept(planned, 'web', 'app')).toBe('GUARDED_HOOK FAIL_CLOSED');
    const { steps } = listMarkerProbes(planned).find(t => t.container === 'app' && t.probe === 'startupProbe')!;
    expect(steps.map(s => 'marks' in s ? s.marks : STEP(s))).toEqual(expected);
  });
});
