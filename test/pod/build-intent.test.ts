import { buildIntent } from '../../src/pod/build-intent';
import {
  box, ContainerJson, ContainerRole, declared, http, on, outside, PodDeclaration, PodSpecJson, resolveOptions,
  resolveTarget, said, StartupOrderOptions, tcp,
} from '../dsl';

function read(spec: PodSpecJson, declaration: PodDeclaration = declared({}), options: StartupOrderOptions = {}) {
  const { intent, problems } = buildIntent({ spec }, declaration, resolveOptions(options).settings);
  return { ...intent, problems: said(problems) };
}

const affinity = (key: string, values: readonly string[]): PodSpecJson['affinity'] =>
  ({ nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values }] }] } } });

const needs = (intent: ReturnType<typeof read>) => Object.fromEntries(intent.containers.map(c => [c.name, c.dependsOn.map(d => `${d.target.kind} ${d.target.name}`)]));

describe('the intent of a pod', () => {
  test('a manifest with unspecified fields gets the defaults of Kubernetes', () => {
    const app = { name: 'app', image: 'example/app', place: 0, role: 'APP', slot: 'CONTAINER', awaitsApp: false, readinessDelaySeconds: 0 };
    const flags = { roleStated: false, inInitContainers: false, alreadyNative: false, hasHealthcheck: false, hasReadinessProbe: false };
    const lists = { dependsOn: [], ports: [], namedPorts: [], mounts: [], restartRules: [], fieldsForbiddenOnInit: [], fieldsForbiddenOnSidecar: [] };
    const present = { nativeSidecars: true, serialStarts: true, hostVisibleEmptyDirs: true, sharedFileLocks: true };
    const restarting = { containerRestartRules: false, restartAllContainers: false };
    const nothing = { acceptedWarnings: [], annotations: {}, deadlines: [], exitCodeRules: [], problems: [] };
    const podFlags = { windows: false, hostNetwork: false, usesNodeDns: false, lacksSidecars: false, orderedShutdown: false, sharesProcesses: false };
    const { kubeletBugs, kubeletExceptions, lacks } = resolveTarget('1.29', {})!;
    expect(read({ containers: [box('app')] }, declared({ app: {} }))).toEqual({
      containers: [{ ...app, ...flags, ...lists, restarts: { afterSuccess: true, always: true, never: false, endsForGood: false } }],
      capabilities: { ...present, ...restarting, sleepAction: false, envFiles: false, imageVolumes: false, sidecarPortNames: false },
      ...{ restartPolicy: 'Always', restartsAllContainers: false, hasVolumes: true, terminationGracePeriodSeconds: 30 },
      delivery: { delivery: 'COPY', stated: false, reason: 'the architecture of the nodes is unknown', architectures: ['amd64', 'arm64'] },
      ...{ mayLoseBestEffort: true, ...podFlags, ...nothing, kubeletBugs, kubeletExceptions, lacks },
    });
  });

  test('a pod has volumes if it specifies volumes or mounts the token of its service account', () => {
    const emptyDir = { name: 'v', emptyDir: {} };
    expect([{}, { volumes: [emptyDir] }, { automountServiceAccountToken: false }, { automountServiceAccountToken: false, volumes: [emptyDir] }]
      .map(about => read({ containers: [], ...about }).hasVolumes)).toEqual([true, true, false, true]);
  });

  test('the specified fields of a manifest become the intent', () => {
    const specified = { restartPolicy: 'Never', hostNetwork: true, terminationGracePeriodSeconds: 5 } as const;
    expect(read({ containers: [], ...specified, activeDeadlineSeconds: 9 }))
      .toMatchObject({ ...specified, deadlines: [{ field: 'activeDeadlineSeconds', seconds: 9 }] });
  });

  test.each<[PodSpecJson, boolean]>([
    [{ os: { name: 'windows' } }, true], [{ securityContext: { windowsOptions: { hostProcess: true } } }, true],
    [{ containers: [{ name: 'a', securityContext: { windowsOptions: { hostProcess: true } } }] }, true], [{ securityContext: { windowsOptions: {} } }, false],
    [{ nodeSelector: { 'kubernetes.io/os': 'windows' } }, true], [{ nodeSelector: { 'beta.kubernetes.io/os': 'windows' } }, true],
    [{ affinity: affinity('kubernetes.io/os', ['windows']) }, true], [{ affinity: affinity('kubernetes.io/os', ['linux', 'windows']) }, false],
    [{ os: { name: 'linux' } }, false], [{ nodeSelector: { os: 'windows' } }, false],
  ])('a pod with %j is a Windows pod: %s', (spec, windows) => { expect(read({ containers: [], ...spec }).windows).toBe(windows); });

  test.each<[PodSpecJson, boolean]>([
    [{}, false], [{ hostNetwork: true }, true], [{ dnsPolicy: 'Default' }, true], [{ hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' }, false],
  ])('a pod with %j asks the DNS servers of its node: %s', (spec, expected) => { expect(read({ containers: [], ...spec }).usesNodeDns).toBe(expected); });

  test.each<[string, PodSpecJson, StartupOrderOptions['agent'], boolean]>([
    ['asks for nothing', { containers: [box('app'), box('b', { resources: {} })] }, {}, true],
    ['asks for no CPU', { containers: [box('app', { resources: { requests: { cpu: '0' } } })] }, {}, true],
    ['asks for a device', { containers: [box('app', { resources: { limits: { 'example.com/gpu': 1 } } })] }, {}, true],
    ['requests memory', { containers: [box('app'), box('b', { resources: { requests: { memory: '1Mi' } } })] }, {}, false],
    ['limits the CPU of an init container', { containers: [box('app')], initContainers: [box('i', { resources: { limits: { cpu: '1' } } })] }, {}, false],
    ['requests CPU for all its containers together', { containers: [box('app')], resources: { requests: { cpu: '1' } } }, {}, false],
    ['requests no CPU for all its containers together', { containers: [box('app')], resources: { requests: { cpu: '0' } } }, {}, false],
    ['asks for nothing, like what is injected', { containers: [box('app')] }, { resources: {} }, false],
  ])('whether a pod that %s may lose the QoS class BestEffort', (_what, spec, agent, expected) => {
    expect(read(spec, declared({}), { agent }).mayLoseBestEffort).toBe(expected);
  });

  test.each<[PodSpecJson, StartupOrderOptions['capabilities'], boolean]>([
    [{}, undefined, true],
    [{ runtimeClassName: '' }, undefined, true],
    [{ runtimeClassName: 'kata' }, undefined, false],
    [{ runtimeClassName: 'gvisor' }, { hostVisibleEmptyDirs: true }, true],
    [{}, { hostVisibleEmptyDirs: false }, false],
  ])('a pod with %j and the capabilities %j: the kubelet sees the files in its emptyDirs: %s', (spec, capabilities, hostVisibleEmptyDirs) => {
    expect(read({ containers: [], ...spec }, declared({}), { capabilities }).capabilities.hostVisibleEmptyDirs).toBe(hostVisibleEmptyDirs);
  });

  test('a runtime class changes only the capabilities of emptyDirs and of locks', () => {
    const options = { kubernetesVersion: '1.35' };
    expect(read({ runtimeClassName: 'kata' }, declared({}), options).capabilities)
      .toEqual({ ...read({}, declared({}), options).capabilities, hostVisibleEmptyDirs: false, sharedFileLocks: false });
  });
});

test('a container gets the role of its list and its restartPolicy, unless the order declares another', () => {
  const spec = { initContainers: [box('init'), box('native', { restartPolicy: 'Always' })], containers: [box('app')] };
  const roles = (declaration?: PodDeclaration) => read(spec, declaration).containers.map(c => `${c.name} ${c.role}${c.alreadyNative ? ' native' : ''}`);
  expect(roles()).toEqual(['init INIT', 'native SIDECAR native', 'app APP']);
  expect(roles(declared({ init: { role: ContainerRole.SIDECAR }, native: { role: ContainerRole.APP }, app: { role: ContainerRole.INIT } })))
    .toEqual(['init SIDECAR', 'native APP', 'app INIT']);
});

test('an init container keeps its own restartPolicy as an app container', () => {
  const spec = { initContainers: [box('once', { restartPolicy: 'Never' })], containers: [box('app')] };
  const policyAs = (role: ContainerRole) => read(spec, declared({ once: { role } }), { kubernetesVersion: '1.37' }).containers[0].restartPolicy;
  expect([ContainerRole.APP, ContainerRole.INIT].map(policyAs)).toEqual(['Never', undefined]);
});

describe('the ready check of a container', () => {
  const probes = { startupProbe: { tcpSocket: { port: 1 } }, readinessProbe: { tcpSocket: { port: 2 } } };
  const ADDED = { startupProbe: { failureThreshold: 3, tcpSocket: { port: 1 } }, ports: [{ containerPort: 1 }] };
  const readyOf = (container: Partial<ContainerJson>, declaration?: PodDeclaration) => read({ containers: [box('db', container)] }, declaration).containers[0].ready;

  test.each<[string, Partial<ContainerJson>, PodDeclaration | undefined, unknown]>([
    ['the declared check', probes, declared({ db: { readyWhen: http(3) } }), { check: http(3), source: 'readyWhen' }],
    ['the startup probe, without a declaration', probes, undefined, { check: tcp(1), source: 'startupProbe' }],
    ['the readiness probe, without a startup probe', { readinessProbe: probes.readinessProbe }, undefined, { check: tcp(2), source: 'readinessProbe' }],
    ['the readiness probe, when the startup probe is invalid', { ...probes, startupProbe: { tcpSocket: { port: 'x' } } }, undefined, { check: tcp(2), source: 'readinessProbe' }],
    ['the readiness probe, although cdk8s-plus added a startup probe', { ...probes, ...ADDED }, undefined, { check: tcp(2), source: 'readinessProbe' }],
    ['the startup probe that cdk8s-plus added, without a probe of the user', ADDED, undefined, { check: tcp(1), source: 'automaticStartupProbe' }],
    ['the same beside a liveness probe, which is no ready check', { ...ADDED, livenessProbe: probes.readinessProbe }, undefined,
      { check: tcp(1), source: 'automaticStartupProbe' }],
    ['nothing, when the readiness probe names an unknown port', { ...ADDED, readinessProbe: { tcpSocket: { port: 'x' } } }, undefined, undefined],
    ['the startup probe, if it has one more field than cdk8s-plus sets', { ...probes, ...ADDED, startupProbe: { ...ADDED.startupProbe, periodSeconds: 1 } }, undefined,
      { check: tcp(1), source: 'startupProbe' }],
    ['the startup probe, if it lacks a field that cdk8s-plus sets', { ...ADDED, ...probes }, undefined, { check: tcp(1), source: 'startupProbe' }],
    ['the startup probe, if it asks another port than the first', { ...probes, ...ADDED, ports: [{ containerPort: 2 }, { containerPort: 1 }] }, undefined,
      { check: tcp(1), source: 'startupProbe' }],
    ['nothing, as a liveness probe is no ready check', { livenessProbe: probes.startupProbe }, undefined, undefined],
  ])('%s', (_what, container, declaration, expected) => { expect(readyOf(container, declaration)).toEqual(expected); });
});

test('the intent contains the delays of the probes and the check of the liveness probe', () => {
  const tcpSocket = { port: 1 };
  const livenessProbe = { tcpSocket, initialDelaySeconds: 15, terminationGracePeriodSeconds: 3 };
  const delayed = box('late', { livenessProbe, readinessProbe: { tcpSocket, initialDelaySeconds: 4 } });
  const [late, plain] = read({ containers: [delayed, box('plain', { livenessProbe: { tcpSocket } })] }).containers;
  expect([late.liveness, late.readinessDelaySeconds]).toEqual([{ check: tcp(1), delaySeconds: 15, graceSeconds: 3 }, 4]);
  expect([plain.liveness, plain.readinessDelaySeconds]).toEqual([{ check: tcp(1), delaySeconds: 0, graceSeconds: undefined }, 0]);
});

test('a startup probe without a period has a period of 10 s', () => {
  const probed = ([undefined, 0, 3]).map((periodSeconds, i) => box(`c${i}`, { startupProbe: { tcpSocket: { port: 1 }, periodSeconds } }));
  expect(read({ containers: probed }).containers.map(c => c.startup!.periodSeconds)).toEqual([10, 10, 3]);
});

test('an automatic startup probe is marked as automatic, and is no forbidden field', () => {
  const db = { startupProbe: { failureThreshold: 3, tcpSocket: { port: 1 } }, lifecycle: {}, livenessProbe: {}, readinessProbe: {} };
  const [own] = read({ containers: [box('db', db)] }).containers;
  const [automatic] = read({ containers: [box('db', { ...db, ports: [{ containerPort: 1 }] })] }).containers;
  expect([own.startup!.automatic, own.fieldsForbiddenOnInit]).toEqual([false, ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']]);
  expect([automatic.startup!.automatic, automatic.fieldsForbiddenOnInit]).toEqual([true, ['lifecycle', 'livenessProbe', 'readinessProbe']]);
});

test('a container has the numbers of its TCP ports, and the names of all its ports', () => {
  const ports = [{ name: 'http', containerPort: 80 }, { containerPort: 81 }, { name: 'dns', containerPort: 53, protocol: 'UDP' }];
  const namedPorts = [{ name: 'http', number: 80, protocol: 'TCP' }, { name: 'dns', number: 53, protocol: 'UDP' }];
  expect(read({ containers: [box('db', { ports })] }).containers[0]).toMatchObject({ ports: [80, 81], namedPorts });
});

test.each([
  ['a `hostPort`, which the kubelet maps', [{ containerPort: 80 }, { containerPort: 81, hostPort: 8081 }], false, 'mapped'],
  ['a port without a `hostPort`', [{ containerPort: 80 }, { containerPort: 81, hostPort: 0 }], false, undefined],
  ['a port with `hostNetwork`, which its process binds', [{ containerPort: 80 }], true, 'bound'],
  ['`hostNetwork`, but no port', [], true, undefined],
])('a container has %s', (_what, ports, hostNetwork, expected) => {
  expect(read({ hostNetwork, containers: [box('db', { ports })] }).containers[0].hostPorts).toBe(expected);
});

test('a mount with a subPath or with propagation to the host is partial, and each path is absolute', () => {
  const mounts: [object, string, boolean][] = [
    [{ mountPath: '/a', subPath: '' }, '/a', false], [{ mountPath: '/b', subPath: 'x' }, '/b', true], [{ mountPath: 'data' }, '/data', false],
    [{ mountPath: '/c', subPathExpr: '$(x)' }, '/c', true], [{ mountPath: '/d', mountPropagation: 'HostToContainer' }, '/d', false],
    [{ mountPath: '/e', mountPropagation: 'Bidirectional' }, '/e', true],
  ];
  const volumeMounts = [{ name: 'v' } as never, ...mounts.map(([mount]) => ({ name: 'v', mountPath: '', ...mount }))]; // The API server refuses the first.
  expect(read({ containers: [box('db', { volumeMounts })] }).containers[0].mounts).toEqual(mounts.map(([, path, partial]) => ({ volume: 'v', path, partial })));
});

describe('sidecarsFirst', () => {
  const spec = { initContainers: [box('migrate'), box('proxy', { restartPolicy: 'Always' })], containers: [box('app'), box('vault'), box('web')] };
  const vault = { vault: { role: ContainerRole.SIDECAR } };

  test('with sidecarsFirst every app container depends on every sidecar, and no init container does', () => {
    const both = ['container proxy', 'container vault'];
    expect(needs(read(spec, declared(vault, true)))).toEqual({ migrate: [], proxy: [], app: both, vault: [], web: both });
  });

  test.each([
    ['a native sidecar', spec, declared({}, true), false],
    ['a container with the role SIDECAR', { containers: spec.containers }, declared(vault, true), false],
    ['no sidecar', { containers: spec.containers }, declared({}, true), true],
    ['no sidecar, and no sidecarsFirst', { containers: spec.containers }, declared({}), false],
  ])('a pod with %s is told apart from a pod that lacks sidecars', (_, given, declaration, lacks) => {
    expect(read(given, declaration).lacksSidecars).toBe(lacks);
  });

  test.each<[string, boolean, PodDeclaration['containers'][number]['dependsOn'], [string, string, number?][]]>([
    ['without sidecarsFirst no dependency is added', false, [], []],
    ['a declared dependency on a sidecar stays unchanged', true, [on('vault', { timeoutSeconds: 5 })], [['container', 'vault', 5], ['container', 'proxy']]],
    ['an external dependency with the name of a sidecar does not replace one', true, [outside('vault')],
      [['external', 'vault'], ['container', 'proxy'], ['container', 'vault']]],
  ])('%s', (_what, sidecarsFirst, dependsOn, expected) => {
    const app = read(spec, declared({ ...vault, app: { dependsOn } }, sidecarsFirst)).containers.find(c => c.name === 'app')!;
    const found = app.dependsOn.map(d => [d.target.kind, d.target.name, d.timeoutSeconds]);
    expect(found).toEqual(expected.map(([kind, name, seconds]) => [kind, name, seconds]));
  });
});

const pods = (...names: string[]) => ({ containers: names.map(name => box(name)) });
const label = (name: string) =>
  `SO104: containers[1] is called '${name}', which is not a DNS label; use at most 63 characters of a-z, 0-9 and '-', with a letter or digit at both ends`;
const sleeping = (hook: string, seconds: number, terminationGracePeriodSeconds?: number): PodSpecJson =>
  ({ containers: [box('app', { lifecycle: { [hook]: { sleep: { seconds } } } })], terminationGracePeriodSeconds });
const IMPOSSIBLE = declared({ app: { dependsOn: [on('db', { timeoutSeconds: 0.5 }), outside('api', { check: tcp(0), timeoutSeconds: 0 })] } });

test.each<[string, PodSpecJson, PodDeclaration | undefined, string[]]>([
  ['two containers of one name', { initContainers: [box('main')], ...pods('main', 'other') }, undefined,
    ["SO103: initContainers[0] and containers[0] are both called 'main'; give each container of the pod a unique name"]],
  ...['My_App', 'a.b', '-a', 'a-', 'a'.repeat(64), '', 'ä', 'a\n'].map((name): [string, PodSpecJson, undefined, string[]] =>
    [`the container name '${name}'`, pods('app', name), undefined, [label(name)]]),
  ...['a', '0', 'a-b', 'a'.repeat(63)].map((name): [string, PodSpecJson, undefined, string[]] => [`the valid container name '${name}'`, pods(name), undefined, []]),
  ['a declaration for an unknown container with a similar name', pods('app', 'proxy'), declared({ prxy: {} }),
    ["SO102: a declaration names container 'prxy', which is not in this pod (it has: app, proxy); did you mean 'proxy'? Correct the name, or add the container"]],
  ['a declaration for an unknown container', pods('app'), declared({ zookeeper: {} }),
    ["SO102: a declaration names container 'zookeeper', which is not in this pod (it has: app); correct the name, or add the container"]],
  ['an impossible value of a ready check', pods('db'), declared({ db: { readyWhen: tcp(0) } }),
    ["SO302: the ready check of container 'db': port is 0; it must be a whole number from 1 to 65535"]],
  ['impossible values of dependencies', pods('db', 'app'), IMPOSSIBLE, [
    "SO302: container 'app', dependency on 'db': timeout is 0.5 s; it must be a whole number of seconds from 1 to 2147483647",
    "SO302: container 'app', dependency on 'api': port is 0; it must be a whole number from 1 to 65535",
    "SO302: container 'app', dependency on 'api': timeout is 0 s; it must be a whole number of seconds from 1 to 2147483647",
  ]],
  ...['preStop', 'postStart'].map((hook): [string, PodSpecJson, undefined, string[]] => [`a ${hook} sleep that is longer than the grace period`, sleeping(hook, 45), undefined, [
    `SO407: container 'app' sleeps 45 s in its ${hook} hook, but terminationGracePeriodSeconds is 30: the API server rejects the pod; `
    + 'set the grace period to at least 45 s, or shorten the sleep',
  ]]),
  ['a sleep as long as the default grace period', sleeping('preStop', 30), undefined, []],
  ['a sleep as long as the grace period', sleeping('preStop', 45, 45), undefined, []],
])('the problems of a pod with %s', (_what, spec, declaration, expected) => { expect(read(spec, declaration).problems).toEqual(expected); });
