import { stringify } from 'yaml';
import { SCRIPT } from '../../src/agent/script';
import { ContainerRole } from '../../src/model/container-role';
import { Mechanism } from '../../src/model/mechanism';
import { OnTimeout } from '../../src/model/on-timeout';
import { Check } from '../../src/model/private/check';
import { DependencyDeclaration } from '../../src/model/private/declaration';
import { ContainerJson, PodSpecJson, PodTemplateJson } from '../../src/model/private/pod-spec';
import { StartCondition } from '../../src/model/start-condition';
import { AgentOptions, AgentShell, StartupOrderOptions } from '../../src/model/startup-order-options';
import { allOf, blocking, box, command, declared, file, grpc, http, objections, on, ordered, orderedTemplate, outside, tcp } from '../dsl';

const NEW = { kubernetesVersion: '1.35' };
const WITHOUT_GUARDS = { kubernetesVersion: '1.33' };

/** 'app' needs 'db'; both are what the argument adds to them. */
const PAIR: PodSpecJson = { containers: [box('app'), box('db')] };
const APP_NEEDS_DB = declared({ db: { readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });
const OUTSIDE = declared({ app: { dependsOn: [outside('api', { timeoutSeconds: 9 })] } });

const list = (containers: readonly ContainerJson[] | undefined) => (containers ?? []).map(c => c.name);
const container = ({ spec }: PodTemplateJson, name: string) => [...spec.initContainers ?? [], ...spec.containers ?? []].find(c => c.name === name)!;
const hookOf = (template: PodTemplateJson, name: string) => container(template, name).lifecycle!.postStart!.exec!.command!;
const withAgent = (agent: AgentOptions, spec = PAIR) => container(ordered(spec, APP_NEEDS_DB, { agent }), 'install-wait-agent');

describe('a hook that waits', () => {
  const template = ordered(PAIR, APP_NEEDS_DB);

  test('brings the agent: one init container, one volume, one mount', () => {
    expect(list(template.spec.initContainers)).toEqual(['install-wait-agent']);
    expect(template.spec.volumes).toEqual([{ emptyDir: { medium: 'Memory', sizeLimit: '4Mi' }, name: 'startup-order-agent' }]);
    expect(template.spec.containers!.map(c => [c.name, c.volumeMounts])).toEqual([
      ['db', [{ mountPath: '/startup-order/agent', name: 'startup-order-agent', readOnly: true }]],
      ['app', undefined],
    ]);
  });

  test('calls the agent with arguments only', () => {
    expect(hookOf(template, 'db')).toEqual([
      '/startup-order/agent/wait-agent', '--timeout=60', '--on-timeout=continue', '--for=db', '--words=3', 'tcp', '127.0.0.1', '5432',
    ]);
  });

  test('leaves the dependent as it was', () => {
    expect(container(template, 'app')).toEqual(box('app'));
  });

  test('leaves everything else of the container as it was', () => {
    const db = box('db', {
      env: [{ name: 'A', value: 'b' }], lifecycle: { preStop: { exec: { command: ['/stop'] } } }, volumeMounts: [{ mountPath: '/data', name: 'data' }],
    });
    const { lifecycle, volumeMounts, ...rest } = container(ordered({ containers: [box('app'), db] }, APP_NEEDS_DB), 'db');
    expect(rest).toEqual({ env: [{ name: 'A', value: 'b' }], image: 'example/db', name: 'db' });
    expect(lifecycle!.preStop).toEqual({ exec: { command: ['/stop'] } });
    expect(volumeMounts!.map(m => m.mountPath)).toEqual(['/data', '/startup-order/agent']);
  });

  test("runs the user's own hook first, unchanged", () => {
    const db = box('db', { lifecycle: { postStart: { exec: { command: ['/register', '$(HOME)', '$$'] } } } });
    expect(hookOf(ordered({ containers: [box('app'), db] }, APP_NEEDS_DB), 'db').slice(1, 6))
      .toEqual(['--run-first=3', '/register', '$(HOME)', '$$', '--timeout=60']);
  });

  test('is the blocking command itself where that is all there is to do', () => {
    const { spec } = ordered(PAIR, declared({ db: { readyWhen: blocking('pilot-agent', 'wait', '$(X)') }, app: { dependsOn: [on('db')] } }));
    expect(spec).toEqual({
      containers: [
        box('db', { lifecycle: { postStart: { exec: { command: ['pilot-agent', 'wait', '$(X)'] } } } }), box('app'),
      ],
    });
  });

  test.each<[string, Parameters<typeof allOf>[0], string[]]>([
    ['httpGet', http(80), ['--words=3', 'http', 'http://127.0.0.1:80/', '200-399']],
    ['an address of IPv6', { ...http(80), host: '::1' } as never, ['--words=3', 'http', 'http://[::1]:80/', '200-399']],
    ['httpGet with statuses, headers and a try', { ...http(80), statuses: [200, 204], headers: [{ name: 'Host', value: 'shop' }], trySeconds: 3 } as never,
      ['--try=3', '--words=5', 'http', 'http://127.0.0.1:80/', '200,204', '--header', 'Host: shop']],
    ['https: the port first, as each try leaves two zombies', { ...http(443), scheme: 'https' } as never,
      ['--words=3', 'tcp', '127.0.0.1', '443', '--for=db', '--words=4', 'http', 'https://127.0.0.1:443/', '200-399', '--no-check-certificate']],
    ['command', { ...command('/c', '$(X)'), trySeconds: 9 } as never, ['--try=9', '--words=3', 'command', '/c', '$(X)']],
    ['fileExists', file('/f'), ['--words=2', 'file', '/f']],
    ['fileContains', { kind: 'fileContains', path: '/f', text: '-e' }, ['--words=3', 'contains', '/f', '-e']],
    ['unixSocket', { kind: 'unixSocket', path: '/s' }, ['--words=2', 'socket', '/s']],
    ['delay', { kind: 'delay', seconds: 0.5 }, ['--words=2', 'delay', '0.5']],
    ['blockingCommand beside another', allOf(blocking('/b'), tcp(1)), ['--words=2', 'blocking', '/b', '--for=db', '--words=3', 'tcp', '127.0.0.1', '1']],
  ])('says %s in the words of the agent', (_what, check, words) => {
    expect(hookOf(ordered(PAIR, declared({ db: { readyWhen: check }, app: { dependsOn: [on('db')] } })), 'db').slice(3)).toEqual(['--for=db', ...words]);
  });

  test('names each dependency that it proves', () => {
    const template3 = ordered({ containers: [box('app'), box('a'), box('b')] }, declared({
      a: { readyWhen: tcp(1) }, b: { readyWhen: tcp(2) }, app: { dependsOn: [on('a', { timeoutSeconds: 5 }), on('b', { timeoutSeconds: 7 })] },
    }));
    expect(hookOf(template3, 'b').slice(1)).toEqual([
      '--timeout=7', '--on-timeout=continue', '--for=a', '--words=3', 'tcp', '127.0.0.1', '1', '--for=b', '--words=3', 'tcp', '127.0.0.1', '2',
    ]);
    expect(container(template3, 'a').lifecycle).toBeUndefined();
  });
});

describe('a startup probe made of a ready check', () => {
  const NEEDS_PROXY = { app: { dependsOn: [on('proxy')] } };
  const withProxy = (readyWhen: Check, proxy: Partial<ContainerJson> = {}, automaticStartupProbe = false) => ordered(
    { containers: [box('app'), box('proxy', proxy)] },
    declared({ proxy: { role: ContainerRole.SIDECAR, readyWhen, automaticStartupProbe }, ...NEEDS_PROXY }), WITHOUT_GUARDS);
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
  ])('says %s', (_what, check, expected) => {
    const { startupProbe } = container(withProxy(check), 'proxy');
    expect(startupProbe).toEqual({ ...FOR_EVER, ...expected });
    expect(Object.keys(startupProbe!)).toEqual(Object.keys(startupProbe!).sort());
  });

  test('is all that the pod gets: no agent, no hook, no mount', () => {
    const template = withProxy(http(80));
    expect(template.spec).toEqual({
      containers: [box('app')],
      initContainers: [{ image: 'example/proxy', name: 'proxy', restartPolicy: 'Always', startupProbe: { ...FOR_EVER, httpGet: { path: '/', port: 80 } } }],
    });
  });

  test('takes the place of an automatic one', () => {
    expect(container(withProxy(http(80), { startupProbe: { failureThreshold: 3, tcpSocket: { port: 7 } } }, true), 'proxy').startupProbe)
      .toEqual({ ...FOR_EVER, httpGet: { path: '/', port: 80 } });
  });

  test("leaves the user's other probes and hooks as they were", () => {
    const own = { lifecycle: { postStart: { httpGet: { port: 1 } } }, livenessProbe: { tcpSocket: { port: 1 } }, readinessProbe: { exec: { command: ['/r', '$(X)'] } } };
    expect(container(withProxy(http(80), own), 'proxy')).toMatchObject(own);
  });

  test('repeats a readiness probe, so that the kubelet runs the same words', () => {
    const handler = { exec: { command: ['/check', '$(HOME)', '$$', '$(PORT)'] } };
    const proxy = box('proxy', { env: [{ name: 'PORT', value: '1' }], readinessProbe: { ...handler, periodSeconds: 20, timeoutSeconds: 4 } });
    const template = ordered({ containers: [box('app'), proxy] },
      declared({ proxy: { role: ContainerRole.SIDECAR }, ...NEEDS_PROXY }), WITHOUT_GUARDS);
    expect(container(template, 'proxy').startupProbe).toEqual({ ...FOR_EVER, exec: { command: ['/check', '$$(HOME)', '$$', '1'] }, timeoutSeconds: 4 });
    expect(container(template, 'proxy').readinessProbe).toEqual({ ...handler, periodSeconds: 20, timeoutSeconds: 4 });
  });

  test('is bounded by the timeout: one try each second', () => {
    const template = ordered({ containers: [box('app'), box('proxy')] }, declared({
      proxy: { role: ContainerRole.SIDECAR, readyWhen: tcp(1) }, app: { dependsOn: [on('proxy', { timeoutSeconds: 90 })] },
    }), WITHOUT_GUARDS);
    expect(container(template, 'proxy').startupProbe).toEqual({ failureThreshold: 90, periodSeconds: 1, tcpSocket: { port: 1 } });
  });
});

describe('the probe that opens guards', () => {
  const probed = (dep: Partial<ContainerJson>, role: ContainerRole, options = {}) => container(ordered({ containers: [box('app'), box('dep', dep)] }, declared({
    dep: { role, readyWhen: tcp(5432) }, app: { dependsOn: [on('dep', { mechanism: Mechanism.GUARDED_HOOK, ...options })] },
  }), NEW), 'dep');

  test.each([StartCondition.READY, StartCondition.RUNNING])('of a native sidecar does nothing more once it is %s', condition => {
    const { command: words } = probed({}, ContainerRole.SIDECAR, { condition }).readinessProbe!.exec!;
    expect([words![1], words!.at(-1)]).toEqual([`--hold=${condition}:/startup-order/state/dep`, `--mark=${condition}:/startup-order/state/dep`]);
  });

  test("keeps the grace period of the user's startup probe, which runs inside it", () => {
    const readinessProbe = { tcpSocket: { port: 1 } };
    const given = { exec: { command: ['/up'] }, terminationGracePeriodSeconds: 5 };
    expect(probed({ readinessProbe, startupProbe: given }, ContainerRole.APP).startupProbe!.terminationGracePeriodSeconds).toBe(5);
    expect(probed({ readinessProbe }, ContainerRole.APP).startupProbe).not.toHaveProperty('terminationGracePeriodSeconds');
  });
});

describe('an init container that waits', () => {
  test('alone holds the script itself, with every $ doubled, and needs no volume', () => {
    const { spec } = ordered({ containers: [box('app')] }, OUTSIDE);
    expect(list(spec.initContainers)).toEqual(['wait-for-api']);
    expect(spec.initContainers![0].command).toEqual([
      '/bin/busybox', 'sh', '-c', SCRIPT.split('$').join('$$'), '/bin/busybox',
      '--timeout=9', '--on-timeout=fail', '--for=api', '--words=3', 'tcp', 'api.example', '443',
    ]);
    expect(spec.volumes).toBeUndefined();
  });

  test('without a timeout has no limit', () => {
    const { spec } = ordered({ containers: [box('app')] }, declared({ app: { dependsOn: [outside('api')] } }));
    expect(spec.initContainers![0].command!.slice(5, 7)).toEqual(['--for=api', '--words=3']);
  });

  test('that goes on after its timeout says so', () => {
    const { spec } = ordered({ containers: [box('app')] }, declared({
      app: { dependsOn: [outside('api', { timeoutSeconds: 9, onTimeout: OnTimeout.CONTINUE })] },
    }));
    expect(spec.initContainers![0].command!.slice(5, 7)).toEqual(['--timeout=9', '--on-timeout=continue']);
  });

  test('beside a hook uses the installed agent', () => {
    const template = ordered(PAIR, declared({ db: { readyWhen: tcp(1) }, app: { dependsOn: [on('db'), outside('api')] } }));
    expect(list(template.spec.initContainers)).toEqual(['install-wait-agent', 'wait-for-api']);
    expect(container(template, 'wait-for-api').command).toEqual([
      '/startup-order/agent/wait-agent', '--for=api', '--words=3', 'tcp', 'api.example', '443',
    ]);
    expect(container(template, 'wait-for-api').volumeMounts).toEqual([{ mountPath: '/startup-order/agent', name: 'startup-order-agent', readOnly: true }]);
  });

  test('has the $ of its own words doubled, as the kubelet expands a command', () => {
    const { spec } = ordered({ containers: [box('app')] }, declared({
      app: { dependsOn: [outside('$(HOME)', { check: command('/c', '$(HOME)', '$$') })] },
    }));
    expect(spec.initContainers![0].command!.slice(5)).toEqual(['--for=$$(HOME)', '--words=4', 'command', '/c', '$$(HOME)', '$$$$']);
  });

  test('in an image of its own gets the agent installed', () => {
    const template = ordered({ containers: [box('app')] }, declared({ app: { dependsOn: [outside('db', { check: command('pg_isready'), image: 'postgres:17' })] } }));
    expect(list(template.spec.initContainers)).toEqual(['install-wait-agent', 'wait-for-db']);
    expect(container(template, 'wait-for-db').image).toBe('postgres:17');
  });
});

describe('an init container that waits for native sidecars', () => {
  const SIDECAR = ContainerRole.SIDECAR;
  const config = box('config', { volumeMounts: [{ mountPath: '/v', name: 'v' }, { mountPath: '/other', name: 'w', readOnly: true }] });
  const proxy = box('proxy', { volumeMounts: [{ mountPath: '/run/p', mountPropagation: 'HostToContainer', name: 'run', recursiveReadOnly: 'Disabled' } as never] });
  const two = (app: readonly DependencyDeclaration[]) => ordered({ containers: [box('app'), config, proxy] }, declared({
    config: { role: SIDECAR, readyWhen: file('/v/$x') },
    proxy: { role: SIDECAR, readyWhen: { kind: 'unixSocket', path: '/run/p/s' } },
    app: { dependsOn: app },
  }), WITHOUT_GUARDS);

  test('stands behind them, holds the script itself, and sees their volumes where they do, read-only', () => {
    const { spec } = two([on('config'), on('proxy')]);
    expect(spec.initContainers!.map(c => `${c.name} ${c.restartPolicy}`)).toEqual(['config Always', 'proxy Always', 'wait-for-config-and-proxy undefined']);
    const [,, wait] = spec.initContainers!;
    expect(wait.volumeMounts).toEqual([{ mountPath: '/v', name: 'v', readOnly: true }, { mountPath: '/run/p', name: 'run', readOnly: true }]);
    expect(wait.command!.slice(4)).toEqual(['/bin/busybox', '--for=config', '--words=2', 'file', '/v/$$x', '--for=proxy', '--words=2', 'socket', '/run/p/s']);
    expect([wait.image, spec.volumes]).toEqual(['busybox:1.37.0-musl', undefined]);
  });

  test('leaves them as they were, but for the place', () => {
    expect(container(two([on('config'), on('proxy')]), 'config')).toEqual({ ...config, restartPolicy: 'Always' });
  });

  test.each<[string, DependencyDeclaration[], string[]]>([
    ['one for both', [on('config', { timeoutSeconds: 5 }), on('proxy', { timeoutSeconds: 5 })], ['--timeout=5', '--on-timeout=fail', '--for=config', '--for=proxy']],
    ['two', [on('config', { timeoutSeconds: 9 }), on('proxy', { timeoutSeconds: 5, onTimeout: OnTimeout.CONTINUE })],
      ['--together', '--timeout=5', '--on-timeout=continue', '--for=proxy', '--timeout=9', '--on-timeout=fail', '--for=config']],
    ['one, and then none', [on('config'), on('proxy', { timeoutSeconds: 5 })], ['--together', '--timeout=5', '--on-timeout=fail', '--for=proxy', '--timeout=0', '--on-timeout=fail', '--for=config']],
  ])('has the limits of each: %s', (_what, app, expected) => {
    expect(container(two(app), 'wait-for-config-and-proxy').command!.filter(w => /^--(together$|timeout=|on-timeout=|for=)/.test(w))).toEqual(expected);
  });

  test('uses the installed agent, where there is one', () => {
    const template = two([on('config'), on('proxy'), outside('api')]);
    expect(list(template.spec.initContainers)).toEqual(['install-wait-agent', 'config', 'proxy', 'wait-for-config-and-proxy', 'wait-for-api']);
    const wait = container(template, 'wait-for-config-and-proxy');
    expect(wait.command![0]).toBe('/startup-order/agent/wait-agent');
    expect(wait.volumeMounts!.map(m => m.mountPath)).toEqual(['/v', '/run/p', '/startup-order/agent']);
  });

  test.each<[string, boolean, boolean]>([
    ['/bin', false, true], ['/', false, true], ['/bin/busybox', false, true], ['/binary', false, false], ['/startup-order', false, false],
    ['/bin', true, false], ['/startup-order', true, true], ['/startup-order/agent/x', true, true],
  ])('cannot see what a sidecar has at %s (agent installed: %s): %s', (mountPath, installed, hides) => {
    const dependsOn = [on('config'), ...(installed ? [outside('api')] : [])];
    expect(objections({ containers: [box('app'), box('config', { volumeMounts: [{ mountPath, name: 'v' }] })] }, declared({
      config: { role: SIDECAR, readyWhen: file(`${mountPath}/ready`.replace('//', '/')) }, app: { dependsOn },
    }), WITHOUT_GUARDS)).toEqual(hides ? [`SO503: container 'config' mounts something at ${mountPath}, where the wait agent or its files lie; mount yours elsewhere`] : []);
  });
});

describe('a hook that only waits for a time', () => {
  const delayed = (options: StartupOrderOptions) => ordered(PAIR, declared({ db: { readyWhen: { kind: 'delay', seconds: 5 } }, app: { dependsOn: [on('db')] } }), options);

  test('is the sleep of the kubelet, with nothing injected', () => {
    const { spec } = delayed({ kubernetesVersion: '1.30' });
    expect(spec).toEqual({ containers: [box('db', { lifecycle: { postStart: { sleep: { seconds: 5 } } } }), box('app')] });
  });

  test('is one of the agent where the nodes cannot do that', () => {
    for (const options of [{ kubernetesVersion: '1.29' }, { kubernetesVersion: '1.30', capabilities: { sleepAction: false } }]) {
      expect(hookOf(delayed(options), 'db').slice(-2)).toEqual(['delay', '5']);
    }
  });

  test('keeps the preStop hook that is there', () => {
    const preStop = { sleep: { seconds: 3 } };
    const { spec } = ordered({ containers: [box('app'), box('db', { lifecycle: { preStop } })] },
      declared({ db: { readyWhen: { kind: 'delay', seconds: 5 } }, app: { dependsOn: [on('db')] } }), { kubernetesVersion: '1.33' });
    expect(spec.containers![0].lifecycle).toEqual({ postStart: { sleep: { seconds: 5 } }, preStop });
  });
});

describe('the installer', () => {
  test('stands first, and may write where others may only read', () => {
    const spec = { initContainers: [box('migrate')], containers: [box('app'), box('db')] };
    const template = ordered(spec, APP_NEEDS_DB);
    expect(list(template.spec.initContainers)).toEqual(['install-wait-agent', 'migrate']);
    expect(container(template, 'install-wait-agent').volumeMounts).toEqual([{ mountPath: '/startup-order/agent', name: 'startup-order-agent' }]);
  });

  test('is admissible at the Pod Security level restricted', () => {
    const { command: words, volumeMounts: _mounts, ...rest } = withAgent({});
    expect(words!.filter(w => w.length < 100)).toEqual(['/bin/busybox', 'sh', '-c', '/bin/busybox', '/startup-order/agent']);
    expect(rest).toEqual({
      image: 'busybox:1.37.0-musl',
      imagePullPolicy: 'IfNotPresent',
      name: 'install-wait-agent',
      resources: { limits: { memory: '32Mi' }, requests: { cpu: '10m', memory: '16Mi' } },
      securityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
        runAsNonRoot: true,
        runAsUser: 65534,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      terminationMessagePolicy: 'FallbackToLogsOnError',
    });
  });

  test("inherits the pod's user", () => {
    const runAsUser = (agent: AgentOptions, securityContext?: PodSpecJson['securityContext']) =>
      (withAgent(agent, { ...PAIR, securityContext }).securityContext as { runAsUser?: number }).runAsUser;
    expect(runAsUser({}, { runAsUser: 1000 })).toBeUndefined();
    expect(runAsUser({}, { fsGroup: 1000 })).toBe(65534);
    expect(runAsUser({ runAsUser: 7 }, { runAsUser: 1000 })).toBe(7);
    expect(runAsUser({ omitRunAsUser: true })).toBeUndefined();
    expect(runAsUser({ omitRunAsUser: true }, { runAsUser: 1000 })).toBeUndefined();
  });

  test.each<[string, any]>([
    ['0', { runAsUser: 0 }],
    ['0 and runAsGroup: 0', { runAsUser: 0, runAsGroup: 0, runAsNonRoot: false, fsGroup: 0 }],
    ["'0', a text", { runAsUser: '0' }],
    ['null', { runAsUser: null }],
  ])('is a user of its own in a pod with runAsUser: %s', (_what, securityContext) => {
    for (const agent of [{}, ...(securityContext.runAsUser === null ? [] : [{ omitRunAsUser: true }])]) {
      expect(withAgent(agent, { ...PAIR, securityContext }).securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65534 });
    }
  });

  test('comes from a registry of the user, or is an image of the user', () => {
    expect(withAgent({ registry: 'r.example/mirror' }).image).toBe('r.example/mirror/busybox:1.37.0-musl');
    const own = withAgent({ image: 'own:1', path: '/opt/busybox' });
    expect([own.image, own.command![0], own.command![4]]).toEqual(['own:1', '/opt/busybox', '/opt/busybox']);
  });

  test('has the resources that are given', () => {
    expect(withAgent({ resources: { cpuRequest: '1m', cpuLimit: '2m', memoryRequest: '3Mi', memoryLimit: '4Mi' } }).resources)
      .toEqual({ limits: { cpu: '2m', memory: '4Mi' }, requests: { cpu: '1m', memory: '3Mi' } });
    expect(withAgent({ resources: { memoryLimit: '64Mi' } }).resources).toEqual({ limits: { memory: '64Mi' }, requests: { cpu: '10m', memory: '16Mi' } });
    expect(withAgent({ omitResources: true })).not.toHaveProperty('resources');
  });
});

describe('the QoS class Guaranteed', () => {
  const guaranteed = { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } };
  const injectedWith = (...resources: (ContainerJson['resources'])[]) =>
    withAgent({}, { containers: [box('app', { resources: resources[0] }), box('db', { resources: resources[1] })] }).resources;

  test('is kept', () => {
    const kept = { limits: { cpu: '100m', memory: '32Mi' }, requests: { cpu: '100m', memory: '32Mi' } };
    expect(injectedWith(guaranteed, guaranteed)).toEqual(kept);
    expect(injectedWith(guaranteed, { limits: guaranteed.limits })).toEqual(kept);
  });

  test.each<[string, ContainerJson['resources']]>([
    ['a container has no limits', undefined],
    ['a container has no limit for its CPU', { limits: { memory: '1Gi' }, requests: { memory: '1Gi' } }],
    ['a container requests less than its limit', { limits: guaranteed.limits, requests: { cpu: '500m', memory: '1Gi' } }],
  ])('is none to keep where %s', (_what, resources) => {
    expect(injectedWith(guaranteed, resources)).toEqual({ limits: { memory: '32Mi' }, requests: { cpu: '10m', memory: '16Mi' } });
  });

  test('depends on the init containers too', () => {
    const spec = { initContainers: [box('migrate')], containers: [box('app', { resources: guaranteed }), box('db', { resources: guaranteed })] };
    expect(withAgent({}, spec).resources!.limits).toEqual({ memory: '32Mi' });
  });
});

describe("the image's own shell", () => {
  const agent = { shell: AgentShell.IMAGE };

  test('has nothing installed: the script stands in the hook, as it is', () => {
    const template = ordered(PAIR, declared({ db: { readyWhen: file('/f') }, app: { dependsOn: [on('db')] } }), { agent });
    expect(template.spec).not.toHaveProperty('initContainers');
    expect(template.spec).not.toHaveProperty('volumes');
    expect(container(template, 'db')).not.toHaveProperty('volumeMounts');
    expect(hookOf(template, 'db')).toEqual([
      'sh', '-c', SCRIPT, 'wait-agent', '--timeout=60', '--on-timeout=continue', '--for=db', '--words=2', 'file', '/f',
    ]);
  });

  test('runs a command in an image of its own', () => {
    const { spec } = ordered({ containers: [box('app')] }, declared({
      app: { dependsOn: [outside('db', { check: command('pg_isready'), image: 'postgres:17' })] },
    }), { agent });
    expect(list(spec.initContainers)).toEqual(['wait-for-db']);
    expect(spec.initContainers![0].command!.slice(0, 3)).toEqual(['sh', '-c', SCRIPT.split('$').join('$$')]);
  });
});

describe('what is in the manifest already', () => {
  const [app, db] = PAIR.containers!;

  test('may not have the names that are injected', () => {
    expect(objections({ containers: [app, db], initContainers: [box('install-wait-agent')], volumes: [{ name: 'startup-order-agent' }] }, APP_NEEDS_DB)).toEqual([
      "SO502: the pod has a container called 'install-wait-agent', a name that this library needs; rename yours",
      "SO502: the pod has a volume called 'startup-order-agent', a name that this library needs; rename yours",
    ]);
  });

  test.each(['/startup-order/agent', '/startup-order/agent/', '/startup-order/agent/x', '/startup-order', '/'])('may not be mounted at %s', mountPath => {
    expect(objections({ containers: [app, { ...db, volumeMounts: [{ mountPath, name: 'mine' }] }] }, APP_NEEDS_DB)).toEqual([
      `SO503: container 'db' mounts something at ${mountPath}, where the wait agent or its files lie; mount yours elsewhere`,
    ]);
  });

  test('may not be mounted where marker files are, which is said once', () => {
    const mounted = (mountPath: string) => objections({ containers: [app, { ...db, volumeMounts: [{ mountPath, name: 'mine' }] }] }, APP_NEEDS_DB, NEW);
    for (const path of ['/startup-order/state', '/startup-order']) {
      expect(mounted(path)).toEqual([`SO503: container 'db' mounts something at ${path}, where the wait agent or its files lie; mount yours elsewhere`]);
    }
  });

  test('may not have the variable or the volume of a guard', () => {
    const given = { containers: [{ ...app, env: [{ name: 'STARTUP_ORDER_DB_READY', value: 'true' }] }, db], volumes: [{ name: 'startup-order-state' }] };
    expect(objections(given, APP_NEEDS_DB, NEW)).toEqual([
      "SO502: the pod has a volume called 'startup-order-state', a name that this library needs; rename yours",
      "SO505: container 'app' has an environment variable called 'STARTUP_ORDER_DB_READY', which holds it back here until its dependency is ready; rename yours",
    ]);
    expect(objections(given, APP_NEEDS_DB)).toEqual([]);
  });

  test('may be mounted there in a container that has no agent, and beside it', () => {
    const elsewhere = (mountPath: string) => [{ mountPath, name: 'mine' }];
    expect(objections({
      containers: [
        { ...app, volumeMounts: elsewhere('/startup-order/agent') }, { ...db, volumeMounts: elsewhere('/startup-order/agent2') },
      ],
    }, APP_NEEDS_DB)).toEqual([]);
  });

  test('may have those names where nothing is injected', () => {
    expect(objections({ containers: [box('app'), box('install-wait-agent')], volumes: [{ name: 'startup-order-agent' }] }, declared({}))).toEqual([]);
  });
});

describe('the container that kubectl takes', () => {
  const annotations = (template: PodTemplateJson) => template.metadata?.annotations;
  const DEFAULT = 'kubectl.kubernetes.io/default-container';

  test('is the first that nobody depends on', () => {
    expect(annotations(ordered(PAIR, APP_NEEDS_DB))).toEqual({ [DEFAULT]: 'app' });
  });

  test('is not named when it is the first anyway, or the only one', () => {
    expect(annotations(ordered(PAIR, declared({})))).toBeUndefined();
    expect(annotations(ordered({ containers: [box('app')] }, OUTSIDE))).toBeUndefined();
  });

  test('is the one that the user has named', () => {
    expect(annotations(orderedTemplate({ metadata: { annotations: { [DEFAULT]: 'db' } }, spec: PAIR }, APP_NEEDS_DB))).toEqual({ [DEFAULT]: 'db' });
  });

  test('joins the metadata that is there', () => {
    expect(orderedTemplate({ metadata: { annotations: { a: 'b' }, labels: { c: 'd' } }, spec: PAIR }, APP_NEEDS_DB).metadata)
      .toEqual({ annotations: { a: 'b', [DEFAULT]: 'app' }, labels: { c: 'd' } });
  });

  test('is not kept from being it by something outside the pod that has its name', () => {
    const declaration = declared({ db: { readyWhen: tcp(1) }, app: { dependsOn: [on('db'), outside('app')] } });
    expect(annotations(ordered(PAIR, declaration))).toEqual({ [DEFAULT]: 'app' });
  });
});

describe('a role moves a container', () => {
  const lists = ({ spec }: PodTemplateJson) => [(spec.initContainers ?? []).map(c => `${c.name} ${c.restartPolicy ?? ''}`.trim()), list(spec.containers)];

  test('to initContainers, as a native sidecar', () => {
    expect(lists(ordered({ containers: [box('app'), box('proxy')] }, declared({ proxy: { role: ContainerRole.SIDECAR } }), NEW)))
      .toEqual([['proxy Always'], ['app']]);
  });

  test('to initContainers, as an init container', () => {
    expect(lists(ordered({ containers: [box('app'), box('migrate')] }, declared({ migrate: { role: ContainerRole.INIT } }))))
      .toEqual([['migrate'], ['app']]);
  });

  test('back to containers', () => {
    expect(lists(ordered({ initContainers: [box('proxy', { restartPolicy: 'Always' })], containers: [box('app')] }, declared({ proxy: { role: ContainerRole.APP } }))))
      .toEqual([[], ['proxy', 'app']]);
  });

  test('from initContainers, where the nodes have no native sidecars', () => {
    const spec = { initContainers: [box('migrate'), box('proxy', { restartPolicy: 'Always' })], containers: [box('app')] };
    expect(lists(ordered(spec, declared({ app: {} })))).toEqual([['migrate'], ['proxy', 'app']]);
    expect(lists(ordered(spec, declared({ app: {} }), NEW))).toEqual([['migrate', 'proxy Always'], ['app']]);
    expect(lists(ordered(spec, declared({})))).toEqual([['migrate', 'proxy Always'], ['app']]);
  });

  test('and takes an automatic startup probe from a native sidecar, but not one of the user', () => {
    const proxy = box('proxy', { startupProbe: { tcpSocket: { port: 1 } } });
    const startupProbe = (automaticStartupProbe: boolean) => container(ordered({ containers: [box('app'), proxy] }, declared({
      proxy: { role: ContainerRole.SIDECAR, automaticStartupProbe },
    }), NEW), 'proxy').startupProbe;
    expect([startupProbe(true), startupProbe(false)]).toEqual([undefined, { tcpSocket: { port: 1 } }]);
  });
});

test('a pod that nothing is declared about is as it was', () => {
  const template = {
    metadata: { labels: { a: 'b' } },
    spec: { containers: [box('b'), box('a')], dnsPolicy: 'None', initContainers: [box('z'), box('y', { restartPolicy: 'Always' })], volumes: [{ name: 'v' }] },
  };
  expect(orderedTemplate(template, declared({}))).toEqual(template);
});

/** A pod in which all that can be injected is injected. */
const EVERYTHING: PodSpecJson = {
  volumes: [{ emptyDir: {}, name: 'data' }],
  initContainers: [box('migrate', { volumeMounts: [{ mountPath: '/data', name: 'data' }] })],
  containers: [
    box('app', { command: ['/app'], args: ['$(X)'] }),
    box('proxy', { lifecycle: { postStart: { exec: { command: ['/own'] } } } }),
    box('db', { volumeMounts: [{ mountPath: '/data', name: 'data' }] }),
    box('web'),
    box('config', { volumeMounts: [{ mountPath: '/data', name: 'data' }] }),
  ],
};
const ALL_DECLARED = declared({
  proxy: { role: ContainerRole.SIDECAR, readyWhen: { ...http(1), scheme: 'https' } as never },
  config: { role: ContainerRole.SIDECAR, readyWhen: file('/data/config') },
  db: { readyWhen: allOf(file('/data/up'), tcp(5432)) },
  web: { dependsOn: [on('db')], readyWhen: command('/check') },
  app: { dependsOn: [on('proxy'), on('config'), on('db'), on('web'), outside('api'), outside('queue', { check: command('/q'), image: 'q:1' })] },
});

test('the script of the agent stands once in a pod', () => {
  for (const options of [NEW, {}]) {
    const text = JSON.stringify(ordered(EVERYTHING, ALL_DECLARED, options));
    expect(text.split(JSON.stringify(SCRIPT.split('$').join('$$')).slice(1, -1)).length - 1).toBe(1);
  }
});

test('the given manifest is not changed', () => {
  const before = JSON.stringify([EVERYTHING, ALL_DECLARED]);
  ordered(EVERYTHING, ALL_DECLARED, NEW);
  expect(JSON.stringify([EVERYTHING, ALL_DECLARED])).toBe(before);
});

test('no two places of the result are one object, which would be an anchor in YAML', () => {
  const template = ordered(EVERYTHING, ALL_DECLARED, NEW);
  expect(stringify(template)).toBe(stringify(JSON.parse(JSON.stringify(template))));
  expect(stringify(template)).not.toMatch(/[&*]a\d/);
});

test('what the result adds is sorted by key, as cdk8s prints it', () => {
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
