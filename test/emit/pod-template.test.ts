import { Size } from 'cdk8s';
import { ContainerResources, Cpu } from 'cdk8s-plus-27';
import { stringify } from 'yaml';
import {
  AGENT_MOUNT, AgentOptions, allOf, blocking, box, Check, command, ContainerJson, containerOf, ContainerRole, CONTINUE, declared,
  delay, DependencyDeclaration, file, grpc, GUARDED_HOOK, http, INIT, objections, on, ordered, orderedTemplate, outside,
  PodDeclaration, PodSpecJson, PodTemplateJson, REGULAR, RUNNING, SIDECAR, SIDECAR_WAIT_INIT, StartupOrderOptions, tcp,
} from '../dsl';

const NEW = { kubernetesVersion: '1.35' };
const WITHOUT_GUARDS = { kubernetesVersion: '1.33' };

/** 'app' needs 'db'; the argument adds fields to both containers. */
const PAIR: PodSpecJson = { containers: [box('app'), box('db')] };
const needsDb = (readyWhen: Check) => declared({ db: { ...REGULAR, readyWhen }, app: { dependsOn: [on('db')] } });
const APP_NEEDS_DB = needsDb(tcp(5432));
const OUTSIDE = declared({ app: { dependsOn: [outside('api', { timeoutSeconds: 9 })] } });

const list = (containers: readonly ContainerJson[] | undefined) => (containers ?? []).map(c => c.name);
const container = ({ spec }: PodTemplateJson, name: string) => containerOf(spec, name);
const hookOf = (template: PodTemplateJson, name: string) => container(template, name).lifecycle!.postStart!.exec!.command!;
/** The init container that copies the agent, which a pod has where no architecture is known. */
const withAgent = (agent: AgentOptions, spec = PAIR) => container(ordered(spec, APP_NEEDS_DB, { architecture: undefined, agent }), 'install-wait-agent');

describe('a hook that waits', () => {
  test('adds the agent: a volume, a mount and a call, and does not change the dependent', () => {
    const { initContainers, containers, volumes } = ordered(PAIR, APP_NEEDS_DB).spec;
    const exec = { command: ['/startup-order/wait', '--for=db', '--continue-after=60s', '--tcp=127.0.0.1:5432'] };
    expect(containers).toEqual([box('db', { lifecycle: { postStart: { exec } }, volumeMounts: [AGENT_MOUNT] }), box('app')]);
    expect([initContainers, volumes!.map(v => v.name)]).toEqual([undefined, ['startup-order-agent']]);
  });

  test('changes no other field of the container', () => {
    const [env, preStop, data] = [[{ name: 'A', value: 'b' }], { exec: { command: ['/stop'] } }, { mountPath: '/data', name: 'data' }];
    const db = box('db', { env, lifecycle: { preStop }, volumeMounts: [data] });
    expect(container(ordered({ containers: [box('app'), db] }, APP_NEEDS_DB), 'db'))
      .toEqual(box('db', { env, lifecycle: { preStop, postStart: expect.anything() }, volumeMounts: [data, AGENT_MOUNT] }));
  });

  test("runs the user's own hook first, unchanged, and limits count from its end", () => {
    const db = box('db', { lifecycle: { postStart: { exec: { command: ['/register', '$(HOME)', '$$'] } } } });
    expect(hookOf(ordered({ containers: [box('app'), db] }, APP_NEEDS_DB), 'db').slice(1, 7))
      .toEqual(['--run-first=3', '/register', '$(HOME)', '$$', '--then', '--for=db']);
  });

  test('is the blocking command itself if it has no other task', () => {
    const { spec } = ordered(PAIR, needsDb(blocking('pilot-agent', 'wait', '$(X)')));
    expect(spec).toEqual({ containers: [box('db', { lifecycle: { postStart: { exec: { command: ['pilot-agent', 'wait', '$(X)'] } } } }), box('app')] });
  });

  test.each<[string, Parameters<typeof allOf>[0], string[]]>([
    ['httpGet', http(80), ['--http=http://127.0.0.1:80/']],
    ['an address of IPv6', { ...http(80), host: '::1' } as never, ['--http=http://[::1]:80/']],
    ['httpGet with statuses, headers and a try', { ...http(80), statuses: [200, 204], headers: [{ name: 'Host', value: 'shop' }], trySeconds: 3 } as never,
      ['--http=http://127.0.0.1:80/', '--status=200,204', '--header=Host: shop', '--try-timeout=3s']],
    ['tcpSocket of an address of IPv6', { kind: 'tcpSocket', host: '::1', port: 1, trySeconds: 2 }, ['--tcp=[::1]:1', '--try-timeout=2s']],
    ['command', { ...command('/c', '$(X)'), trySeconds: 9 } as never, ['--command=2', '/c', '$(X)', '--try-timeout=9s']],
    ['file', file('/f'), ['--file=/f']],
    ['a text in a file', { kind: 'file', path: '/f', contains: '-e' }, ['--file-contains=/f', '--text=-e']],
    ['unixSocket', { kind: 'unixSocket', path: '/s' }, ['--unix-socket=/s']],
    ['delay', delay(0.5), ['--delay=0.5s']],
    ['a delay that no decimal is equal to', delay(1 / 3), ['--delay=0.333s']],
    ['a delay that is shorter than the agent counts', delay(1e-7), ['--delay=0.001s']],
    ['blockingCommand beside another', allOf(blocking('/b'), tcp(1)), ['--blocking-command=1', '/b', '--tcp=127.0.0.1:1']],
  ])('passes %s as arguments of the agent', (_what, check, words) => { expect(hookOf(ordered(PAIR, needsDb(check)), 'db').slice(3)).toEqual(words); });

  test('names each dependency that it waits for', () => {
    const [a, b] = [{ ...REGULAR, readyWhen: tcp(1) }, { ...REGULAR, readyWhen: tcp(2) }];
    const dependsOn = [on('a', { timeoutSeconds: 5 }), on('b', { timeoutSeconds: 7 })];
    const both = ordered({ containers: [box('app'), box('a'), box('b')] }, declared({ a, b, app: { dependsOn } }));
    expect(hookOf(both, 'b').slice(1)).toEqual(['--for=a', '--continue-after=7s', '--tcp=127.0.0.1:1', '--for=b', '--continue-after=7s', '--tcp=127.0.0.1:2']);
    expect(container(both, 'a').lifecycle).toBeUndefined();
  });
});

describe('a startup probe made of a ready check', () => {
  const NEEDS_PROXY = { app: { dependsOn: [on('proxy')] } };
  const withProxy = (readyWhen: Check, proxy: Partial<ContainerJson> = {}) => ordered(
    { containers: [box('app'), box('proxy', proxy)] },
    declared({ proxy: { role: ContainerRole.SIDECAR, readyWhen }, ...NEEDS_PROXY }), WITHOUT_GUARDS);
  const FOR_EVER = { failureThreshold: 2147483647, periodSeconds: 1 };

  test.each<[string, Check, ContainerJson['startupProbe']]>([
    ['httpGet: the pod is asked', http(80), { httpGet: { path: '/', port: 80 } }],
    ['httpGet with all it can have', { ...http(443), scheme: 'https', headers: [{ name: 'Host', value: 'shop' }], trySeconds: 3 } as Check,
      { httpGet: { httpHeaders: [{ name: 'Host', value: 'shop' }], path: '/', port: 443, scheme: 'HTTPS' }, timeoutSeconds: 3 }],
    ['httpGet with an empty list of headers', { ...http(80), headers: [] } as Check, { httpGet: { path: '/', port: 80 } }],
    ['tcpSocket', { kind: 'tcpSocket', port: 1, trySeconds: 2 }, { tcpSocket: { port: 1 }, timeoutSeconds: 2 }],
    ['grpc', grpc(9000), { grpc: { port: 9000 } }],
    ['grpc of a service', { kind: 'grpc', port: 9000, service: 'shop' }, { grpc: { port: 9000, service: 'shop' } }],
    ['command: each $ is doubled, as the kubelet expands a probe', command('/check', '$(HOME)', '$$'),
      { exec: { command: ['/check', '$$(HOME)', '$$$$'] }, timeoutSeconds: 5 }],
  ])('has the fields of %s', (_what, check, expected) => {
    const { startupProbe } = container(withProxy(check), 'proxy');
    expect(startupProbe).toEqual({ ...FOR_EVER, ...expected });
    expect(Object.keys(startupProbe!)).toEqual(Object.keys(startupProbe!).sort());
  });

  test('needs no agent, hook or mount, and replaces an automatic startup probe', () => {
    expect(withProxy(http(80)).spec).toEqual({
      containers: [box('app')],
      initContainers: [box('proxy', { restartPolicy: 'Always', startupProbe: { ...FOR_EVER, httpGet: { path: '/', port: 80 } } })],
    });
    expect(container(withProxy(http(80), { ports: [{ containerPort: 7 }], startupProbe: { failureThreshold: 3, tcpSocket: { port: 7 } } }), 'proxy').startupProbe)
      .toEqual({ ...FOR_EVER, httpGet: { path: '/', port: 80 } });
  });

  test("does not change the user's other probes and hooks", () => {
    const own = { lifecycle: { postStart: { httpGet: { port: 1 } } }, livenessProbe: { tcpSocket: { port: 1 } }, readinessProbe: { exec: { command: ['/r', '$(X)'] } } };
    expect(container(withProxy(http(80), own), 'proxy')).toMatchObject(own);
  });

  test('repeats the command of a readiness probe with the same expansion', () => {
    const handler = { exec: { command: ['/check', '$(HOME)', '$$', '$(PORT)'] } };
    const proxy = box('proxy', { env: [{ name: 'PORT', value: '1' }], readinessProbe: { ...handler, periodSeconds: 20, timeoutSeconds: 4 } });
    const { spec } = ordered({ containers: [box('app'), proxy] }, declared({ proxy: { role: ContainerRole.SIDECAR }, ...NEEDS_PROXY }), WITHOUT_GUARDS);
    expect(spec.initContainers).toEqual([
      { ...proxy, restartPolicy: 'Always', startupProbe: { ...FOR_EVER, exec: { command: ['/check', '$$(HOME)', '$$', '1'] }, timeoutSeconds: 4 } },
    ]);
  });
});

test("the probe that opens guards keeps the grace period of the user's startup probe, which runs inside it", () => {
  const declaration = declared({ dep: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('dep', { mechanism: GUARDED_HOOK })] } });
  const probed = (dep: Partial<ContainerJson>) => container(ordered({ containers: [box('app'), box('dep', dep)] }, declaration, NEW), 'dep');
  const readinessProbe = { tcpSocket: { port: 1 } };
  const given = { exec: { command: ['/up'] }, terminationGracePeriodSeconds: 5 };
  expect(probed({ readinessProbe, startupProbe: given }).startupProbe!.terminationGracePeriodSeconds).toBe(5);
  expect(probed({ readinessProbe }).startupProbe).not.toHaveProperty('terminationGracePeriodSeconds');
});

describe('an init container that waits', () => {
  const waiting = (...dependsOn: DependencyDeclaration[]) => ordered({ containers: [box('app', { imagePullPolicy: 'Always' })] }, declared({ app: { dependsOn } })).spec.initContainers!;

  test.each<[string, DependencyDeclaration, string[]]>([
    ['of the dependent', outside('api', { timeoutSeconds: 9 }), ['wait-for-api', 'example/app', 'Always']],
    ['that the check needs', outside('db', { check: command('pg_isready'), image: 'postgres:17' }), ['wait-for-db', 'postgres:17', 'IfNotPresent']],
  ])('runs the agent in the image %s', (_what, dependency, words) => {
    expect(waiting(dependency).map(c => [c.name, c.image, c.imagePullPolicy, c.volumeMounts])).toEqual([[...words, [AGENT_MOUNT]]]);
  });

  test('has the security context of every injected container', () => {
    const { command: _command, image: _image, imagePullPolicy: _policy, name: _name, volumeMounts: _mounts, ...wait } = container(ordered({ containers: [box('app')] }, OUTSIDE), 'wait-for-api');
    const { command: _c, image: _i, imagePullPolicy: _p, name: _n, volumeMounts: _m, ...copies } = withAgent({});
    expect(wait).toEqual(copies);
  });

  test.each<[string, DependencyDeclaration[], string[]]>([
    ['one with a limit', [outside('api', { timeoutSeconds: 9 })], ['--for=api', '--timeout=9s', '--tcp=api.example:443']],
    ['one without a limit', [outside('api')], ['--for=api', '--tcp=api.example:443']],
    ['one after which the pod goes on', [outside('api', { timeoutSeconds: 9, onTimeout: CONTINUE })],
      ['--for=api', '--continue-after=9s', '--tcp=api.example:443']],
    ['several, each with its limit', [outside('db'), outside('api', { timeoutSeconds: 9 })], ['--for=api', '--timeout=9s', '--tcp=api.example:443', '--for=db', '--tcp=db.example:443']],
    ['a name', [outside('api', { check: { kind: 'dns', host: 'api.example', trySeconds: 3 } as never })], ['--for=api', '--dns=api.example', '--try-timeout=3s']],
    ['with a $ of its own, which the kubelet would expand in a command', [outside('$(HOME)', { check: command('/c', '$(HOME)', '$$') })], ['--for=$$(HOME)', '--command=3', '/c', '$$(HOME)', '$$$$']],
  ])('waits for %s', (_, dependsOn, words) => { expect(waiting(...dependsOn).map(c => c.command)).toEqual([['/startup-order/wait', ...words]]); });
});

describe('an init container that waits for native sidecars', () => {
  const config = box('config', { volumeMounts: [{ mountPath: '/v', name: 'v' }, { mountPath: '/other', name: 'w', readOnly: true }] });
  const proxy = box('proxy', { volumeMounts: [{ mountPath: '/run/p', mountPropagation: 'HostToContainer', name: 'run', recursiveReadOnly: 'Disabled' } as never] });
  const checks = { config: file('/v/$x'), proxy: { kind: 'unixSocket', path: '/run/p/s' } } as const;
  const sidecars = { config: { role: SIDECAR, readyWhen: checks.config }, proxy: { role: SIDECAR, readyWhen: checks.proxy } };
  const two = (dependsOn: readonly DependencyDeclaration[]) =>
    ordered({ containers: [box('app'), config, proxy] }, declared({ ...sidecars, app: { dependsOn } }), WITHOUT_GUARDS);

  test('comes after them, mounts their volumes at the same paths, read-only, and only the sidecars move', () => {
    const { spec } = two([on('config'), on('proxy')]);
    expect(spec.initContainers!.map(c => `${c.name} ${c.restartPolicy}`)).toEqual(['config Always', 'proxy Always', 'wait-for-config-and-proxy undefined']);
    const [,, wait] = spec.initContainers!;
    expect(wait.volumeMounts).toEqual([{ mountPath: '/v', name: 'v', readOnly: true }, { mountPath: '/run/p', name: 'run', readOnly: true }, AGENT_MOUNT]);
    expect(wait.command).toEqual(['/startup-order/wait', '--for=config', '--file=/v/$$x', '--for=proxy', '--unix-socket=/run/p/s']);
    expect([wait.image, spec.volumes!.map(v => v.name)]).toEqual(['example/app', ['startup-order-agent']]);
    expect(containerOf(spec, 'config')).toEqual({ ...config, restartPolicy: 'Always' });
  });

  test.each<[string, DependencyDeclaration[], string[]]>([
    ['one for both', [on('config', { timeoutSeconds: 5 }), on('proxy', { timeoutSeconds: 5 })], ['--for=config', '--timeout=5s', '--for=proxy', '--timeout=5s']],
    ['two', [on('config', { timeoutSeconds: 9 }), on('proxy', { timeoutSeconds: 5, onTimeout: CONTINUE })],
      ['--for=proxy', '--continue-after=5s', '--for=config', '--timeout=9s']],
    ['two of the same time: the one that goes on comes first',
      [on('config', { timeoutSeconds: 5 }), on('proxy', { timeoutSeconds: 5, onTimeout: CONTINUE })],
      ['--for=proxy', '--continue-after=5s', '--for=config', '--timeout=5s']],
    ['one, and then none', [on('config'), on('proxy', { timeoutSeconds: 5 })], ['--for=proxy', '--timeout=5s', '--for=config']],
  ])('has the limit of each sidecar: %s', (_what, app, expected) => {
    expect(container(two(app), 'wait-for-config-and-proxy').command!.filter(w => /^--(timeout=|continue-after=|for=)/.test(w))).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    ['/', '1.33', ['/']], ['/startup-order', '1.33', ['/startup-order']], ['/startup-order/x', '1.33', ['/startup-order/x']], ['/startup-orders', '1.33', []],
    ['/startup-order-state', '1.33', []], ['/startup-order-state', '1.35', ['/startup-order-state']], ['/bin', '1.35', []],
  ])('cannot mount a volume that a sidecar has at %s (Kubernetes %s): %j', (mountPath, kubernetesVersion, hides) => {
    const dependsOn = [on('config', { mechanism: SIDECAR_WAIT_INIT }), on('db')];
    expect(objections({ containers: [box('db'), box('app'), box('config', { volumeMounts: [{ mountPath, name: 'v' }] })] }, declared({
      config: { role: SIDECAR, readyWhen: file(`${mountPath}/ready`.replace('//', '/')) }, db: { ...REGULAR, readyWhen: tcp(1) }, app: { dependsOn },
    }), { kubernetesVersion })).toEqual(hides.map(path => `SO503: container 'config' has a volume mount at ${path}, which this library needs for the wait agent or its files; choose another mount path`));
  });
});

test('a hook with only a delay is the sleep action of the kubelet, and keeps the preStop hook of the user', () => {
  const preStop = { sleep: { seconds: 3 } };
  const { spec } = ordered({ containers: [box('app'), box('db', { lifecycle: { preStop } })] }, needsDb(delay(5)), { kubernetesVersion: '1.30' });
  expect(spec).toEqual({ containers: [box('db', { lifecycle: { postStart: { sleep: { seconds: 5 } }, preStop } }), box('app')] });
});

describe('the installer', () => {
  test('comes first, and mounts the volume of the agent for writing', () => {
    const spec = { initContainers: [box('migrate')], containers: [box('app'), box('db')] };
    const template = ordered(spec, APP_NEEDS_DB, { architecture: undefined });
    const binaries = { mountPath: '/startup-order-binaries', name: 'startup-order-binaries', readOnly: true };
    expect(list(template.spec.initContainers)).toEqual(['install-wait-agent', 'migrate']);
    expect(container(template, 'install-wait-agent').volumeMounts).toEqual([{ mountPath: '/startup-order', name: 'startup-order-agent' }, binaries]);
  });

  test('is admissible at the Pod Security level restricted', () => {
    const { command: words, volumeMounts: _mounts, ...rest } = withAgent({});
    expect(words).toEqual(['sh', '-c', 'cp -f /startup-order-binaries/`uname -m` /startup-order/wait']);
    const restricted = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } };
    expect(rest).toEqual({
      image: 'busybox:1.37.0',
      imagePullPolicy: 'IfNotPresent',
      name: 'install-wait-agent',
      resources: { limits: { memory: '32Mi' }, requests: { cpu: '10m', memory: '16Mi' } },
      securityContext: { ...restricted, readOnlyRootFilesystem: true, runAsNonRoot: true, runAsUser: 65534 },
      terminationMessagePolicy: 'FallbackToLogsOnError',
    });
  });

  test.each<[string, AgentOptions, any, number | undefined]>([
    ["inherits the pod's user", {}, { runAsUser: 1000 }, undefined],
    ['has its own user in a pod without one', {}, { fsGroup: 1000 }, 65534],
    ['has no user where the user asks for that', { omitRunAsUser: true }, undefined, undefined],
    ['has no user of its own then, also in a pod with one', { omitRunAsUser: true }, { runAsUser: 1000 }, undefined],
    ['has its own user in a pod with runAsUser: null', {}, { runAsUser: null }, 65534],
    ...[{ runAsUser: 0 }, { runAsUser: 0, runAsGroup: 0, runAsNonRoot: false, fsGroup: 0 }, { runAsUser: '0' }]
      .flatMap(root => [{}, { omitRunAsUser: true }].map((agent): [string, AgentOptions, any, number] => ['has its own user in a pod of root', agent, root, 65534])),
  ])('%s: %j %j', (_what, agent, securityContext, runAsUser) => {
    const found: { runAsUser?: number } = withAgent(agent, { ...PAIR, securityContext }).securityContext!;
    expect(found.runAsUser).toBe(runAsUser);
    expect(found).toMatchObject(runAsUser ? { runAsNonRoot: true } : {});
  });

  test('uses the registry or the image of the user', () => {
    expect(withAgent({ registry: 'r.example/mirror' }).image).toBe('r.example/mirror/busybox:1.37.0');
    expect(withAgent({ image: 'own:1' }).image).toBe('own:1');
  });

  const request = (mebibytes: number) => ({ request: Size.mebibytes(mebibytes) });
  const limit = (mebibytes: number) => ({ limit: Size.mebibytes(mebibytes) });
  const both = { ...request(3), ...limit(4) };

  test.each<[string, ContainerResources, object]>([
    ['all that the user specifies', { cpu: { request: Cpu.millis(1), limit: Cpu.units(2) }, memory: both, ephemeralStorage: both },
      { limits: { 'cpu': '2', 'ephemeral-storage': '4Mi', 'memory': '4Mi' }, requests: { 'cpu': '1m', 'ephemeral-storage': '3Mi', 'memory': '3Mi' } }],
    ['a limit above the default request', { memory: limit(64) }, { limits: { memory: '64Mi' }, requests: { cpu: '10m', memory: '16Mi' } }],
    ['a request above the default limit', { memory: request(64) }, { limits: { memory: '64Mi' }, requests: { cpu: '10m', memory: '64Mi' } }],
    ['a request below it', { memory: request(24) }, { limits: { memory: '32Mi' }, requests: { cpu: '10m', memory: '24Mi' } }],
    ['a limit below the default request', { memory: limit(8) }, { limits: { memory: '8Mi' }, requests: { cpu: '10m', memory: '8Mi' } }],
    ['a CPU limit below it', { cpu: { limit: Cpu.millis(5) } }, { limits: { cpu: '5m', memory: '32Mi' }, requests: { cpu: '5m', memory: '16Mi' } }],
    ['a CPU limit above it', { cpu: { limit: Cpu.units(1) } }, { limits: { cpu: '1', memory: '32Mi' }, requests: { cpu: '10m', memory: '16Mi' } }],
  ])('has the resources that the user specifies, and never requests more than its limit: %s', (_what, resources, expected) => {
    expect(withAgent({ resources }).resources).toEqual(expected);
  });

  test('has no resources where the user specifies none, or in a pod with resources, which it may exceed', () => {
    expect(withAgent({ resources: {} })).not.toHaveProperty('resources');
    const spec = { resources: { requests: { cpu: '5m', memory: '8Mi' } }, containers: [box('app'), box('db')] };
    expect(withAgent({}, spec)).not.toHaveProperty('resources');
    expect([{}, null].map(none => 'resources' in withAgent({}, { ...spec, resources: none as never }))).toEqual([true, true]);
    const stated = withAgent({ resources: { cpu: { request: Cpu.millis(1) } } }, spec).resources!;
    expect(stated.requests).toEqual({ cpu: '1m', memory: '16Mi' });
  });
});

describe('the QoS class Guaranteed', () => {
  const guaranteed = { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } };

  test.each<[string, ContainerJson['resources'], boolean]>([
    ['kept', guaranteed, true],
    ['kept without requests', { limits: guaranteed.limits }, true],
    ['kept where requests and limits are equal in thousandths', { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1000m', memory: '1024Mi' } }, true],
    ['kept as numbers and with fractions', { limits: { cpu: 0.3, memory: 1610612736 }, requests: { cpu: '300m', memory: '1.5Gi' } }, true],
    ['kept with an exponent', { limits: { cpu: '0.1', memory: '1e9' }, requests: { cpu: '100000u', memory: '1G' } }, true],
    ['not assumed if a container has no limits', undefined, false],
    ['not assumed if a container has no limit for its CPU', { limits: { memory: '1Gi' }, requests: { memory: '1Gi' } }, false],
    ['not assumed if a limit is 0', { limits: { cpu: '0', memory: '1Gi' } }, false],
    ['not assumed if a unit makes the difference', { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1G' } }, false],
    ['not assumed if a container requests less than its limit', { limits: guaranteed.limits, requests: { cpu: '500m', memory: '1Gi' } }, false],
  ])('is %s', (_what, resources, isKept) => {
    const kept = { cpu: '100m', memory: '32Mi' };
    expect(withAgent({}, { containers: [box('app', { resources: guaranteed }), box('db', { resources })] }).resources)
      .toEqual(isKept ? { limits: kept, requests: kept } : { limits: { memory: '32Mi' }, requests: { cpu: '10m', memory: '16Mi' } });
  });

  test.each<[string, ContainerResources, object]>([
    ['a memory limit', { memory: { limit: Size.mebibytes(64) } }, { cpu: '100m', memory: '64Mi' }],
    ['a CPU limit', { cpu: { limit: Cpu.millis(50) } }, { cpu: '50m', memory: '32Mi' }],
    ['a CPU request', { cpu: { request: Cpu.millis(200) } }, { cpu: '200m', memory: '32Mi' }],
  ])('is kept where the user specifies %s', (_what, resources, both) => {
    const containers = ['app', 'db'].map(name => box(name, { resources: guaranteed }));
    expect(withAgent({ resources }, { containers }).resources).toEqual({ limits: both, requests: both });
  });

  test('depends on the init containers, too', () => {
    const spec = { initContainers: [box('migrate')], containers: [box('app', { resources: guaranteed }), box('db', { resources: guaranteed })] };
    expect(withAgent({}, spec).resources!.limits).toEqual({ memory: '32Mi' });
  });
});

describe('a name or path of the manifest', () => {
  const [app, db] = PAIR.containers!;
  const isTaken = (name: string) => `SO502: the pod has a ${name}, a name that this library needs; rename it`;

  test('must differ from injected names', () => {
    const taken = { containers: [app, db], initContainers: [box('install-wait-agent')], volumes: [{ name: 'startup-order-agent' }, { name: 'startup-order-binaries' }] };
    expect(objections(taken, APP_NEEDS_DB, { architecture: undefined }))
      .toEqual(["container called 'install-wait-agent'", "volume called 'startup-order-agent'", "volume called 'startup-order-binaries'"].map(isTaken));
    expect(objections(taken, APP_NEEDS_DB)).toEqual([isTaken("volume called 'startup-order-agent'")]);
  });

  test.each([
    ...['/startup-order', '/startup-order/', '/startup-order/x', '/', 'startup-order'].map(path => [path, '1.33']),
    ...['/startup-order-state', '/startup-order', '/', '/etc/hostname'].map(path => [path, '1.35']),
  ])('must not be a mount at %s, on Kubernetes %s', (mountPath, kubernetesVersion) => {
    expect(objections({ containers: [app, { ...db, volumeMounts: [{ mountPath, name: 'mine' }] }] }, APP_NEEDS_DB, { kubernetesVersion })).toEqual([
      `SO503: container 'db' has a volume mount at ${mountPath}, which this library needs for the wait agent or its files; choose another mount path`,
    ]);
  });

  test('must differ from the name of a wait, and from the variable and the volume of a guard', () => {
    expect(objections({ containers: [app], initContainers: [box('wait-for-api')] }, OUTSIDE)).toEqual([isTaken("container called 'wait-for-api'")]);
    const given = { containers: [{ ...app, env: [{ name: 'STARTUP_ORDER_DB_READY', value: 'true' }] }, db], volumes: [{ name: 'startup-order-state' }] };
    expect(objections(given, APP_NEEDS_DB, NEW)).toEqual([
      isTaken("volume called 'startup-order-state'"),
      "SO505: container 'app' has an environment variable called 'STARTUP_ORDER_DB_READY', which this library needs to delay the container until its dependency is ready; rename it",
    ]);
    expect(objections(given, APP_NEEDS_DB)).toEqual([]);
  });

  test('can be the same in a container without the agent, or if nothing is injected', () => {
    const [here, beside, hostname] = ['/startup-order', '/startup-order-mine', '/etc/hostname'].map(mountPath => [{ mountPath, name: 'mine' }]);
    expect(objections({ containers: [{ ...app, volumeMounts: here }, { ...db, volumeMounts: [...beside, ...hostname] }] }, APP_NEEDS_DB)).toEqual([]);
    expect(objections({ containers: [box('app'), box('install-wait-agent')], volumes: [{ name: 'startup-order-agent' }] }, declared({}))).toEqual([]);
  });
});

describe('the default container of kubectl', () => {
  const DEFAULT = 'kubectl.kubernetes.io/default-container';
  const NAMESAKE = declared({ db: { ...REGULAR, readyWhen: tcp(1) }, app: { dependsOn: [on('db'), outside('app')] } });

  test.each<[string, PodTemplateJson['metadata'], PodDeclaration, PodTemplateJson['metadata']]>([
    ['is the first container of the manifest', undefined, APP_NEEDS_DB, { annotations: { [DEFAULT]: 'app' } }],
    ['is the container that the user names', { annotations: { [DEFAULT]: 'db' } }, APP_NEEDS_DB, { annotations: { [DEFAULT]: 'db' } }],
    ['is added to existing metadata', { annotations: { a: 'b' }, labels: { c: 'd' } }, APP_NEEDS_DB,
      { annotations: { a: 'b', [DEFAULT]: 'app' }, labels: { c: 'd' } }],
    ['may have the name of a target outside the pod', undefined, NAMESAKE, { annotations: { [DEFAULT]: 'app' } }],
  ])('%s', (_what, metadata, declaration, expected) => {
    expect(orderedTemplate({ metadata, spec: PAIR }, declaration).metadata).toEqual(expected);
  });
});

describe('a role moves a container', () => {
  const lists = ({ spec: { initContainers = [], containers = [] } }: PodTemplateJson) =>
    [initContainers, containers].map(l => l.map(c => `${c.name} ${c.restartPolicy ?? ''}`.trim()));
  const APP = box('app');
  const native = (name: string) => box(name, { restartPolicy: 'Always' });
  const both = (second: ContainerJson): PodSpecJson => ({ containers: [APP, second] });
  const given = (...initContainers: ContainerJson[]): PodSpecJson => ({ initContainers, containers: [APP] });
  const INTERLEAVED = given(box('migrate'), native('proxy'));
  const RULES = [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }];
  const RULED = given({ ...native('proxy'), restartPolicyRules: RULES });

  test.each<[string, PodSpecJson, PodDeclaration, StartupOrderOptions, string[][]]>([
    ['to initContainers, as a native sidecar', both(box('proxy')), declared({ proxy: { role: SIDECAR } }), NEW, [['proxy Always'], ['app']]],
    ['to initContainers, as an init container', both(box('migrate')), declared({ migrate: { role: INIT } }), {}, [['migrate'], ['app']]],
    ['without a restartPolicy that would make it a native sidecar', both(native('migrate')), declared({ migrate: { role: INIT } }), NEW, [['migrate'], ['app']]],
    ['with another restartPolicy', both(box('migrate', { restartPolicy: 'OnFailure' })), declared({ migrate: { role: INIT } }), NEW, [['migrate OnFailure'], ['app']]],
    ['back to containers', given(native('proxy')), declared({ proxy: REGULAR }), {}, [[], ['proxy', 'app']]],
    ['with rules, which need a restartPolicy', RULED, declared({ proxy: REGULAR }), NEW, [[], ['proxy Always', 'app']]],
    ['in a Job, whose end it must not prevent', { ...RULED, restartPolicy: 'Never' }, declared({ proxy: REGULAR }), NEW, [[], ['proxy Never', 'app']]],
    ['from initContainers, where the nodes have no native sidecars', INTERLEAVED, declared({ app: {} }), { kubernetesVersion: '1.28' }, [['migrate'], ['proxy', 'app']]],
    ['but not on newer nodes', INTERLEAVED, declared({ app: {} }), NEW, [['migrate', 'proxy Always'], ['app']]],
    ['nor without a declaration', INTERLEAVED, declared({}), {}, [['migrate', 'proxy Always'], ['app']]],
  ])('%s', (_what, spec, declaration, options, expected) => { expect(lists(ordered(spec, declaration, options))).toEqual(expected); });

  const resizePolicy = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }];
  test.each<[string, PodSpecJson, string[]]>([
    ['rules, which an init container cannot have', both({ ...native('migrate'), restartPolicyRules: RULES }), ['restartPolicyRules, which Kubernetes forbids for an init container']],
    ['a resizePolicy, which an init container cannot have', both(box('migrate', { resizePolicy })), ['a resizePolicy with RestartContainer, which']],
  ])('not to initContainers with %s', (_what, spec, fields) => {
    const texts = fields.map(field => expect.stringContaining(`SO504: container 'migrate' has the role INIT and ${field}`));
    expect(objections(spec, declared({ migrate: { role: INIT } }))).toEqual(texts);
  });

  test('an init container of the user keeps its resizePolicy', () => {
    expect(objections(given(box('migrate', { resizePolicy })), declared({ migrate: { role: INIT } }))).toEqual([]);
  });

  test.each<[string, ContainerJson, StartupOrderOptions, string[]]>([
    ['with rules of its own, before 1.36', { name: 'proxy', restartPolicy: 'Always', restartPolicyRules: RULES }, {}, ['restartPolicyRules (allowed from Kubernetes 1.36 on)']],
    ['with rules of its own, on nodes without them', { name: 'proxy', restartPolicy: 'Always', restartPolicyRules: RULES },
      { kubernetesVersion: '1.36', capabilities: { restartAllContainers: false } }, ['restartPolicyRules (allowed on nodes with `restartAllContainers: true`)']],
    ['with rules of its own', { name: 'proxy', restartPolicy: 'Always', restartPolicyRules: RULES }, { kubernetesVersion: '1.36' }, []],
    ['with a restartPolicy of its own, which it would lose', { name: 'proxy', restartPolicy: 'Never' }, NEW, ['restartPolicy Never']],
    ['with a restartPolicy of its own, which it keeps on old nodes', { name: 'proxy', restartPolicy: 'Never' }, { kubernetesVersion: '1.28' }, []],
    ['with the restartPolicy of a sidecar', { name: 'proxy', restartPolicy: 'Always' }, NEW, []],
  ])('to a native sidecar %s', (_what, proxy, options, fields) => {
    const text = (field: string) => `SO504: container 'proxy' has the role SIDECAR and ${field}, which Kubernetes forbids for a native sidecar; `
      + 'remove it, or give the container the role APP';
    expect(objections(both(proxy), declared({ proxy: { role: SIDECAR } }), options)).toEqual(fields.map(text));
  });

  test('and keeps a native sidecar with rules, which the API server judges', () => {
    expect(objections(RULED, declared({ app: { dependsOn: [on('proxy', { condition: RUNNING })] } }))).toEqual([]);
  });
});

test('a pod without declarations does not change', () => {
  const template = {
    metadata: { labels: { a: 'b' } },
    spec: { containers: [box('b'), box('a')], dnsPolicy: 'None', initContainers: [box('z'), box('y', { restartPolicy: 'Always' })], volumes: [{ name: 'v' }] },
  };
  expect(orderedTemplate(template, declared({}))).toEqual(template);
});

const withData = (name: string) => box(name, { volumeMounts: [{ mountPath: '/data', name: 'data' }] });
const [RUNS, HOOKED] = [box('app', { command: ['/app'], args: ['$(X)'] }), box('proxy', { lifecycle: { postStart: { exec: { command: ['/own'] } } } })];
/** A pod in which all that can be injected is injected, and whose app containers depend on its sidecars. */
const EVERYTHING: PodSpecJson = {
  volumes: [{ emptyDir: {}, name: 'data' }],
  initContainers: [withData('migrate')],
  containers: [RUNS, HOOKED, withData('db'), box('web'), withData('config')],
};
const ALL_DECLARED = declared({
  proxy: { role: ContainerRole.SIDECAR, readyWhen: http(1) },
  config: { role: ContainerRole.SIDECAR, readyWhen: file('/data/config') },
  db: { ...REGULAR, readyWhen: allOf(file('/data/up'), tcp(5432)) },
  web: { dependsOn: [on('db')], ...REGULAR, readyWhen: command('/check') },
  app: { dependsOn: [on('proxy'), on('config'), on('db'), on('web'), outside('api'), outside('queue', { check: command('/q'), image: 'q:1' })] },
}, true);

test('the given manifest is not changed, and the result contains no object twice: an anchor in YAML', () => {
  const before = JSON.stringify([EVERYTHING, ALL_DECLARED]);
  const template = ordered(EVERYTHING, ALL_DECLARED, NEW);
  expect(JSON.stringify([EVERYTHING, ALL_DECLARED])).toBe(before);
  expect(stringify(template)).toBe(stringify(JSON.parse(JSON.stringify(template))));
  expect(stringify(template)).not.toMatch(/[&*]a\d/);
});

test('added objects are sorted by key, as cdk8s prints them', () => {
  const template = ordered(EVERYTHING, ALL_DECLARED, NEW);
  const unsorted: string[] = [];
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) { return; }
    const keys = Object.keys(value);
    if (!Array.isArray(value) && keys.join() !== [...keys].sort().join()) { unsorted.push(path); }
    Object.entries(value).forEach(([key, inner]) => visit(inner, `${path}/${key}`));
  };
  const given = new Set(EVERYTHING.containers!.map(c => c.name));
  visit({ ...template.spec, containers: template.spec.containers!.filter(c => !given.has(c.name)) }, '');
  expect(unsorted).toEqual([]);
});
