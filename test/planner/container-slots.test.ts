import { ContainerRole, StartCondition } from '../../src/api/enums';
import { ContainerSlot } from '../../src/api/private/enums';
import { explainSlot } from '../../src/planner/schedule/container-slots';
import { PodIntent } from '../../src/pod/intent';
import { listContainers } from '../../src/pod/pod-plan';
import { ContainerWords, kept, names, NEWEST, OLD, on, plan, pod, PodBuilder, refusals, tcp } from '../dsl';

const slots = (intent: ReturnType<typeof pod>) => listContainers(plan(intent)).map(c => `${c.name} ${c.slot}`);

describe('the role of a container decides its list', () => {
  const build = (p: PodBuilder) => { p.init('i'); p.sidecar('s'); p.app('a'); };

  test.each([['NATIVE_SIDECAR', {}], ['CONTAINER', OLD]])('a sidecar is a %s, with and without native sidecars', (slot, about) => {
    expect(slots(pod(build, about))).toEqual(['i INIT', `s ${slot}`, 'a CONTAINER']);
  });

  test('on old nodes, a native sidecar of the manifest becomes a regular container, with a reason', () => {
    const moved = plan(pod(p => {
      p.init('i');
      p.sidecar('s', { native: true, ready: tcp(1) });
      p.app('a', ['s']);
    }, OLD));
    expect(listContainers(moved).map(c => `${c.name} ${c.slot}`)).toEqual(['i INIT', 's CONTAINER', 'a CONTAINER']);
    expect(listContainers(moved)[1].reason).toContain('moved from `initContainers` without its `restartPolicy`');
    expect(moved.warnings).toContain("'s' moved from `initContainers` to `containers` and lost `restartPolicy: Always`, since nodes before Kubernetes 1.29 have no native "
      + "sidecars: `kubernetesVersion: '1.29'` keeps a native sidecar where it is");
    expect([kept(moved, 'a', 's'), names(moved)]).toEqual(['POST_START BEST_EFFORT', ['i', 's', 'a']]);
  });

  test('a native sidecar before an init container cannot become a regular container', () => {
    const interleaved = (p: PodBuilder) => {
      p.init('before');
      p.sidecar('proxy', { native: true, ready: tcp(1) });
      p.init('migrate', ['proxy']);
      p.sidecar('vault', ['proxy'], { native: true });
      p.init('seed');
      p.app('a', ['proxy']);
    };
    const text = (name: string, later: string) => `SO230: initContainers: '${name}' is a native sidecar (restartPolicy Always), and ${later} after it, but not all nodes support `
      + `native sidecars: on the others '${name}' would start only after all init containers; set \`kubernetesVersion: '1.29'\`, or list '${name}' after them if `
      + 'they do not need it';
    expect(refusals(pod(interleaved, OLD))).toEqual([text('proxy', "init containers 'migrate', 'seed' come"), text('vault', "init container 'seed' comes")]);
    expect(refusals(pod(interleaved))).toEqual([]);
  });

  test('a container with the declared role SIDECAR can be a regular container', () => {
    expect(refusals(pod(p => { p.sidecar('proxy'); p.init('migrate'); p.app('a'); }, OLD))).toEqual([]);
  });

  test('a container in another list than in the manifest has a reason', () => {
    const { containers } = pod(build);
    expect(containers.map(explainSlot)).toEqual([undefined, 'moved from `containers`, as its role asks', undefined]);
    expect(explainSlot(pod(build, OLD).containers[1])).toBeUndefined();
    const restarting = { ...containers[1], slot: ContainerSlot.INIT, role: ContainerRole.INIT, restartPolicy: 'Always' as const };
    expect(explainSlot(restarting)).toBe('moved from `containers` without its `restartPolicy`, as its role asks');
  });
});

describe('a dependency of an init container or native sidecar on an app container is an error', () => {
  test.each([
    ['an init container', ContainerRole.INIT, "give 'db' the role SIDECAR, or 'early' the role APP"],
    ['a native sidecar', ContainerRole.SIDECAR, "give 'db' the role SIDECAR too, or 'early' the role APP"],
  ])('%s', (_what, role, remedy) => {
    expect(refusals(pod(p => {
      p.app('db', { ready: tcp(1) });
      if (role === ContainerRole.INIT) { p.init('early', ['db']); } else { p.sidecar('early', ['db']); }
    }))).toEqual([
      `SO202: container 'early' (${role}) depends on 'db' (APP), but it must exit or start before any container of spec.containers starts, so the dependency is impossible; ${remedy}`,
    ]);
  });

  test('a dependency of an init container on a sidecar without native sidecars is an error', () => {
    expect(refusals(pod(p => {
      p.sidecar('proxy', { ready: tcp(1) });
      p.init('early', ['proxy']);
      p.app('app');
    }, OLD))).toEqual([
      "SO202: container 'early' (INIT) depends on 'proxy' (SIDECAR), but it must exit or start before any container of spec.containers starts, "
      + "so the dependency is impossible; plan for nodes of Kubernetes 1.29 or newer (`kubernetesVersion`), where the sidecar 'proxy' can start before init containers",
    ]);
  });
});

test.each([
  ...[StartCondition.RUNNING, StartCondition.STARTED, StartCondition.READY].map(condition => [condition,
    'it exits before any later container starts; use the condition COMPLETED, or give it the role SIDECAR'] as const),
  [StartCondition.EXITED, 'the kubelet starts nothing after an init container that has failed; use the condition COMPLETED, and let its command exit with 0'],
] as const)('%s of an init container is an error', (condition, why) => {
  expect(refusals(pod(p => { p.app('app', [on(p.init('migrate'), { condition })]); }))).toEqual([
    `SO203: container 'app' depends on 'migrate' being ${condition}, but 'migrate' has the role INIT: ${why}`,
  ]);
});

describe('waiting for the end of a container that never ends is an error', () => {
  const otherPolicy = (name: string) => `give '${name}' the role INIT, or the role APP in a pod with another restartPolicy than Always, such as a Job; from Kubernetes 1.35 on `
    + '(`kubernetesVersion`) a container can have its own `restartPolicy` in the manifest';

  const BY_SIDECAR = 'a sidecar runs as long as the pod';
  const ALWAYS = 'the kubelet always restarts it (restartPolicy Always)';

  test.each([
    ...[StartCondition.COMPLETED, StartCondition.EXITED].map(condition => [condition, 'sidecar', BY_SIDECAR] as const),
    ...[StartCondition.COMPLETED, StartCondition.EXITED].map(condition => [condition, 'app', ALWAYS] as const),
  ])('%s of a container of role %s is an error: %s', (condition, role, why) => {
    expect(refusals(pod(p => { p.app('app', [on(p[role]('once'), { condition })]); }, { restartPolicy: role === 'sidecar' ? 'Never' : 'Always' }))).toEqual([
      `SO204: container 'app' depends on 'once' being ${condition}, but ${why}; ${otherPolicy('once')}`,
    ]);
  });

  const rule = (operator: string, ...values: number[]) => ({ action: 'Restart', exitCodes: { operator, values } });
  const ended = (condition: StartCondition, words: ContainerWords, about: Partial<PodIntent> = NEWEST) => refusals(pod(p => {
    p.app('once', { command: true, ...words });
    p.app('app', [on('once', { condition })], { command: true });
  }, about));

  test.each<[StartCondition, string, ContainerWords]>([
    [StartCondition.COMPLETED, 'exit code 0', { restartPolicy: 'Never', restartRules: [rule('In', 0)] }],
    [StartCondition.COMPLETED, 'exit code 0', { restartPolicy: 'OnFailure', restartRules: [rule('In', 7), rule('NotIn', 5)] }],
    [StartCondition.COMPLETED, 'exit code 0', { restartPolicy: 'Never', restartRules: [{ ...rule('NotIn'), action: 'RestartAllContainers' }] }],
    [StartCondition.EXITED, 'every exit code', { restartPolicy: 'Never', restartRules: [rule('NotIn')] }],
    [StartCondition.EXITED, 'every exit code', { restartPolicy: 'OnFailure', restartRules: [rule('In', 0)] }],
  ])('%s of a container whose rules restart it is an error: after %s, %j', (condition, codes, words) => {
    expect(ended(condition, words)).toEqual([
      `SO204: container 'app' depends on 'once' being ${condition}, but its restartPolicyRules restart it after ${codes}; write rules for 'once' that do not contain the exit code `
      + 'with which it ends',
    ]);
  });

  test.each<[StartCondition, ContainerWords]>([
    [StartCondition.COMPLETED, { restartPolicy: 'Never', restartRules: [rule('In', 42)] }],
    [StartCondition.COMPLETED, { restartPolicy: 'Never', restartRules: [rule('NotIn', 0)] }],
    [StartCondition.EXITED, { restartPolicy: 'Never', restartRules: [rule('NotIn', 3)] }],
    [StartCondition.EXITED, { restartPolicy: 'Never', restartRules: [{ action: 'Restart' }] }],
  ])('%s of a container is possible if its rules do not match an exit code: %j', (condition, words) => {
    expect(ended(condition, words)).toEqual([]);
  });

  test('restart rules have no effect on old nodes, or without a policy of the container', () => {
    expect(ended(StartCondition.COMPLETED, { restartPolicy: 'Never', restartRules: [rule('NotIn')] }, { ...OLD, restartPolicy: 'Never' })).toEqual([]);
    expect(ended(StartCondition.COMPLETED, { restartRules: [rule('NotIn')] }, { ...NEWEST, restartPolicy: 'Never' })).toEqual([]);
  });
});

test.each([
  ['native sidecars', (p: PodBuilder) => { p.sidecar('a'); p.sidecar('b'); }],
  ['init containers', (p: PodBuilder) => { p.init('a'); p.init('b'); }],
])('a pod of %s alone is an error', (_what, build) => {
  expect(refusals(pod(build))).toEqual([
    "SO205: no container is left for spec.containers: 'a', 'b' run as init containers or native sidecars, and Kubernetes requires at least one app container; "
    + 'give one of these containers the role APP',
  ]);
});

test('an init container with a probe or a hook is an error that names each forbidden field', () => {
  expect(refusals(pod(p => {
    p.init('migrate', { forbidden: ['lifecycle', 'startupProbe'] });
    p.app('app');
  }))).toEqual([
    "SO504: container 'migrate' has the role INIT and lifecycle and startupProbe, which Kubernetes forbids for an init container; "
    + 'remove it (cdk8s-plus adds a startupProbe for a `portNumber`: use `ports` instead), or give the container the role SIDECAR',
  ]);
});

test('the forbidden fields of init containers are valid for every other role', () => {
  expect(refusals(pod(p => {
    p.sidecar('proxy', { forbidden: ['lifecycle'] });
    p.app('app', { forbidden: ['startupProbe'] });
  }))).toEqual([]);
});

test('all problems of the graph are reported at once', () => {
  expect(refusals(pod(p => {
    p.init('early', ['db']);
    p.app('db', ['nope']);
    p.app('a', ['b']);
    p.app('b', ['a']);
  })).map(text => text.slice(0, 5))).toEqual(['SO101', 'SO201', 'SO202']);
});
