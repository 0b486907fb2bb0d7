import { createHash } from 'crypto';
import { readFileSync } from 'fs';
import { join } from 'path';
import { loadAgentConfigMap, ARCHITECTURES, loadBinary } from '../../src/agent/binaries';
import { buildAgentConfigMap } from '../../src/emit/agent-config-map';
import {
  box, COMPLETED, ContainerJson, ContainerRole, declared, delay, EVERY_START, on, ordered, orderedTemplate, outside, PodDeclaration,
  PodSpecJson, POST_START, REGULAR, StartupOrderOptions, tcp,
} from '../dsl';

const POD: PodSpecJson = { containers: [box('app', { command: ['/app'] }), box('db')] };
const GATED = declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });
const GATED_BY_MARK = declared({ db: { ...REGULAR, readyWhen: delay(1) }, app: { dependsOn: [on('db', { guarantee: EVERY_START })] } });
const HOOKED = declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db', { mechanism: POST_START })] } });

const nameOf = (...architectures: string[]) => loadAgentConfigMap(architectures).name;
const AGENT = 'startup-order-agent';
const MEMORY = { emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } };
const STATE = { ...MEMORY, name: 'startup-order-state' };
const IMAGE: StartupOrderOptions = { kubernetesVersion: '1.37', agent: { delivery: 'IMAGE_VOLUME', image: 'own/wait:1' } };
const UNKNOWN: StartupOrderOptions = { architecture: undefined };

describe('a ConfigMap of the library', () => {
  test.each(Object.keys(ARCHITECTURES))('has the binary for %s, and the hash of the binary in its name', architecture => {
    const content = readFileSync(join(__dirname, `../../agent/bin/linux-${architecture}/wait`));
    const { name, binaryData: { wait, ...others } } = loadAgentConfigMap([architecture]);
    expect([others, Buffer.from(wait, 'base64').equals(content)]).toEqual([{}, true]);
    expect(name).toBe(`startup-order-wait-${architecture}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`);
  });

  test('fits into the annotation of kubectl apply, also with any three binaries', () => {
    const sizes = Object.keys(ARCHITECTURES).map(architecture => loadBinary(architecture).base64.length).sort((a, b) => b - a);
    const others = JSON.stringify(buildAgentConfigMap({ name: 'x'.repeat(253), namespace: 'x'.repeat(63), binaryData: { wait: '' } })).length;
    expect(sizes[0] + sizes[1] + sizes[2] + others).toBeLessThan(256 * 1024);
  });

  test('with several binaries has a key for each machine, and each hash in its name', () => {
    const { name, binaryData } = loadAgentConfigMap(['amd64', 'arm64']);
    const [amd64, arm64] = ['amd64', 'arm64'].map(loadBinary);
    expect(binaryData).toEqual({ x86_64: amd64.base64, aarch64: arm64.base64 });
    expect(name).toBe(`startup-order-wait-${amd64.sha256.slice(0, 8)}-${arm64.sha256.slice(0, 8)}`);
  });
});

describe('the volume with marks', () => {
  const EVICTION = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';
  const ON_DISK = { emptyDir: { sizeLimit: '16Mi' }, name: 'startup-order-state' };
  const ENDED = declared({ db: REGULAR, app: { dependsOn: [on('db', { condition: COMPLETED })] } });
  const APP = box('app', { command: ['/app'] });
  const DB = box('db', { command: ['/db'] });
  const ON_FAILURE = { restartPolicy: 'OnFailure' } as const;
  const HELPED = declared({ db: { role: ContainerRole.SIDECAR } });

  test.each<[string, object, Partial<PodSpecJson>, Partial<ContainerJson>, PodDeclaration, StartupOrderOptions]>([
    ['is on the disk where an end has to count after a reboot', ON_DISK, ON_FAILURE, {}, ENDED, {}],
    ['is on the disk where only a policy of the container lets it end', ON_DISK, {}, ON_FAILURE, ENDED, { kubernetesVersion: '1.37' }],
    ['is on the disk where a sidecar ends after the app', ON_DISK, ON_FAILURE, {}, HELPED, { kubernetesVersion: '1.28' }],
    ['is in memory in a pod that fails after a reboot', STATE, { restartPolicy: 'Never' }, {}, ENDED, {}],
    ['is in memory where no container ends', STATE, {}, {}, GATED_BY_MARK, {}],
  ])('%s', (_what, volume, pod, db, declaration, options) => {
    const { spec, metadata } = ordered({ ...pod, containers: [APP, { ...DB, ...db }] }, declaration, options);
    expect(spec.volumes!.find(v => v.name === 'startup-order-state')).toEqual(volume);
    expect(metadata?.annotations?.[EVICTION]).toBe(volume === ON_DISK ? 'startup-order-state' : undefined);
  });

  test.each([
    ['scratch', 'scratch,startup-order-state'],
    ['scratch,startup-order-state', 'scratch,startup-order-state'],
  ])('stays evictable beside the volumes of the user, %s', (given, annotation) => {
    const spec = { ...ON_FAILURE, containers: [APP, DB] };
    expect(orderedTemplate({ metadata: { annotations: { [EVICTION]: given } }, spec }, ENDED).metadata?.annotations?.[EVICTION]).toBe(annotation);
  });
});

const projected = (...sources: object[]) => ({ projected: { defaultMode: 0o555, sources } });

describe('the volume of the agent', () => {
  test.each<[string, StartupOrderOptions, object[]]>([
    ['is a projected ConfigMap', {}, [{ name: AGENT, ...projected({ configMap: { name: nameOf('amd64') } }) }]],
    ['is that for the architecture', { architecture: 'arm64' }, [{ name: AGENT, ...projected({ configMap: { name: nameOf('arm64') } }) }]],
    ['is a projected ConfigMap of the user, with a key for each architecture', { agent: { configMap: 'own' } },
      [{ name: AGENT, ...projected({ configMap: { items: [{ key: 'wait-amd64', path: 'wait' }], name: 'own' } }) }]],
    ['is in memory where an init container copies the agent', UNKNOWN, [{ ...MEMORY, name: AGENT }, {
      name: 'startup-order-binaries',
      ...projected({ configMap: { name: nameOf('amd64', 'arm64') } }),
    }]],
    ['is in memory where an init container copies the agent from a ConfigMap of the user', { ...UNKNOWN, agent: { configMap: 'own' } }, [{ ...MEMORY, name: AGENT }, {
      name: 'startup-order-binaries',
      ...projected({ configMap: { items: [{ key: 'wait-amd64', path: 'x86_64' }, { key: 'wait-arm64', path: 'aarch64' }], name: 'own' } }),
    }]],
    ['is the image', IMAGE, [{ image: { pullPolicy: 'IfNotPresent', reference: 'own/wait:1' }, name: AGENT }]],
  ])('%s', (_what, options, volumes) => {
    expect(ordered(POD, HOOKED, options).spec.volumes).toEqual(volumes);
    expect(ordered(POD, GATED, options).spec.volumes).toEqual(volumes);
    expect(ordered(POD, GATED_BY_MARK, options).spec.volumes).toEqual([...volumes, STATE]);
  });

  test.each([{}, UNKNOWN, IMAGE])('is mounted read-only at the same path with each delivery: %j', options => {
    const { containers, initContainers = [] } = ordered({ containers: [box('app'), box('db')] }, HOOKED, options).spec;
    expect(containers![0].lifecycle!.postStart!.exec!.command![0]).toBe('/startup-order/wait');
    expect(containers!.map(c => c.volumeMounts)).toEqual([[{ mountPath: '/startup-order', name: AGENT, readOnly: true }], undefined]);
    expect(initContainers.map(c => c.name)).toEqual(options === UNKNOWN ? ['install-wait-agent'] : []);
  });

  test('comes after the volumes of the user', () => {
    expect(ordered({ ...POD, volumes: [{ name: 'z' }, { name: 'a' }] }, GATED_BY_MARK).spec.volumes!.map(v => v.name)).toEqual(['z', 'a', AGENT, 'startup-order-state']);
  });

  test.each([{}, UNKNOWN, IMAGE])('is absent if no container runs the agent: %j', options => {
    expect(ordered(POD, declared({}), options).spec).toEqual(POD);
    const needs = [on('db', { mechanism: POST_START })];
    const slept = ordered(POD, declared({ db: { ...REGULAR, readyWhen: delay(5) }, app: { dependsOn: needs } }), { kubernetesVersion: '1.37', ...options });
    expect([slept.spec.volumes, slept.spec.initContainers]).toEqual([undefined, undefined]);
  });
});

describe('a pod in which only init containers that wait use the agent, with an unknown architecture', () => {
  const NEEDS_API = declared({ app: { dependsOn: [outside('api', { timeoutSeconds: 9 })] } });
  const OUTSIDE = { containers: [box('app', { command: ['/app'] })] };

  test('has the binaries in one volume, and the shell of the small image selects one', () => {
    const { initContainers, containers, volumes } = ordered(OUTSIDE, NEEDS_API, UNKNOWN).spec;
    expect(containers).toEqual(OUTSIDE.containers);
    expect(initContainers).toMatchObject([
      { name: 'wait-for-api', image: 'busybox:1.37.0', imagePullPolicy: 'IfNotPresent', volumeMounts: [{ mountPath: '/startup-order', name: AGENT, readOnly: true }] },
    ]);
    expect(initContainers![0].command).toEqual(['sh', '-c', 'exec /startup-order/`uname -m` "$@"', 'sh', '--for=api', '--timeout=9s', '--tcp=api.example:443']);
    expect(volumes).toEqual([{ name: AGENT, ...projected({ configMap: { name: nameOf('amd64', 'arm64') } }) }]);
  });

  test('passes the words of a wait as arguments that neither the kubelet nor the shell expands', () => {
    const check = { kind: 'httpGet', scheme: 'http', host: 'api', port: 80, path: '/`id`$(HOME)"' } as const;
    const [{ command }] = ordered(OUTSIDE, declared({ app: { dependsOn: [outside('api', { check })] } }), UNKNOWN).spec.initContainers!;
    expect(command!.slice(2)).toEqual(['exec /startup-order/`uname -m` "$@"', 'sh', '--for=api', '--http=http://api:80/`id`$$(HOME)"']);
  });

  const items = [{ key: 'wait-amd64', path: 'x86_64' }, { key: 'wait-arm64', path: 'aarch64' }];
  test.each<[string, StartupOrderOptions['agent'], object]>([
    ['the image', { image: 'own:1' }, { initContainers: [{ image: 'own:1' }] }],
    ['the registry', { registry: 'r.example/mirror' }, { initContainers: [{ image: 'r.example/mirror/busybox:1.37.0' }] }],
    ['the ConfigMap', { configMap: 'own' }, { volumes: [{ name: AGENT, ...projected({ configMap: { items, name: 'own' } }) }] }],
    ['the delivery', { delivery: 'COPY' }, { initContainers: [{ name: 'install-wait-agent' }, { name: 'wait-for-api' }] }],
  ])('uses %s of the user', (_what, agent, expected) => { expect(ordered(OUTSIDE, NEEDS_API, { ...UNKNOWN, agent }).spec).toMatchObject(expected); });
});

test('waits before the pod share one init container and one volume', () => {
  const { spec } = ordered({ containers: [box('app')] }, declared({ app: { dependsOn: [outside('a'), outside('b', { check: { kind: 'command', command: ['b'] }, image: 'own' })] } }), UNKNOWN);
  expect(spec.initContainers!.map(c => c.name)).toEqual(['install-wait-agent', 'wait-for-a-and-b']);
  expect(spec.volumes!.map(v => v.name)).toEqual([AGENT, 'startup-order-binaries']);
});
