import { explainSlot } from '../../src/planner/schedule/container-slots';
import {
  About, command, COMPLETED, ContainerRole, ContainerWords, ENTRYPOINT_GATE, EVERY_START, EXITED, FAIL, graph, grpc, kept, listContainers, NEWEST,
  OLD, on, one, plan, pod, PodBuilder, PodIntent, PodPlan, POSITION, POST_START, READY, READY_ON_1, refusals, Role, RUNNING, StartCondition, STARTED,
  tcp,
} from '../dsl';

describe('the role of a container decides its list', () => {
  const build = (p: PodBuilder) => { p.init('i'); p.sidecar('s'); p.app('a'); };

  const slots = (planned: PodPlan) => listContainers(planned).map(c => `${c.name} ${c.slot}`);

  test('on old nodes, a native sidecar of the manifest becomes a regular container, with a reason', () => {
    const moved = plan(pod(p => { p.init('i'); p.sidecar('s', { native: true, ...READY_ON_1 }); p.app('a', ['s']); }, OLD));
    expect(slots(moved)).toEqual(['i INIT', 's CONTAINER', 'a CONTAINER']);
    expect(listContainers(moved)[1].reason).toContain('moved from `initContainers` without its `restartPolicy`');
    expect(moved.warnings).toContain("'s' moved from `initContainers` to `containers` and lost `restartPolicy: Always`, since nodes before Kubernetes 1.29 have no native "
      + "sidecars: `kubernetesVersion: '1.29'` keeps a native sidecar where it is");
    expect(kept(moved, 'a', 's')).toBe('POST_START BEST_EFFORT');
  });

  test('a native sidecar before an init container stays one, unless its role is declared', () => {
    const interleaved = (p: PodBuilder) => {
      p.init('before');
      p.sidecar('proxy', { native: true, ready: tcp(1) });
      p.init('migrate', ['proxy']);
      p.sidecar('vault', ['proxy'], { native: true });
      p.init('seed');
      p.app('a', ['proxy']);
    };
    const text = (name: string, later: string) => `SO230: initContainers: '${name}' is a native sidecar (restartPolicy Always), and ${later} after it, but not all nodes support `
      + `native sidecars: on the others '${name}' would start only after all init containers; list '${name}' after them if they do not need it, or else give `
      + "them the role APP, if they never end, or, if all nodes support native sidecars, set `kubernetesVersion: '1.29'`";
    expect(refusals(pod(interleaved, OLD))).toEqual([text('proxy', "init containers 'migrate', 'seed' come"), text('vault', "init container 'seed' comes")]);
    expect(refusals(pod(interleaved))).toEqual([]);
    expect(refusals(pod(p => { p.sidecar('proxy'); p.init('migrate'); p.app('a'); }, OLD))).toEqual([]);
  });

  test('a container in another list than in the manifest has a reason', () => {
    const { containers } = pod(build);
    expect(containers.map(explainSlot)).toEqual([undefined, 'moved from `containers`, as its role asks', undefined]);
    expect(explainSlot(pod(build, OLD).containers[1])).toBeUndefined();
    const restarting = { ...containers[1], slot: 'INIT' as const, role: ContainerRole.INIT, restartPolicy: 'Always' as const };
    expect(explainSlot(restarting)).toBe('moved from `containers` without its `restartPolicy`, as its role asks');
  });
});

const WINDOWS = { windows: true };
const ENDED = { condition: COMPLETED };
const GATED = { mechanism: ENTRYPOINT_GATE };
const CHECK_DB = "give 'db' a ready check that asks a port (`readyWhen`)";

test.each<[string, string, (p: PodBuilder) => void, string]>([
  ["'early' (INIT)", "'db' (APP)", p => { p.app('db'); p.init('early', ['db']); p.app('app'); }, `give 'db' the role SIDECAR, and ${CHECK_DB}, or give 'early' the role APP, if it never ends, and ${CHECK_DB}`],
  ["'early' (INIT)", "'db' (APP)", p => { p.app('db', READY_ON_1); p.init('early', [on('db', { mechanism: POST_START, onTimeout: FAIL })]); p.app('app'); },
    "give 'db' the role SIDECAR, or give 'early' the role APP, if it never ends, and leave `onTimeout` out"],
  ["'early' (INIT)", "'db' (APP)", p => { p.app('db', READY_ON_1); p.init('early', ['db']); }, "give 'early' the role APP, if it never ends"],
  ["'early' (INIT)", "'db' (APP)", p => { p.app('db', ['app'], READY_ON_1); p.init('early', ['db']); p.app('app', READY_ON_1); }, "give 'early' the role APP, if it never ends"],
  ["'early' (INIT)", "'db' (APP)", p => { p.app('db', READY_ON_1); p.init('early', ['db']); p.app('app'); }, "give 'db' the role SIDECAR, or give 'early' the role APP, if it never ends"],
  ["'early' (SIDECAR)", "'db' (APP)", p => { p.app('db', READY_ON_1); p.sidecar('early', ['db'], { native: true }); p.app('app'); },
    "give 'db' the role SIDECAR too, or give 'early' the role APP"],
  ["'early' (INIT)", "'db' (APP)", p => { p.app('db', { ...READY_ON_1, hostPorts: 'mapped' }); p.init('early', ['db']); }, "give 'early' the role APP, if it never ends"],
  ["'early' (INIT)", "'db' (APP)", p => { p.app('db', { ...READY_ON_1, forbiddenOnSidecar: ['restartPolicyRules'] }); p.init('early', ['db']); }, "give 'early' the role APP, if it never ends"],
  ["'early' (INIT)", "'db' (SIDECAR)", p => { p.sidecar('db', READY_ON_1); p.init('early', ['db']); p.app('app'); },
    "plan for nodes of Kubernetes 1.29 or newer (`kubernetesVersion`), where the sidecar 'db' can start before init containers"],
  ["'early' (INIT)", "'db' (APP)", p => { p.app('db'); p.init('early', [on('db', { condition: COMPLETED })]); },
    "give 'db' the role INIT and use the condition COMPLETED"],
  ["'early' (SIDECAR)", "'db' (APP)", p => {
    p.app('db', { forbidden: ['livenessProbe'], hostPorts: 'mapped' });
    p.sidecar('early', [on('db', { condition: EXITED })], { native: true });
  }, "remove livenessProbe from 'db', replace the `hostPort` of 'db' by a Service or `hostNetwork`, give it the role INIT and use the condition COMPLETED"],
  ["'early' (INIT)", "'db' (SIDECAR)", p => { p.sidecar('db'); p.init('early', [on('db', { condition: COMPLETED })]); p.app('app'); },
    "give 'db' the role INIT and use the condition COMPLETED"],
])('a dependency of %s on %s, which starts later, is an error', (dependent, dependency, build, remedy) => {
  expect(refusals(pod(build, dependency.includes('SIDECAR') ? OLD : {}))).toEqual([
    `SO202: container ${dependent} depends on ${dependency}, but it must exit or start before any container of spec.containers starts, `
    + `so the dependency is impossible; ${remedy}`,
  ]);
});

test.each([RUNNING, STARTED, READY, EXITED])('%s of an init container is an error', condition => {
  const why = condition === EXITED
    ? 'the kubelet starts nothing after an init container that has failed; use the condition COMPLETED, and let its command exit with 0'
    : `it exits before any later container starts; use the condition COMPLETED, or give 'dep' the role SIDECAR${condition === READY ? `, and ${CHECK_DB.replace('db', 'dep')}` : ''}`;
  expect(refusals(one('init', {}, { condition }))).toEqual([`SO203: container 'app' depends on 'dep' being ${condition}, but 'dep' has the role INIT: ${why}`]);
});

test.each<[string, PodIntent, string]>([
  ['with the fields that it must lose', one('init', { forbiddenOnSidecar: ['x'] }, { condition: RUNNING }), "remove x from 'dep', give it the role SIDECAR"],
  ['with its hostPort', one('init', { hostPorts: 'mapped' }, { condition: STARTED }), "replace the `hostPort` of 'dep' by a Service or `hostNetwork`, give it the role SIDECAR"],
  ['with newer nodes', pod(p => { p.init('dep'); p.init('app', [on('dep', { condition: RUNNING })]); p.app('main'); }, OLD),
    "give 'dep' the role SIDECAR and plan for nodes of Kubernetes 1.29 or newer (`kubernetesVersion`)"],
  ['without a timeout', one('init', {}, { condition: RUNNING, timeoutSeconds: 5 }), "give 'dep' the role SIDECAR, and leave `timeout` out"],
])('the remedy for a condition of an init container is the role SIDECAR %s', (_what, intent, remedy) => {
  expect(refusals(intent)[0]).toMatch(/^SO203: .*use the condition COMPLETED(, and leave `timeout` out)?, or /);
  expect(refusals(intent)[0].split(', or ').at(-1)).toBe(remedy);
});

describe('waiting for the end of a container that never ends is an error', () => {
  test.each([COMPLETED, EXITED])('%s of a sidecar, or of a container that the kubelet always restarts', condition => {
    const text = (why: string) => `SO204: container 'app' depends on 'dep' being ${condition}, but ${why}; give 'dep' the role INIT${condition === EXITED ? ' and use the condition COMPLETED' : ''}, or the role APP and a known command in a pod `
      + 'with another restartPolicy than Always, such as a Job; from Kubernetes 1.35 on (`kubernetesVersion`) a container can have its own `restartPolicy` in the manifest';
    expect(refusals(one('sidecar', {}, { condition }, { restartPolicy: 'Never' }))).toEqual([text('a sidecar runs as long as the pod')]);
    expect(refusals(one('app', {}, { condition }))).toEqual([text('the kubelet always restarts it (restartPolicy Always)')]);
    const optioned = one('app', {}, { condition, mechanism: POST_START, guarantee: EVERY_START, timeoutSeconds: 5 });
    expect(refusals(optioned)[0]).toContain(', and leave `mechanism` and `timeout` and `guarantee` out, or the role APP');
  });

  const rule = (operator: string, ...values: number[]) => ({ action: 'Restart', exitCodes: { operator, values } });
  const NEVER = 'Never' as const;
  test.each<[string, StartCondition, ContainerWords, string | undefined, About]>([
    ['a rule for exit code 0', COMPLETED, { restartPolicy: NEVER, restartRules: [rule('In', 0)] }, 'exit code 0', NEWEST],
    ['a rule for other codes than 5', COMPLETED, { restartPolicy: 'OnFailure', restartRules: [rule('In', 7), rule('NotIn', 5)] }, 'exit code 0', NEWEST],
    ['RestartAllContainers', COMPLETED, { restartPolicy: NEVER, restartRules: [{ ...rule('NotIn'), action: 'RestartAllContainers' }] }, 'exit code 0', NEWEST],
    ['a rule for every code', EXITED, { restartPolicy: NEVER, restartRules: [rule('NotIn')] }, 'every exit code', NEWEST],
    ['a policy and a rule for every code', EXITED, { restartPolicy: 'OnFailure', restartRules: [rule('In', 0)] }, 'every exit code', NEWEST],
    ['no rule for 0', COMPLETED, { restartPolicy: NEVER, restartRules: [rule('In', 42)] }, undefined, NEWEST],
    ['a rule for all codes but 0', COMPLETED, { restartPolicy: NEVER, restartRules: [rule('NotIn', 0)] }, undefined, NEWEST],
    ['a rule for all codes but 3', EXITED, { restartPolicy: NEVER, restartRules: [rule('NotIn', 3)] }, undefined, NEWEST],
    ['a rule without codes', EXITED, { restartPolicy: NEVER, restartRules: [{ action: 'Restart' }] }, undefined, NEWEST],
    ['a rule on old nodes', COMPLETED, { restartPolicy: NEVER, restartRules: [rule('NotIn')] }, undefined, { ...OLD, restartPolicy: NEVER }],
    ['a rule without a policy of the container', COMPLETED, { restartRules: [rule('NotIn')] }, undefined, { ...NEWEST, restartPolicy: NEVER }],
  ])('%s restarts a container that must be %s, or not', (_what, condition, words, codes, about) => {
    expect(refusals(one('app', { command: true, ...words }, { condition }, about, { command: true }))).toEqual(codes === undefined ? [] : [
      `SO204: container 'app' depends on 'dep' being ${condition}, but its restartPolicyRules restart it after ${codes}; write rules for 'dep' that do not contain the exit code `
      + 'with which it ends',
    ]);
  });
});

test.each([['sidecar', [], "one of 'a', 'b'"], ['init', [], "one of 'a', 'b'"], ['init', ['a'], "'b'"]] as const)('a pod of containers of role %s alone is an error', (role, needs, last) => {
  expect(refusals(pod(p => { p[role]('a'); p[role]('b', needs); }))).toEqual([
    `SO205: no container is left for spec.containers: 'a', 'b' run as init containers or native sidecars, and Kubernetes requires at least one app container; give ${last} the role APP`,
  ]);
});

test.each<[string, PodIntent, RegExp]>([
  ['an early container, where nothing restarts', graph({ 'db': '', 'init early': 'db', 'app': '' }, { ...OLD, restartPolicy: 'Never' }),
    /^SO202: .*; give 'db' the role SIDECAR and .*1\.29.*, or give 'early' the role APP$/],
  ['a list position', one('app', READY_ON_1, { mechanism: POSITION }, WINDOWS), /^SO402: .*; leave `mechanism` out, and give 'dep' the role SIDECAR$/],
  ['a gate without a command', one('app', READY_ON_1, GATED, WINDOWS), /^SO402: .*, but the wait agent does not run on Windows; .* SIDECAR$/],
  ['a gate', one('app', READY_ON_1, GATED, WINDOWS, { command: true }), /^SO408: .* RUNNING, each without `mechanism`$/],
  ['a position without a check', one('app', { roleStated: false }, { mechanism: POSITION }, WINDOWS), /^SO402: .*; leave `mechanism` out, and give 'dep' a ready check that asks a port /],
  ['a hook for a container with a hostPort', one('app', { ready: grpc(1), hostPorts: 'mapped' }), /^SO303: .* gRPC; use the command /],
  ['a hook for a container that needs another', graph({ a: '', dep: 'a', app: 'dep' }, {}, { dep: { ready: grpc(1) } }), /^SO303: .* gRPC; use the command /],
  ['a check that only the dependency can make, with a hook that is no command', one('app', { ready: command('/c'), postStart: { sleep: { seconds: 1 } } }, GATED, {}, { command: true }),
    /^SO402: .* but only an agent in 'dep' can tell, and its postStart hook leaves no room for one; leave `mechanism` out, and write the postStart hook of 'dep' as an exec hook$/],
  ['the end of an init container with a probe', one('init', { forbidden: ['startupProbe'] }, ENDED), /^SO504: .* instead\)$/],
  ['the start and the end of an init container', graph({ 'init dep': '', 'a': 'dep', 'b': 'dep' }, {}, { a: { on: ENDED }, b: { on: { condition: RUNNING } } }),
    /^SO203: container 'b' .*; use the condition COMPLETED$/],
  ['the end of a container that needs another', graph({ a: '', dep: 'a', app: 'dep' }, {}, { app: { on: ENDED } }), /^SO204: .*; give 'dep' the role APP and a known command /],
])('the remedy leads to no error that takes it back: %s', (_what, intent, text) => { expect(refusals(intent)).toEqual([expect.stringMatching(text)]); });

test('the forbidden fields of an init container are an error, and valid for other roles', () => {
  const forbidden = (role: Role, other: Role) => refusals(pod(p => { p[role]('migrate', { forbidden: ['lifecycle', 'startupProbe'] }); p[other]('other'); }));
  expect(forbidden('init', 'app')).toEqual([
    "SO504: container 'migrate' has the role INIT and lifecycle and startupProbe, which Kubernetes forbids for an init container; "
    + 'remove them (cdk8s-plus adds a startupProbe for a `portNumber`: use `ports` instead), or give the container the role SIDECAR',
  ]);
  expect([...forbidden('sidecar', 'app'), ...forbidden('app', 'sidecar')]).toEqual([]);
  expect(refusals(pod(p => { p.init('a', { forbidden: ['lifecycle'], forbiddenOnSidecar: ['restartPolicy Never'] }); p.app('b'); }))).toEqual([
    "SO504: container 'a' has the role INIT and lifecycle, which Kubernetes forbids for an init container; remove it, or give the container the role APP",
  ]);
});

test.each<[Role, ContainerWords, string[]]>([
  ['sidecar', {}, ["SO506: container 'proxy' has the role SIDECAR and a `hostPort`, which the kubelet opens for entries of `containers` only; "
    + 'give it the role APP, or replace the `hostPort` by a Service or `hostNetwork`']],
  ['init', {}, [expect.stringMatching("^SO506: container 'proxy' has the role INIT ")]],
  ['app', {}, []],
  ['sidecar', { native: true }, []],
  ['sidecar', { hostPorts: 'bound' }, []],
])('the role %s of a container with a `hostPort` is an error if it moves the container (%j)', (role, words, expected) => {
  const intent = pod(p => { p[role]('proxy', { hostPorts: 'mapped', ...words }); p.app('app'); });
  const containers = intent.containers.map(c => ({ ...c, inInitContainers: words.native ?? false }));
  expect(refusals({ ...intent, containers })).toEqual(expected);
});

test('all problems of the graph are reported at once', () => {
  expect(refusals(pod(p => {
    p.init('early', ['db']);
    p.app('db', ['nope']);
    p.app('a', ['b']);
    p.app('b', ['a']);
  })).map(text => text.slice(0, 5))).toEqual(['SO101', 'SO201', 'SO202']);
});
