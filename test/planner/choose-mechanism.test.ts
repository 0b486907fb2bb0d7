import { Guarantee, Mechanism, StartCondition } from '../../src/api/enums';
import { Check } from '../../src/api/private/check';
import { DependencyDeclaration } from '../../src/api/private/declaration';
import { OnTimeout } from '../../src/api/private/enums';
import { PodIntent } from '../../src/pod/intent';
import { allOf, blocking, ContainerWords, delay, file, grpc, http, kept, names, NEWEST, OLD, on, outside, plan, pod, PodBuilder, refusals, tcp } from '../dsl';

type Role = keyof PodBuilder;

/** 'app' needs 'dep' in this way. */
function one(role: Role, words: Parameters<PodBuilder['app']>[1], options: Partial<DependencyDeclaration> = {}, about: Partial<PodIntent> = {}): PodIntent {
  return pod(p => {
    p[role]('dep', [], words as object);
    p.app('app', [on('dep', options)]);
  }, about);
}

const READY_ON_1 = { ready: tcp(1) };
const HOOK = { exec: { command: ['/hook'] } };
const PROBED = { ready: http(1), source: 'startupProbe' } as const;
const { RUNNING, STARTED, READY, COMPLETED, EXITED } = StartCondition;

describe('without a stated guarantee: the least intrusive mechanism that fails closed, or the strongest', () => {
  test.each<[string, Role, object, StartCondition, Partial<PodIntent>, string]>([
    ['the end of an init container', 'init', {}, COMPLETED, {}, 'POSITION FAIL_CLOSED'],
    ['a running native sidecar', 'sidecar', {}, RUNNING, {}, 'POSITION FAIL_CLOSED'],
    ['a started native sidecar with a startup probe of its own', 'sidecar', PROBED, STARTED, {}, 'POSITION FAIL_CLOSED'],
    ['a started native sidecar without a startup probe', 'sidecar', {}, STARTED, {}, 'POSITION FAIL_CLOSED'],
    ['a native sidecar that is ready when its own startup probe has passed', 'sidecar', PROBED, READY, {}, 'POSITION FAIL_CLOSED'],
    ['a native sidecar that is ready by another check', 'sidecar', READY_ON_1, READY, {}, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['a native sidecar that no kubelet probe can check', 'sidecar', { ready: file('/v/ready'), mounts: { v: '/v' } }, READY, {}, 'SIDECAR_WAIT_INIT FAIL_CLOSED'],
    ['a native sidecar that no other container can check', 'sidecar', { ready: file('/ready') }, READY, {}, 'POST_START BEST_EFFORT'],
    ['a native sidecar whose startup probe cdk8s-plus has added', 'sidecar', { ...PROBED, automatic: true }, READY, {}, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['a native sidecar with a readiness probe', 'sidecar', { ready: tcp(1), source: 'readinessProbe' }, READY, {}, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['a native sidecar whose startup probe proves something else', 'sidecar', { ready: tcp(1), startup: tcp(2) }, READY, {}, 'SIDECAR_WAIT_INIT FAIL_CLOSED'],
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
    ['a running native sidecar of a new target', 'sidecar', {}, RUNNING, NEWEST, 'POSITION FAIL_CLOSED'],
    ['a native sidecar of a new target', 'sidecar', READY_ON_1, READY, NEWEST, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['a native sidecar of a new target that no kubelet probe can check', 'sidecar', { ready: file('/ready') }, READY, NEWEST, 'GUARDED_HOOK FAIL_CLOSED'],
    ['a native sidecar of a new target with a readiness probe', 'sidecar', { ready: tcp(1), source: 'readinessProbe' }, READY, NEWEST, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['a native sidecar of a new target that has started by its own startup probe', 'sidecar', PROBED, STARTED, NEWEST, 'POSITION FAIL_CLOSED'],
    ['a native sidecar whose hook has completed', 'sidecar', { postStart: { exec: { command: ['/x'] } } }, STARTED, {}, 'POSITION BEST_EFFORT'],
    ['a native sidecar that only the kubelet can check', 'sidecar', { ready: grpc(1) }, READY, NEWEST, 'SIDECAR_PROBE FAIL_CLOSED'],
    ['the end of an init container of a new target', 'init', {}, COMPLETED, NEWEST, 'POSITION FAIL_CLOSED'],
    ['a native sidecar of a new target that is ready by its own startup probe', 'sidecar', PROBED, READY, NEWEST, 'POSITION FAIL_CLOSED'],
    ['a native sidecar of a new target with another probe', 'sidecar', { ready: tcp(1), startup: tcp(2) }, READY, NEWEST, 'SIDECAR_WAIT_INIT FAIL_CLOSED'],
    ['a native sidecar with a gRPC startup probe', 'sidecar', { ready: grpc(9000), source: 'startupProbe' }, READY, {}, 'POSITION FAIL_CLOSED'],
    ['the end of an init container on Windows', 'init', {}, COMPLETED, { windows: true }, 'POSITION FAIL_CLOSED'],
    ['the startup probe of a native sidecar on Windows', 'sidecar', READY_ON_1, READY, { windows: true }, 'SIDECAR_PROBE FAIL_CLOSED'],
  ])('%s', (_what, role, words, condition, about, expected) => {
    expect(kept(plan(one(role, words, { condition }, about)), 'app', 'dep')).toBe(expected);
  });

  test.each([
    [{}, 'FAIL_CLOSED'], [{ timeoutSeconds: 5, onTimeout: OnTimeout.CONTINUE }, 'BEST_EFFORT'],
  ])('a target outside the pod gets an init container: %j', (options, guarantee) => {
    expect(kept(plan(pod(p => { p.app('app', [outside('db', options)]); })), 'app', 'db')).toBe(`INIT_CONTAINER ${guarantee}`);
  });
});

describe('the least intrusive mechanism with the stated guarantee is chosen', () => {
  const { BEST_EFFORT, FAIL_CLOSED, EVERY_START } = Guarantee;
  /** 'app' needs 'dep', and the manifest contains the command of 'app'. */
  const gated = (role: Role, words: ContainerWords, guarantee: Guarantee | undefined, about: Partial<PodIntent>) => pod(p => {
    p[role]('dep', words);
    p.app('app', [on('dep', { guarantee })], { command: true });
  }, about);

  test.each<[string, Role, ContainerWords, Guarantee | undefined, Partial<PodIntent>, string]>([
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
  ])('%s', (what, role, words, guarantee, about, expected) => {
    const intent = gated(role, words, guarantee, about);
    if (what.includes('running')) { intent.containers[1].dependsOn.forEach(d => Object.assign(d, { condition: RUNNING })); }
    expect(kept(plan(intent), 'app', 'dep')).toBe(expected);
  });

  test('the option of the workload applies to each dependency', () => {
    const intent = { ...gated('sidecar', READY_ON_1, undefined, NEWEST), guarantee: EVERY_START };
    expect(kept(plan(intent), 'app', 'dep')).toBe('ENTRYPOINT_GATE EVERY_START');
  });

  test('the guarantee of one dependent does not change the mechanism of another dependent', () => {
    const planned = plan(pod(p => {
      p.sidecar('dep', READY_ON_1);
      p.init('migrate', [on('dep', { guarantee: BEST_EFFORT })]);
      p.app('a', ['dep']);
      p.app('b', [on('dep', { guarantee: EVERY_START })], { command: true });
    }, NEWEST));
    expect(['migrate', 'a', 'b'].map(name => kept(planned, name, 'dep'))).toEqual(['SIDECAR_PROBE FAIL_CLOSED', 'SIDECAR_PROBE FAIL_CLOSED', 'ENTRYPOINT_GATE EVERY_START']);
    expect(names(planned)).toEqual(['dep', 'migrate', 'a', 'b']);
  });

  test('a target outside the pod gets one init container, unless EVERY_START is stated', () => {
    const how = (guarantee: Guarantee | undefined, count: number) => plan(pod(p => {
      ['a', 'b'].forEach((name, i) => p.app(name, i < count ? [outside('db', { guarantee })] : [], { command: true }));
    })).edges.map(e => `${e.mechanism} ${e.guarantee}`);
    expect([undefined, BEST_EFFORT, FAIL_CLOSED].map(g => how(g, 2))).toEqual([1, 2, 3].map(() => ['INIT_CONTAINER FAIL_CLOSED', 'INIT_CONTAINER FAIL_CLOSED']));
    expect(how(EVERY_START, 2)).toEqual(['ENTRYPOINT_GATE EVERY_START', 'ENTRYPOINT_GATE EVERY_START']);
    expect(how(FAIL_CLOSED, 1)).toEqual(['INIT_CONTAINER FAIL_CLOSED']);
    expect(how(EVERY_START, 1)).toEqual(['ENTRYPOINT_GATE EVERY_START']);
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
  test('a forced mechanism is used if it can enforce the dependency', () => {
    const forced = { mechanism: Mechanism.POST_START };
    expect(kept(plan(one('sidecar', PROBED, forced)), 'app', 'dep')).toBe('POST_START BEST_EFFORT');
  });

  test('a mechanism that the workload forces does not replace a position that fails closed', () => {
    const planned = plan(pod(p => {
      p.init('migrate');
      p.sidecar('proxy', PROBED);
      p.app('db', READY_ON_1);
      p.app('app', ['migrate', 'proxy', 'db']);
    }, { mechanism: Mechanism.POST_START }));
    expect(planned.edges.map(e => `${e.dependency} ${e.mechanism}`)).toEqual(['migrate POSITION', 'proxy POSITION', 'db POST_START']);
  });

  test.each([
    [Mechanism.POSITION, 'app', READY_ON_1, READY, 'the list order of regular containers enforces neither readiness nor completion'],
    [Mechanism.POSITION, 'sidecar', READY_ON_1, READY, 'a native sidecar holds the next containers only until it has started, not until it is ready'],
    [Mechanism.INIT_CONTAINER, 'app', READY_ON_1, READY, 'an init container has exited before any container of the pod starts, so it cannot wait for one'],
    [Mechanism.POST_START, 'init', {}, COMPLETED, 'an ordinary init container can have no hook'],
    [Mechanism.POST_START, 'app', {}, RUNNING, 'a hook waits until its container is ready and cannot detect that it is RUNNING'],
    [Mechanism.SIDECAR_PROBE, 'app', READY_ON_1, READY, 'only the startup probe of a native sidecar holds other containers'],
    [Mechanism.SIDECAR_PROBE, 'sidecar', {}, RUNNING, 'the ready check becomes the startup probe, which cannot detect that its sidecar is RUNNING'],
    [Mechanism.SIDECAR_WAIT_INIT, 'app', READY_ON_1, READY, 'an init container waits only for native sidecars before it'],
    [Mechanism.SIDECAR_WAIT_INIT, 'sidecar', {}, RUNNING, 'an init container makes the ready check and cannot detect that a sidecar is RUNNING'],
    [Mechanism.SIDECAR_PROBE, 'sidecar', PROBED, READY, "'dep' has a startup probe of its own, which stays"],
  ] as [Mechanism, Role, object, StartCondition, string][])('forcing %s is an error for a dependency of role %s that it cannot enforce', (mechanism, role, words, condition, why) => {
    expect(refusals(one(role, words, { mechanism, condition }))).toEqual([
      `SO402: container 'app' requires ${mechanism} for 'dep', but ${why}; leave \`mechanism\` out, or choose another`,
    ]);
  });

  test.each([
    [Mechanism.POSITION, 'a target outside the pod has no position'],
    [Mechanism.SIDECAR_PROBE, 'a target outside the pod has no startup probe'],
    [Mechanism.SIDECAR_WAIT_INIT, 'a target outside the pod is in no list'],
    [Mechanism.POST_START, 'a target outside the pod has no hook'],
  ])('forcing %s is an error for a target outside the pod', (mechanism, why) => {
    expect(refusals(pod(p => { p.app('app', [outside('db', { mechanism })]); }))).toEqual([
      `SO402: container 'app' requires ${mechanism} for 'db', but ${why}; leave \`mechanism\` out, or choose another`,
    ]);
  });

  test('forcing an unknown mechanism is an error', () => {
    const mechanism = 'TELEPATHY' as Mechanism;
    const text = (dependency: string) => `SO401: container 'app' requires ${mechanism} for '${dependency}', which this version of the library does not have (it has: `
      + 'POSITION, SIDECAR_PROBE, INIT_CONTAINER, SIDECAR_WAIT_INIT, ENTRYPOINT_GATE, GUARDED_HOOK, POST_START); leave `mechanism` out, and the library chooses one';
    expect(refusals(one('app', READY_ON_1, { mechanism }))).toEqual([text('dep')]);
    expect(refusals(one('app', READY_ON_1, {}, { mechanism }))).toEqual([text('dep')]);
    expect(refusals(pod(p => { p.app('app', [outside('db', { mechanism })]); }))).toEqual([text('db')]);
  });
});

describe('a stated guarantee that no mechanism reaches is an error', () => {
  test.each([
    ['FAIL_CLOSED', 'POST_START', 'BEST_EFFORT',
      "plan for nodes of Kubernetes 1.35 or newer (`kubernetesVersion`), or give 'dep' the role SIDECAR, or write the `command` of 'app', or add its image to the image file (`cdk8s-startup-order images --image example/app`)"],
    ['EVERY_START', 'POST_START', 'BEST_EFFORT',
      'remove the obstacle to ENTRYPOINT_GATE (the command of the dependent comes from its image: write the `command` of \'app\', or add its image to the image file (`cdk8s-startup-order images --image example/app`))'],
  ])('%s of a ready container is an error', (wanted, mechanism, reached, remedy) => {
    const text = `SO403: container 'app' requires ${wanted} for 'dep', but ${mechanism} reaches only ${reached}; ${remedy}, or accept it with `
      + `the guarantee ${reached}`;
    expect(refusals(one('app', READY_ON_1, { guarantee: wanted as Guarantee }))).toEqual([text]);
    expect(refusals(one('app', READY_ON_1, {}, { guarantee: wanted as Guarantee }))).toEqual([text]);
  });

  test.each<[string, ContainerWords, Partial<DependencyDeclaration>, string]>([
    ['no kubelet probe can check', { ready: file('/ready') }, {},
      "plan for nodes of Kubernetes 1.35 or newer (`kubernetesVersion`), or write the `command` of 'app', or add its image to the image file (`cdk8s-startup-order images --image example/app`)"],
    ['nothing can check from outside', { ready: file('/ready'), readiness: true }, {}, "write the `command` of 'app', or add its image to the image file (`cdk8s-startup-order images --image example/app`)"],
    ['must have a hook that an init container could replace', { ready: allOf(tcp(1), tcp(2)) }, { mechanism: Mechanism.POST_START },
      'leave `mechanism` out'],
    ['must have a hook', READY_ON_1, { mechanism: Mechanism.POST_START }, 'leave `mechanism` out'],
  ])('FAIL_CLOSED of a native sidecar that %s is an error', (_what, words, options, remedy) => {
    expect(refusals(one('sidecar', words, { guarantee: Guarantee.FAIL_CLOSED, ...options }))).toEqual([
      `SO403: container 'app' requires FAIL_CLOSED for 'dep', but POST_START reaches only BEST_EFFORT; ${remedy}, or accept it with `
      + 'the guarantee BEST_EFFORT',
    ]);
  });

  test('the guarantee of a dependency overrides the guarantee of the workload', () => {
    const intent = one('app', READY_ON_1, { guarantee: Guarantee.BEST_EFFORT }, { guarantee: Guarantee.FAIL_CLOSED });
    expect(kept(plan(intent), 'app', 'dep')).toBe('POST_START BEST_EFFORT');
  });

  test('a stated BEST_EFFORT is accepted in the plan', () => {
    const accepted = (options: Partial<DependencyDeclaration>) => plan(one('app', READY_ON_1, options)).edges[0].accepted;
    expect([accepted({}), accepted({ guarantee: Guarantee.BEST_EFFORT })]).toEqual([false, true]);
  });
});

describe('the remedies that raise a guarantee', () => {
  const ways = (role: Role, words: object, options: Partial<DependencyDeclaration> = {}, about: Partial<PodIntent> = {}) =>
    plan(one(role, words, options, about)).edges[0].findRemedies();
  const NODES_1_35 = 'plan for nodes of Kubernetes 1.35 or newer (`kubernetesVersion`)';
  const COMMAND = "write the `command` of 'app', or add its image to the image file (`cdk8s-startup-order images --image example/app`)";
  const FILES = allOf(file('/vault/secrets/db'), file('/vault/secrets/api'), file('/tmp/ready'));
  const NODES_1_29 = 'plan for nodes of Kubernetes 1.29 or newer (`kubernetesVersion`)';

  test.each<[string, Role, object, Partial<DependencyDeclaration>, Partial<PodIntent>, string[]]>([
    ['newer nodes, or another role', 'app', READY_ON_1, {}, {}, [NODES_1_35, "give 'dep' the role SIDECAR", COMMAND]],
    ['another role takes newer nodes, too', 'app', READY_ON_1, {}, OLD, [NODES_1_35, `give 'dep' the role SIDECAR and ${NODES_1_29}`, COMMAND]],
    ['a sidecar only lacks the nodes', 'sidecar', READY_ON_1, {}, OLD, [NODES_1_35, NODES_1_29, COMMAND]],
    ['a command, which only a hook or a probe of its own container can run', 'app', { ready: blocking('/c') }, {}, {}, [NODES_1_35, COMMAND]],
    ['a gRPC startup probe beside a readiness probe, for which no guard has room', 'app', { ready: tcp(1), startup: grpc(2), readiness: true }, {}, {}, ["give 'dep' the role SIDECAR", COMMAND]],
    ['a sidecar with files in no volume', 'sidecar', { ready: FILES }, {}, {}, ["mount a whole volume at /vault/secrets and /tmp in 'dep'", NODES_1_35, COMMAND]],
    ['a sidecar with files in a volume', 'sidecar', { ready: FILES, mounts: { secrets: '/vault/secrets', tmp: '/tmp' } }, {}, {}, []],
    ['an app container with files in no volume', 'app', { ready: FILES }, {}, {}, [NODES_1_35, COMMAND]],
    ['what was forced', 'sidecar', READY_ON_1, { mechanism: Mechanism.POST_START }, {}, ['leave `mechanism` out']],
    ['a guarantee that was stated', 'app', {}, { condition: RUNNING, guarantee: Guarantee.BEST_EFFORT }, NEWEST, ['leave `guarantee` out']],
    ['with OnTimeout.CONTINUE of the dependent', 'app', READY_ON_1, { timeoutSeconds: 5, onTimeout: OnTimeout.CONTINUE }, {}, ["use FAIL as `onTimeout` of container 'app'"]],
    ['FAIL_CLOSED needs none', 'sidecar', READY_ON_1, {}, {}, []],
    ['files in no volume of a container without a stated role', 'app', { ready: file('/run/ready'), roleStated: false }, {}, {}, ["mount a whole volume at /run in 'dep'", NODES_1_35, COMMAND]],
  ])('%s', (_what, role, words, options, about, expected) => {
    expect(ways(role, words, options, about)).toEqual(expected);
  });

  test.each<[string, ContainerWords, StartCondition, string]>([
    ['a check that others can make', { ready: file('/ready'), readiness: true }, READY, "give 'dep' a ready check that asks a port (`readyWhen`)"],
    ['the condition READY', { ready: tcp(1), readiness: true, postStart: HOOK }, STARTED, "depend on 'dep' with the condition READY"],
    ['both', { readiness: true, postStart: HOOK }, STARTED, "give 'dep' a ready check that asks a port (`readyWhen`), and depend on 'dep' with the condition READY"],
  ])('are %s, where nothing else is enough', (_what, words, condition, remedy) => {
    const intent = (guarantee?: Guarantee) => pod(p => {
      p.sidecar('dep', words);
      // No gate, because its hook would run while the gate waits.
      p.app('app', [on('dep', { condition, guarantee })], { command: true, postStart: HOOK });
    });
    expect(plan(intent()).edges[0].findRemedies()).toEqual([remedy]);
    expect(refusals(intent(Guarantee.FAIL_CLOSED))).toEqual([expect.stringContaining(`reaches only BEST_EFFORT; ${remedy}, or accept it`)]);
  });
});

describe('OnTimeout.FAIL with a forced hook', () => {
  test('is an error on a regular container', () => {
    expect(refusals(one('app', READY_ON_1, { onTimeout: OnTimeout.FAIL }))).toEqual([
      "SO404: container 'app' requires FAIL as `onTimeout` for 'dep', but a postStart hook cannot guarantee it: when the hook fails, the kubelet kills 'dep' and starts "
      + "'app' anyway; use CONTINUE, or leave `onTimeout` out",
    ]);
  });

  test('is possible on a native sidecar, which holds all later containers', () => {
    expect(plan(one('sidecar', READY_ON_1, { onTimeout: OnTimeout.FAIL, mechanism: Mechanism.POST_START })).edges[0].onTimeout).toBe(OnTimeout.FAIL);
  });
});

test.each([COMPLETED, EXITED])('no mechanism enforces %s of a container of a Job whose command is unknown', condition => {
  expect(refusals(one('app', {}, { condition }, { restartPolicy: 'Never' }))).toEqual([
    `SO405: container 'app' depends on 'dep' being ${condition}, which no mechanism of this version can enforce (POSITION: the list order of regular containers `
    + 'enforces neither readiness nor completion; SIDECAR_PROBE: only the startup probe of a native sidecar holds other containers; INIT_CONTAINER: an init '
    + 'container has exited before any container of the pod starts, so it cannot wait for one; SIDECAR_WAIT_INIT: an init container waits only for native sidecars before it; '
    + `ENTRYPOINT_GATE: the command of the dependent comes from its image: write the \`command\` of 'app', or add its image to the image file (\`cdk8s-startup-order images --image example/app\`); GUARDED_HOOK: the agent runs in its container and cannot detect that it is ${condition}; `
    + `POST_START: a hook waits until its container is ready and cannot detect that it is ${condition}`
    + '); choose another condition, or another role for one of the containers',
  ]);
});

describe('a timeout without a meaning is an error', () => {
  const inPod = (role: Role, options: Partial<DependencyDeclaration>, about = {}) => one(role, role === 'init' ? {} : READY_ON_1, options, about);
  const KEPT = 'a `timeout` or `onTimeout`, but the kubelet itself keeps this order and waits as long as it takes; leave them out';
  const forever = (what: string) => `\`onTimeout\` without a \`timeout\`: ${what} waits forever by default; give a \`timeout\``;

  test.each<[string, PodIntent, string]>([
    ['a timeout with an order by position', inPod('init', { timeoutSeconds: 5 }), KEPT],
    ['onTimeout with an order by position', inPod('init', { onTimeout: OnTimeout.CONTINUE }), KEPT],
    ['onTimeout without a timeout on a startup probe', inPod('sidecar', { onTimeout: OnTimeout.FAIL }), forever('a startup probe')],
    ['on an init container that waits for a native sidecar', inPod('sidecar', { onTimeout: OnTimeout.CONTINUE }), forever('an init container')],
    ['on a guard', inPod('app', { onTimeout: OnTimeout.FAIL }, NEWEST), forever('a guard')],
    ['on an init container', pod(p => { p.app('app', [outside('dep', { onTimeout: OnTimeout.CONTINUE })]); }), forever('an init container')],
  ])('%s', (_what, intent, what) => {
    expect(refusals(intent)).toEqual([`SO406: container 'app' depends on 'dep' with ${what}`]);
  });

  test.each<[string, () => PodIntent, string]>([
    ['the default of a hook', () => one('app', { ready: delay(61) }), 'a delay of 61 s, but its wait has a limit of 60 s, the default of a postStart hook'],
    ['the timeout of a hook', () => one('app', { ready: allOf(delay(3), tcp(1), delay(3)) }, { timeoutSeconds: 5 }), 'a delay of 6 s, but its wait has a limit of 5 s'],
    ['the timeout of a guard', () => one('app', { ready: delay(6) }, { timeoutSeconds: 5 }, NEWEST), 'a delay of 6 s, but its wait has a limit of 5 s'],
    ['the timeout of a wait for a sidecar', () => one('sidecar', { ready: delay(6) }, { timeoutSeconds: 5 }), 'a delay of 6 s, but its wait has a limit of 5 s'],
    ['the timeout outside the pod', () => pod(p => { p.app('app', [outside('dep', { check: delay(6), timeoutSeconds: 5 })]); }),
      'a delay of 6 s, but its wait has a limit of 5 s'],
  ])('a delay that is longer than its limit: %s', (_what, intent, what) => {
    expect(refusals(intent())).toEqual([`SO406: container 'app' depends on 'dep' with ${what}; give a longer \`timeout\`, or a shorter delay`]);
  });

  test('a delay that is as long as its limit is not', () => {
    expect(refusals(one('app', { ready: delay(60) }))).toEqual([]);
  });
});

describe('READY needs a ready check', () => {
  test.each(['app', 'sidecar'] as const)('READY of a container of role %s without a ready check is an error', role => {
    expect(refusals(one(role, {}))).toEqual([
      "SO301: container 'app' depends on 'dep' being READY, but 'dep' has no ready check; declare `readyWhen` for it, or give it a startup or readiness "
      + 'probe, or require less with the condition RUNNING',
    ]);
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

describe('on Windows', () => {
  const windows = { windows: true };

  test.each<[string, PodIntent, string, string]>([
    ['a hook', one('app', READY_ON_1, {}, windows), 'dep', 'POST_START'],
    ['an init container that waits for a native sidecar', one('sidecar', { ready: allOf(tcp(1), tcp(2)) }, {}, windows), 'dep', 'SIDECAR_WAIT_INIT'],
    ['an init container that waits', pod(p => { p.app('app', [outside('db')]); }, windows), 'db', 'INIT_CONTAINER'],
  ])('an order by %s is an error', (_what, intent, dependency, mechanism) => {
    expect(refusals(intent)).toEqual([
      `SO408: container 'app' depends on '${dependency}', which needs ${mechanism}, and the wait agent does not run on Windows; on Windows only the position in the list `
      + 'and the startup probe of a native sidecar keep an order: use the role INIT, the role SIDECAR with a check that a kubelet probe can make (Kubernetes 1.29 '
      + 'or newer), or the condition RUNNING',
    ]);
  });
});

test('all problems of all dependencies are reported at once', () => {
  expect(refusals(pod(p => {
    p.app('db');
    p.app('cache', READY_ON_1);
    p.app('app', ['db', on('cache', { onTimeout: OnTimeout.FAIL }), outside('x', { onTimeout: OnTimeout.FAIL })]);
  })).map(text => text.slice(0, 5))).toEqual(['SO301', 'SO404', 'SO406']);
});
