import {
  About, allOf, BEST_EFFORT, blocking, Check, COMPLETED, ContainerWords, CONTINUE, delay, DENYING, EVERY_START, EXITED, FAIL, FAIL_CLOSED, file,
  graph, grpc, Guarantee, http, INIT_CONTAINER, kept, Mechanism, names, NEWEST, OLD, on, one, Options, outside, plan, pod, PodIntent, POSITION,
  POST_START, READY, READY_ON_1, refusals, remediesOf, Role, RUNNING, SIDECAR_PROBE, SIDECAR_WAIT_INIT, StartCondition, STARTED, tcp,
} from '../dsl';

const COMMAND = "write the `command` of 'app', or add its image to the image file (`cdk8s-startup-order images --image example/app`)";
const UNKNOWN = "write the `command` of 'app' and 'dep', or add their images to the image file (`cdk8s-startup-order images --image example/app --image example/dep`), "
  + "or give 'dep' the role INIT and use the condition COMPLETED";
const NODES_1_35 = 'plan for nodes of Kubernetes 1.35 or newer (`kubernetesVersion`)';
const NODES_1_29 = 'plan for nodes of Kubernetes 1.29 or newer (`kubernetesVersion`)';
const HOOK = { exec: { command: ['/hook'] } };
const OPENING: Options = { timeoutSeconds: 5, onTimeout: CONTINUE };
const PROBED = { ready: http(1), source: 'startupProbe' } as const;

/** On nodes of each version. */
const ANY = {};
test.each<[string, Role, object, StartCondition, About, string]>([
  ['the end of an init container', 'init', {}, COMPLETED, ANY, 'POSITION FAIL_CLOSED'],
  ['a running native sidecar', 'sidecar', {}, RUNNING, ANY, 'POSITION FAIL_CLOSED'],
  ['a started native sidecar with a startup probe of its own', 'sidecar', PROBED, STARTED, ANY, 'POSITION FAIL_CLOSED'],
  ['a started native sidecar without a startup probe', 'sidecar', {}, STARTED, {}, 'POSITION FAIL_CLOSED'],
  ['a native sidecar that is ready when its own startup probe has passed', 'sidecar', PROBED, READY, ANY, 'POSITION FAIL_CLOSED'],
  ['a native sidecar that is ready by another check', 'sidecar', READY_ON_1, READY, ANY, 'SIDECAR_PROBE FAIL_CLOSED'],
  ['a native sidecar that no kubelet probe can check', 'sidecar', { ready: file('/v/ready'), mounts: { v: '/v' } }, READY, {}, 'SIDECAR_WAIT_INIT FAIL_CLOSED'],
  ['a native sidecar that no other container can check', 'sidecar', { ready: file('/ready') }, READY, {}, 'POST_START BEST_EFFORT'],
  ['a native sidecar whose startup probe cdk8s-plus has added', 'sidecar', { ...PROBED, automatic: true }, READY, {}, 'SIDECAR_PROBE FAIL_CLOSED'],
  ['a native sidecar with a readiness probe', 'sidecar', { ready: tcp(1), source: 'readinessProbe' }, READY, ANY, 'SIDECAR_PROBE FAIL_CLOSED'],
  ['a native sidecar whose startup probe proves something else', 'sidecar', { ready: tcp(1), startup: tcp(2) }, READY, ANY, 'SIDECAR_WAIT_INIT FAIL_CLOSED'],
  ['a running sidecar of an old target', 'sidecar', {}, RUNNING, OLD, 'POSITION BEST_EFFORT'],
  ['a ready sidecar of an old target', 'sidecar', PROBED, READY, OLD, 'POST_START BEST_EFFORT'],
  ['a running container', 'app', {}, RUNNING, {}, 'POSITION BEST_EFFORT'],
  ['a started container without a startup probe', 'app', {}, STARTED, {}, 'POSITION BEST_EFFORT'],
  ['a started container with a startup probe', 'app', PROBED, STARTED, {}, 'POST_START BEST_EFFORT'],
  ['a ready container', 'app', READY_ON_1, READY, {}, 'POST_START BEST_EFFORT'],
  ['a ready container of a new target', 'app', READY_ON_1, READY, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
  ['a running container of a new target', 'app', {}, RUNNING, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
  ['a started container of a new target', 'app', {}, STARTED, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
  ['a ready container with a startup probe of its own', 'app', PROBED, READY, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
  ['a ready container with a startup probe that only the kubelet can make', 'app', { ready: tcp(1), startup: grpc(2) }, READY, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
  ['a native sidecar of a new target that no kubelet probe can check', 'sidecar', { ready: file('/ready') }, READY, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
  ['a native sidecar whose hook has completed', 'sidecar', { postStart: { exec: { command: ['/x'] } } }, STARTED, {}, 'POSITION BEST_EFFORT'],
  ['a native sidecar that only the kubelet can check', 'sidecar', { ready: grpc(1) }, READY, NEWEST, 'SIDECAR_PROBE FAIL_CLOSED'],
  ['a native sidecar with a gRPC startup probe', 'sidecar', { ready: grpc(9000), source: 'startupProbe' }, READY, {}, 'POSITION FAIL_CLOSED'],
  ['the end of an init container on Windows', 'init', {}, COMPLETED, { windows: true }, 'POSITION FAIL_CLOSED'],
  ['the startup probe of a native sidecar on Windows', 'sidecar', READY_ON_1, READY, { windows: true }, 'SIDECAR_PROBE FAIL_CLOSED'],
])('without a stated guarantee: the least intrusive mechanism that fails closed, or the strongest: %s', (_what, role, words, condition, about, expected) => {
  const nodes = about === ANY ? [{}, NEWEST] : [about];
  expect(nodes.map(node => kept(plan(one(role, words, { condition }, node))))).toEqual(nodes.map(() => expected));
});

describe('the least intrusive mechanism with the stated guarantee is chosen', () => {
  const PROBE = 'SIDECAR_PROBE FAIL_CLOSED';
  test.each<[string, Role, ContainerWords, Guarantee | undefined, About, string]>([
    ['none: FAIL_CLOSED', 'sidecar', READY_ON_1, undefined, NEWEST, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['EVERY_START', 'sidecar', READY_ON_1, EVERY_START, NEWEST, 'ENTRYPOINT_GATE EVERY_START'],
    ['EVERY_START beside a position that fails closed', 'sidecar', PROBED, EVERY_START, {}, 'ENTRYPOINT_GATE EVERY_START'],
    ['FAIL_CLOSED where a startup probe fails closed', 'sidecar', READY_ON_1, FAIL_CLOSED, {}, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['FAIL_CLOSED where the position fails closed', 'sidecar', PROBED, FAIL_CLOSED, {}, 'POSITION FAIL_CLOSED'],
    ['FAIL_CLOSED of a regular container', 'app', READY_ON_1, FAIL_CLOSED, NEWEST, 'ENTRYPOINT_GATE EVERY_START'],
    ['BEST_EFFORT of a native sidecar', 'sidecar', READY_ON_1, BEST_EFFORT, NEWEST, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['BEST_EFFORT of a native sidecar with a startup probe of its own', 'sidecar', PROBED, BEST_EFFORT, NEWEST, 'POSITION FAIL_CLOSED'],
    ['BEST_EFFORT of a running container', 'app', {}, BEST_EFFORT, NEWEST, 'POSITION BEST_EFFORT'],
    ['BEST_EFFORT of a ready container, whose gate intrudes less than a hook', 'app', READY_ON_1, BEST_EFFORT, NEWEST, 'ENTRYPOINT_GATE EVERY_START'],
    ['EVERY_START of the workload', 'sidecar', READY_ON_1, undefined, { ...NEWEST, guarantee: EVERY_START }, 'ENTRYPOINT_GATE EVERY_START'],
  ])('%s', (_what, role, words, guarantee, about, expected) => {
    const intent = one(role, words, { guarantee, condition: words.ready ? READY : RUNNING }, about, { command: true });
    expect(kept(plan(intent))).toBe(expected);
  });

  test('the guarantee of one dependent does not change the mechanism of another dependent', () => {
    const words = { migrate: { on: { guarantee: BEST_EFFORT } }, b: { command: true, on: { guarantee: EVERY_START } } };
    const planned = plan(graph({ 'sidecar dep': '', 'init migrate': 'dep', 'a': 'dep', 'b': 'dep' }, NEWEST, words));
    expect(['migrate', 'a', 'b'].map(name => kept(planned, name))).toEqual([PROBE, PROBE, 'ENTRYPOINT_GATE EVERY_START']);
    expect(names(planned)).toEqual(['dep', 'migrate', 'a', 'b']);
  });

  test.each<[Guarantee | undefined, string, Options]>([
    [undefined, 'INIT_CONTAINER FAIL_CLOSED', {}], [BEST_EFFORT, 'INIT_CONTAINER FAIL_CLOSED', {}], [FAIL_CLOSED, 'INIT_CONTAINER FAIL_CLOSED', {}],
    [EVERY_START, 'ENTRYPOINT_GATE EVERY_START', {}], [undefined, 'INIT_CONTAINER BEST_EFFORT', { timeoutSeconds: 5, onTimeout: CONTINUE }],
  ])('a target outside the pod gets one init container, unless EVERY_START is stated: %s %s', (guarantee, expected, options) => {
    const need = [outside('db', { guarantee, ...options })];
    const { edges } = plan(pod(p => { ['a', 'b'].forEach(name => p.app(name, need, { command: true })); p.app('c', { command: true }); }));
    expect(edges.map(e => `${e.mechanism} ${e.guarantee}`)).toEqual([expected, expected]);
  });
});

test('each choice has its reason', () => {
  const planned = plan(pod(p => {
    p.init('migrate');
    p.sidecar('proxy', PROBED);
    p.sidecar('vault', READY_ON_1);
    p.sidecar('agent', { ready: file('/v/ready'), mounts: { v: '/v' } });
    p.sidecar('config', { ready: file('/ready') });
    p.app('db', READY_ON_1);
    p.app('app', ['migrate', 'proxy', 'vault', 'agent', 'config', 'db', on('db2', { condition: RUNNING }), outside('api')]);
    p.app('db2');
  }));
  expect(Object.fromEntries(planned.edges.map(e => [e.dependency, e.reason]))).toEqual({
    migrate: 'the kubelet starts the next containers after the init container has exited with 0',
    proxy: 'the kubelet starts the next containers after the startup probe of the native sidecar has passed',
    vault: 'the kubelet starts the next containers after the startup probe of the native sidecar, which is the ready check, has passed; the kubelet makes the probe once a second, '
      + 'which costs up to about a second',
    agent: 'the kubelet starts the next containers after the init container that waits for it has exited with 0',
    config: 'a postStart hook holds the kubelet until it is ready; the timeout or a restart of the kubelet opens it',
    db: 'a postStart hook holds the kubelet until it is ready; a crash, the timeout or a restart of the kubelet opens it',
    db2: 'the kubelet starts regular containers in list order, but continues when a container fails to start',
    api: 'an init container waits for it, which delays the whole pod',
  });
});

test('STARTED of a native sidecar uses its startup probe, unless cdk8s-plus added that probe', () => {
  const edge = (automatic: boolean) => plan(one('sidecar', { ...PROBED, automatic }, { condition: STARTED })).edges[0];
  expect([edge(false), edge(true)].map(e => [e.reason, e.check])).toEqual([
    ['the kubelet starts the next containers after the startup probe of the native sidecar has passed', http(1)],
    ['the kubelet starts the next containers when the native sidecar is running', undefined],
  ]);
});

describe('a mechanism can be forced', () => {
  test('a mechanism that the workload forces does not replace a position that fails closed', () => {
    const needs = { 'init migrate': '', 'sidecar proxy': '', 'db': '', 'app': 'migrate proxy db' };
    const planned = plan(graph(needs, { mechanism: POST_START }, { proxy: PROBED }));
    expect(planned.edges.map(e => `${e.dependency} ${e.mechanism}`)).toEqual(['migrate POSITION', 'proxy POSITION', 'db POST_START']);
  });

  const LEAVE = 'leave `mechanism` out';
  const HOLDS = 'only the startup probe of a native sidecar holds other containers';
  const OUTSIDE = (options: Options) => pod(p => { p.app('app', [outside('dep', options)]); });
  test.each<[Mechanism, Role | 'outside', ContainerWords, StartCondition, string, string?, Options?]>([
    [POSITION, 'app', READY_ON_1, READY, 'the list order of regular containers enforces neither readiness nor completion'],
    [POSITION, 'sidecar', READY_ON_1, READY, 'a native sidecar holds the next containers only until it has started, not until it is ready'],
    [INIT_CONTAINER, 'app', READY_ON_1, READY, 'an init container has exited before any container of the pod starts, so it cannot wait for one'],
    [POST_START, 'init', {}, COMPLETED, 'an ordinary init container can have no hook'],
    [POST_START, 'app', {}, RUNNING, 'a hook waits until its container is ready and cannot detect that it is RUNNING'],
    [SIDECAR_PROBE, 'app', READY_ON_1, READY, HOLDS],
    [SIDECAR_PROBE, 'sidecar', {}, RUNNING, 'the ready check becomes the startup probe, which cannot detect that its sidecar is RUNNING'],
    [SIDECAR_WAIT_INIT, 'app', READY_ON_1, READY, 'an init container waits only for native sidecars before it'],
    [SIDECAR_WAIT_INIT, 'sidecar', {}, RUNNING, 'an init container makes the ready check and cannot detect that a sidecar is RUNNING'],
    [SIDECAR_PROBE, 'sidecar', PROBED, READY, "'dep' has a startup probe of its own, which stays"],
    [POSITION, 'outside', {}, READY, 'a target outside the pod has no position'],
    [SIDECAR_PROBE, 'outside', {}, READY, 'a target outside the pod has no startup probe'],
    [SIDECAR_WAIT_INIT, 'outside', {}, READY, 'a target outside the pod is in no list'],
    [POST_START, 'outside', {}, READY, 'a target outside the pod has no hook'],
    [SIDECAR_PROBE, 'app', {}, READY, HOLDS, `${LEAVE}, and give 'dep' a ready check that asks a port (\`readyWhen\`)`],
    [SIDECAR_PROBE, 'app', READY_ON_1, READY, HOLDS, `${LEAVE}, and leave \`guarantee\` out`, { guarantee: EVERY_START }],
    [SIDECAR_PROBE, 'app', READY_ON_1, READY, HOLDS, `${LEAVE}, and leave \`onTimeout\` out`, { timeoutSeconds: 5, onTimeout: FAIL }],
    [SIDECAR_PROBE, 'app', {}, EXITED, HOLDS, `${UNKNOWN}, and in each case ${LEAVE}`],
    [POST_START, 'app', { ready: tcp(1) }, STARTED, "'dep' has no startup probe that the agent could repeat"],
  ])('forcing %s is an error for a dependency of role %s that it cannot enforce', (mechanism, role, words, condition, why, remedy = LEAVE, options = {}) => {
    expect(refusals(role === 'outside' ? OUTSIDE({ mechanism }) : one(role, words, { ...options, mechanism, condition }, { restartPolicy: 'Never' }))).toEqual([
      `SO402: container 'app' requires ${mechanism} for 'dep', but ${why}; ${remedy}`,
    ]);
  });

  test('forcing an unknown mechanism is an error', () => {
    const mechanism = 'TELEPATHY' as Mechanism;
    const text = `SO401: container 'app' requires ${mechanism} for 'dep', which this version of the library does not have (it has: `
      + 'POSITION, SIDECAR_PROBE, INIT_CONTAINER, SIDECAR_WAIT_INIT, ENTRYPOINT_GATE, GUARDED_HOOK, POST_START); leave `mechanism` out, and the library chooses one';
    const intents = [one('app', READY_ON_1, { mechanism }), one('app', READY_ON_1, {}, { mechanism }), OUTSIDE({ mechanism })];
    expect(intents.map(refusals)).toEqual([[text], [text], [text]]);
  });
});

describe('a stated guarantee that no mechanism reaches is an error', () => {
  test.each<[string, Role, ContainerWords, Options & Required<Pick<Options, 'guarantee'>>, string]>([
    ['FAIL_CLOSED of a ready container', 'app', READY_ON_1, { guarantee: FAIL_CLOSED }, `${NODES_1_35}, or give 'dep' the role SIDECAR, or ${COMMAND}`],
    ['EVERY_START of a ready container', 'app', READY_ON_1, { guarantee: EVERY_START },
      `remove the obstacle to ENTRYPOINT_GATE (the command of the dependent comes from its image: ${COMMAND})`],
    ['FAIL_CLOSED of a native sidecar that no kubelet probe can check', 'sidecar', { ready: file('/ready') }, { guarantee: FAIL_CLOSED }, `${NODES_1_35}, or ${COMMAND}`],
    ['of one that nothing can check from outside', 'sidecar', { ready: file('/ready'), readiness: true }, { guarantee: FAIL_CLOSED }, COMMAND],
    ['of one that must have a hook that an init container could replace', 'sidecar', { ready: allOf(tcp(1), tcp(2)) },
      { guarantee: FAIL_CLOSED, mechanism: POST_START }, 'leave `mechanism` out'],
    ['of one that must have a hook', 'sidecar', READY_ON_1, { guarantee: FAIL_CLOSED, mechanism: POST_START }, 'leave `mechanism` out'],
  ])('%s is an error, also as the guarantee of the workload', (_what, role, words, { guarantee, ...options }, remedy) => {
    const text = `SO403: container 'app' requires ${guarantee} for 'dep', but POST_START reaches only BEST_EFFORT; ${remedy}, or accept it with `
      + 'the guarantee BEST_EFFORT';
    const intents = [one(role, words, { guarantee, ...options }), one(role, words, options, { guarantee })];
    expect(intents.map(refusals)).toEqual([[text], [text]]);
  });

  const CHECK = "declare a check that 'app' can make itself: a port, or a file in a volume that both mount";
  const OPEN = { timeoutSeconds: 5, onTimeout: CONTINUE } as const;
  const SHARED = { sharesProcesses: true };
  test.each<[string, PodIntent, string]>([
    ['FAIL', one('app', READY_ON_1, OPEN, { guarantee: EVERY_START }, { command: true }), "use FAIL as `onTimeout` of container 'app', or "],
    ['FAIL outside the pod', pod(p => { p.app('app', [outside('dep', OPEN)], { command: true }); }, { guarantee: EVERY_START }),
      "use FAIL as `onTimeout` of container 'app', or "],
    ['FAIL and a check', one('app', { ready: delay(1) }, OPEN, { guarantee: EVERY_START, ...SHARED }, { command: true }),
      `${CHECK}, and use FAIL as \`onTimeout\` of container 'app', or `],
    ['FAIL and no mechanism', one('app', READY_ON_1, { ...OPEN, mechanism: POST_START }, { guarantee: EVERY_START }, { command: true }),
      "use FAIL as `onTimeout` of container 'app', and leave `mechanism` out, or "],
    ['a check and READY', one('app', {}, { condition: RUNNING }, { guarantee: EVERY_START, ...SHARED }, { command: true }),
      `${CHECK}, and depend on 'dep' with the condition READY, or `],
    ['a command and a check', one('app', { ready: delay(1) }, {}, { guarantee: EVERY_START, ...SHARED }), `remove the obstacle to ENTRYPOINT_GATE (the command of the dependent comes from its image: ${COMMAND}), and ${CHECK}, or `],
    ['a check, instead of one of gRPC', one('sidecar', { ready: grpc(1) }, {}, { guarantee: EVERY_START }, { command: true }), `${CHECK}, or `],
    ['nothing, on Windows', one('sidecar', READY_ON_1, {}, { guarantee: EVERY_START, windows: true }), ''],
    ['nothing, for an init container', one('init', {}, {}, { guarantee: EVERY_START }, { command: true }), ''],
    ['nothing, for the end of another',
      one('app', { command: true }, { condition: COMPLETED }, { guarantee: EVERY_START, restartPolicy: 'Never' }, { command: true }), ''],
  ])('EVERY_START needs %s', (_what, intent, remedy) => {
    expect(refusals(intent)).toEqual([expect.stringContaining(`; ${remedy}accept it with the guarantee `)]);
  });

  test('the guarantee of a dependency overrides that of the workload, and BEST_EFFORT is accepted', () => {
    const weak = plan(one('app', READY_ON_1, { guarantee: BEST_EFFORT }, { guarantee: FAIL_CLOSED }));
    expect([kept(weak), weak.edges[0].accepted, plan(one('app', READY_ON_1)).edges[0].accepted]).toEqual(['POST_START BEST_EFFORT', true, false]);
  });
});

describe('the remedies that raise a guarantee', () => {
  const USE_FAIL = "use FAIL as `onTimeout` of container 'app'";
  const REPLACE = "replace the `hostPort` of 'dep' by a Service or `hostNetwork`";
  const FILES = allOf(file('/vault/secrets/db'), file('/vault/secrets/api'), file('/tmp/ready'));

  const ENDS = { command: true, restartPolicy: 'OnFailure' };
  const ALL = { ...NEWEST, restartsAllContainers: true };

  test.each<[string, Role, object, Options, About, string[]]>([
    ['newer nodes, or another role', 'app', READY_ON_1, {}, {}, [NODES_1_35, "give 'dep' the role SIDECAR", COMMAND]],
    ['another way to the port, for a container with a `hostPort`', 'app', { ...READY_ON_1, hostPorts: 'mapped', roleStated: false }, {}, {}, [NODES_1_35, REPLACE, COMMAND]],
    ['and, for a stated role, that role', 'app', { ...READY_ON_1, hostPorts: 'mapped' }, {}, {}, [NODES_1_35, `${REPLACE}, give it the role SIDECAR`, COMMAND]],
    ['no other role of a container with a field that a sidecar cannot have', 'app', { ...READY_ON_1, forbiddenOnSidecar: ['restartPolicyRules'] }, {}, {}, [NODES_1_35, COMMAND]],
    ['another role takes newer nodes, too', 'app', READY_ON_1, {}, OLD, [NODES_1_35, `give 'dep' the role SIDECAR and ${NODES_1_29}`, COMMAND]],
    ['a sidecar only lacks the nodes', 'sidecar', READY_ON_1, {}, OLD, [NODES_1_35, NODES_1_29, COMMAND]],
    ['a command, which only a hook or a probe of its own container can run', 'app', { ready: blocking('/c') }, {}, {}, [NODES_1_35, COMMAND]],
    ['a gRPC startup probe beside a readiness probe, for which no guard has room', 'app', { ready: tcp(1), startup: grpc(2), readiness: true }, {}, {}, ["give 'dep' the role SIDECAR", COMMAND]],
    ['a sidecar with files in no volume', 'sidecar', { ready: FILES }, {}, {}, ["mount a whole volume at /vault/secrets and /tmp in 'dep'", NODES_1_35, COMMAND]],
    ['a sidecar with files in a volume', 'sidecar', { ready: FILES, mounts: { secrets: '/vault/secrets', tmp: '/tmp' } }, {}, {}, []],
    ['an app container with files in no volume', 'app', { ready: FILES }, {}, {}, [NODES_1_35, COMMAND]],
    ['what was forced', 'sidecar', READY_ON_1, { mechanism: POST_START }, {}, ['leave `mechanism` out']],
    ['a guarantee that was stated', 'app', {}, { condition: RUNNING, guarantee: BEST_EFFORT }, NEWEST, ['leave `guarantee` out']],
    ['with onTimeout CONTINUE of the dependent', 'app', READY_ON_1, { timeoutSeconds: 5, onTimeout: CONTINUE }, {},
      [`${NODES_1_35}, or give 'dep' the role SIDECAR, or ${COMMAND}, and in each case ${USE_FAIL}`]],
    ['the same with a mechanism that cannot', 'app', READY_ON_1, { onTimeout: CONTINUE, mechanism: POST_START }, {},
      [`${NODES_1_35}, or give 'dep' the role SIDECAR, or ${COMMAND}, and in each case leave \`onTimeout\` out, and leave \`mechanism\` out`]],
    ['no volume for a container that cannot move', 'app', { ready: file('/v/x'), roleStated: false, restartPolicy: 'Never', forbiddenOnSidecar: ['restartPolicy Never'] }, {}, {}, [NODES_1_35, COMMAND]],
    ['FAIL alone, where a guard fails closed', 'app', READY_ON_1, { timeoutSeconds: 5, onTimeout: CONTINUE }, NEWEST, [USE_FAIL]],
    ['FAIL alone, where the role follows', 'app', { ...READY_ON_1, roleStated: false }, { timeoutSeconds: 5, onTimeout: CONTINUE }, {}, [USE_FAIL]],
    ['not FAIL alone, where a mesh prevents the role', 'app', { ...READY_ON_1, roleStated: false }, { timeoutSeconds: 5, onTimeout: CONTINUE },
      { mesh: { order: 'none', initTraffic: 'free' } as never }, [`${NODES_1_35}, or give 'dep' the role SIDECAR, or ${COMMAND}, and in each case ${USE_FAIL}`]],
    ['no FAIL without a timeout', 'sidecar', { ready: file('/v/x'), mounts: { v: '/v' } }, { onTimeout: CONTINUE, mechanism: POST_START }, {},
      ['leave `onTimeout` out, and leave `mechanism` out']],
    ['no timeout without an effect', 'app', { ...READY_ON_1, roleStated: false }, { condition: RUNNING, mechanism: Mechanism.GUARDED_HOOK, timeoutSeconds: 5 },
      { capabilities: { ...ALL.capabilities!, serialStarts: false } }, ['leave `mechanism` and `timeout` out']],
    ['no CONTINUE, without an effect for FAIL', 'app', { ...PROBED, roleStated: false }, OPENING, {}, ['leave `onTimeout` and `timeout` out']],
    ['FAIL only beside a remedy that keeps it', 'app', PROBED, OPENING, {}, [
      `${NODES_1_35}, and use FAIL as \`onTimeout\` of container 'app'`, "give 'dep' the role SIDECAR, and leave `onTimeout` and `timeout` out",
      `${COMMAND}, and use FAIL as \`onTimeout\` of container 'app'`,
    ]],
    ['the role INIT, for an exit', 'app', ENDS, { condition: COMPLETED }, ALL, ["give 'dep' the role INIT and use the condition COMPLETED"]],
    ['the role INIT without options that it does not have', 'app', ENDS, { condition: COMPLETED, mechanism: Mechanism.ENTRYPOINT_GATE, timeoutSeconds: 30 }, ALL,
      ["give 'dep' the role INIT and use the condition COMPLETED, and leave `mechanism` and `timeout` out"]],
    ['FAIL_CLOSED needs none', 'sidecar', READY_ON_1, {}, {}, []],
    ['files in no volume of a container without a stated role', 'app', { ready: file('/run/ready'), roleStated: false }, {}, {}, ["mount a whole volume at /run in 'dep'", NODES_1_35, COMMAND]],
  ])('%s', (_what, role, words, options, about, expected) => {
    const app = options.condition === COMPLETED ? { command: true } : {};
    expect(remediesOf(plan(one(role, words, options, about, app)))).toEqual(expected);
  });

  const beside = (options: Options) => pod(p => {
    p.app('dep', { ...READY_ON_1, roleStated: false });
    p.app('app', [on('dep', options)]);
    p.app('other', [on('dep', OPENING)]);
  });

  test.each<[string, PodIntent, string]>([
    ['the mechanism, and CONTINUE of another dependent', beside({ mechanism: POST_START }), "leave `mechanism` out, and use FAIL as `onTimeout` of container 'other'"],
    ['the guarantee, and the same', beside({ condition: RUNNING, guarantee: BEST_EFFORT }), "leave `guarantee` out, and use FAIL as `onTimeout` of container 'other'"],
    ['the guarantee, on a container that its own dependency keeps in place', pod(p => {
      p.app('first', { ...READY_ON_1, roleStated: false, postStart: HOOK });
      p.app('dep', [on('first', { condition: STARTED })], { ready: delay(7), roleStated: false });
      p.app('app', [on('dep', { condition: RUNNING, guarantee: BEST_EFFORT })]);
    }, NEWEST), 'leave `guarantee` out'],
  ])('are options: %s', (_what, intent, remedy) => {
    const { edges, intent: planned } = plan(intent);
    expect(edges.find(e => e.dependent === 'app')!.findRemedies(planned!)).toEqual([remedy]);
  });

  test.each<[string, ContainerWords, StartCondition, string]>([
    ['a check that others can make', { ready: file('/ready'), readiness: true }, READY, "give 'dep' a ready check that asks a port (`readyWhen`)"],
    ['the condition READY', { ready: tcp(1), readiness: true, postStart: HOOK }, STARTED, "depend on 'dep' with the condition READY"],
    ['both', { readiness: true, postStart: HOOK }, STARTED, "give 'dep' a ready check that asks a port (`readyWhen`), and depend on 'dep' with the condition READY"],
  ])('are %s, where nothing else is enough', (_what, words, condition, remedy) => {
    // No gate, because its hook would run while the gate waits.
    const intent = (guarantee?: Guarantee) => one('sidecar', words, { condition, guarantee }, {}, { command: true, postStart: HOOK });
    expect(remediesOf(plan(intent()))).toEqual([remedy]);
    expect(refusals(intent(FAIL_CLOSED))).toEqual([expect.stringContaining(`reaches only BEST_EFFORT; ${remedy}, or accept it`)]);
  });
});

test('onTimeout FAIL is an error with a hook of a regular container, and possible on a native sidecar', () => {
  expect(refusals(one('app', READY_ON_1, { onTimeout: FAIL }))).toEqual([
    "SO404: container 'app' requires FAIL as `onTimeout` for 'dep', but a postStart hook cannot guarantee it: when the hook fails, the kubelet kills 'dep' and starts "
    + "'app' anyway; use CONTINUE, or leave `onTimeout` out",
  ]);
  expect(plan(one('sidecar', READY_ON_1, { onTimeout: FAIL, mechanism: POST_START })).edges[0].onTimeout).toBe(FAIL);
});

test.each([COMPLETED, EXITED])('no mechanism enforces %s of a container of a Job whose command is unknown', condition => {
  expect(refusals(one('app', {}, { condition }, { restartPolicy: 'Never' }))).toEqual([
    `SO405: container 'app' depends on 'dep' being ${condition}, which no mechanism of this version can enforce (POSITION: the list order of regular containers `
    + 'enforces neither readiness nor completion; SIDECAR_PROBE: only the startup probe of a native sidecar holds other containers; INIT_CONTAINER: an init '
    + 'container has exited before any container of the pod starts, so it cannot wait for one; SIDECAR_WAIT_INIT: an init container waits only for native sidecars before it; '
    + `ENTRYPOINT_GATE: the command of the dependent comes from its image: ${COMMAND}; GUARDED_HOOK: the agent runs in its container and cannot detect that it is ${condition}; `
    + `POST_START: a hook waits until its container is ready and cannot detect that it is ${condition}`
    + `); ${UNKNOWN}`,
  ]);
});

describe('a timeout without a meaning is an error', () => {
  const KEPT = 'a `timeout` or `onTimeout`, but the kubelet itself keeps this order and waits as long as it takes; leave them out';
  const forever = (what: string) => `\`onTimeout\` without a \`timeout\`: ${what} waits forever by default; give a \`timeout\``;
  const longer = (seconds: number, limit: string) =>
    `a delay of ${seconds} s, but its wait has a limit of ${limit}; give a longer \`timeout\`, or a shorter delay`;
  const onTimeout = FAIL;
  const timeoutSeconds = 5;
  const atOutside = (options: Parameters<typeof outside>[1]) => pod(p => { p.app('app', [outside('dep', options)]); });

  test.each<[string, PodIntent, string | undefined]>([
    ['a timeout with an order by position', one('init', {}, { timeoutSeconds }), KEPT],
    ['onTimeout with an order by position', one('init', {}, { onTimeout: CONTINUE }), KEPT],
    ['onTimeout without a timeout on a startup probe', one('sidecar', READY_ON_1, { onTimeout }), forever('a startup probe')],
    ['on an init container that waits for a native sidecar', one('sidecar', READY_ON_1, { onTimeout: CONTINUE }), forever('an init container')],
    ['on a guard', one('app', READY_ON_1, { onTimeout }, NEWEST), forever('a guard')],
    ['on an init container', atOutside({ onTimeout: CONTINUE }), forever('an init container')],
    ['a delay longer than the default of a hook', one('app', { ready: delay(61) }), longer(61, '60 s, the default of a postStart hook')],
    ['than the timeout of a hook', one('app', { ready: allOf(delay(3), tcp(1), delay(3)) }, { timeoutSeconds }), longer(6, '5 s')],
    ['than the timeout of a guard', one('app', { ready: delay(6) }, { timeoutSeconds }, NEWEST), longer(6, '5 s')],
    ['than the timeout of a wait for a sidecar', one('sidecar', { ready: delay(6) }, { timeoutSeconds }), longer(6, '5 s')],
    ['than the timeout outside the pod', atOutside({ check: delay(6), timeoutSeconds }), longer(6, '5 s')],
    ['but not a delay that is as long as its limit', one('app', { ready: delay(60) }), undefined],
  ])('%s', (_what, intent, what) => { expect(refusals(intent)).toEqual(what ? [`SO406: container 'app' depends on 'dep' with ${what}`] : []); });
});

describe('READY needs a ready check', () => {
  test.each(['app', 'sidecar'] as const)('READY of a container of role %s without a ready check is an error', role => {
    expect(refusals(one(role, {}))).toEqual(["SO301: container 'app' depends on 'dep' being READY, but 'dep' has no ready check; "
      + 'declare `readyWhen` for it, or give it a startup or readiness probe, or require less with the condition RUNNING']);
  });

  test.each<[string, Check]>([['gRPC', grpc(9000)], ['gRPC among others', allOf(tcp(1), grpc(9000))]])('the ready check %s, which the wait agent cannot make, is an error', (_what, check) => {
    const [text] = refusals(one('app', { ready: check }));
    expect(text).toMatch(/^SO303: container 'app' depends on 'dep', which is ready with (TCP 127\.0\.0\.1:1 and )?gRPC health on port 9000: POST_START cannot check that, /);
    expect(text).toMatch(new RegExp('because the wait agent does not support gRPC'
      + (check.kind === 'grpc' ? '; with the role SIDECAR and Kubernetes 1\\.29 or newer the kubelet makes the check; otherwise '
        : ', and a startup probe makes one check, not several; ') + 'use the command `grpc_health_probe -addr=:9000` '
      + 'if the image has it, or `tcpSocket` with port 9000$'));
  });
});

test.each<[string, PodIntent, string]>([
  ['a hook', one('app', READY_ON_1, {}, { windows: true }), 'POST_START'],
  ['an init container that waits for a native sidecar', one('sidecar', { ready: allOf(tcp(1), tcp(2)) }, {}, { windows: true }), 'SIDECAR_WAIT_INIT'],
  ['an init container that waits', pod(p => { p.app('app', [outside('dep')]); }, { windows: true }), 'INIT_CONTAINER'],
])('on Windows, an order by %s is an error', (_what, intent, mechanism) => {
  expect(refusals(intent)).toEqual([
    `SO408: container 'app' depends on 'dep', which needs ${mechanism}, and the wait agent does not run on Windows; `
    + (mechanism === 'INIT_CONTAINER' ? "remove the dependency, and let 'app' try again until 'dep' answers" : 'on Windows only the position in the list and the startup probe of a native sidecar keep an order: use the role INIT with the condition COMPLETED, the role SIDECAR with a check that a kubelet probe can make (Kubernetes 1.29 or newer), or the condition RUNNING'),
  ]);
});

test.each<[RegExp, Check, About]>([
  [/^SO408: .* a check that a kubelet probe can make \(nodes with `nativeSidecars: true`\), or the condition RUNNING$/, tcp(1), { windows: true }],
  [/^SO303: .*; with the role SIDECAR and nodes with `nativeSidecars: true` the kubelet makes the check; otherwise use /, grpc(9000), {}],
])('an advice to use the role SIDECAR names the capability that the user denies, and no version: %s', (text, ready, about) => {
  expect(refusals(one('app', { ready }, {}, { ...OLD, ...DENYING, ...about }))).toEqual([expect.stringMatching(text)]);
});

test('all problems of all dependencies are reported at once', () => {
  const needs = ['db', on('cache', { onTimeout: FAIL }), outside('x', { onTimeout: FAIL })];
  const intent = pod(p => { p.app('db'); p.app('cache', READY_ON_1); p.app('app', needs); });
  expect(refusals(intent).map(text => text.slice(0, 5))).toEqual(['SO301', 'SO404', 'SO406']);
});
