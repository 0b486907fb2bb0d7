import {
  AGENT_MOUNT, blocking, box, Check, command, ContainerJson, containerOf, ContainerRole, declared, GUARDED_HOOK, on, ordered, outside, REGULAR,
  RUNNING, STATE_MOUNT, tcp,
} from '../dsl';

const V = { kubernetesVersion: '1.35' };
const PAIR = { containers: [box('app'), box('my-db')] };
const needsDb = (readyWhen: Check) => declared({ 'my-db': { ...REGULAR, readyWhen }, 'app': { dependsOn: [on('my-db')] } });
const APP_NEEDS_DB = needsDb(tcp(1));
const AGENT = '/startup-order/wait';
const MOUNTS = [AGENT_MOUNT, STATE_MOUNT];
const CHECK = ['--for=my-db', '--tcp=127.0.0.1:1'];

const find = containerOf;
const hookOf = (container: ContainerJson) => container.lifecycle!.postStart!.exec!.command!;

describe('a guard', () => {
  const { spec } = ordered(PAIR, APP_NEEDS_DB, V);

  test('is a variable from a marker file, and changes no other field of the dependent', () => {
    const valueFrom = { fileKeyRef: { key: 'READY', path: 'my-db', volumeName: 'startup-order-state' } };
    expect(find(spec, 'app')).toEqual(box('app', { env: [{ name: 'STARTUP_ORDER_MY_DB_READY', valueFrom }] }));
  });

  test("comes after the user's own variables", () => {
    const env = [{ name: 'B', value: '2' }, { name: 'A', value: '$(B)' }];
    const { env: found } = find(ordered({ containers: [box('app', { env }), box('my-db')] }, APP_NEEDS_DB, V).spec, 'app');
    expect(found!.map(e => e.name)).toEqual(['B', 'A', 'STARTUP_ORDER_MY_DB_READY']);
  });

  test('is opened by a hook and a readiness probe of the dependency', () => {
    expect(find(spec, 'my-db')).toEqual(box('my-db', {
      lifecycle: { postStart: { exec: { command: [AGENT, '--renew=my-db:READY', '--continue-after=10s', '--tcp=127.0.0.1:1'] } } },
      readinessProbe: { exec: { command: [AGENT, '--hold=my-db:READY', ...CHECK.slice(1)] }, periodSeconds: 1, timeoutSeconds: 3600 },
      volumeMounts: MOUNTS,
    }));
  });

  test('is closed in a new sandbox by earlier hooks, by waits, and by the init container with the agent', () => {
    const chain = declared({ 'first': { ...REGULAR, readyWhen: tcp(2) }, 'my-db': { ...REGULAR, readyWhen: tcp(1), dependsOn: [on('first')] }, 'app': { dependsOn: [on('my-db'), outside('api')] } });
    const pod = { containers: [box('first'), box('my-db'), box('app')] };
    const known = ordered(pod, chain, V).spec;
    expect(find(known, 'first').lifecycle!.postStart!.exec!.command!.slice(0, 3)).toEqual([AGENT, '--forget=my-db', '--renew=first:READY']);
    expect(find(known, 'wait-for-api').command).toEqual([AGENT, '--forget=first', '--forget=my-db', '--for=api', '--tcp=api.example:443']);
    expect(find(known, 'wait-for-api').volumeMounts).toEqual(MOUNTS);
    const installer = find(ordered(pod, chain, { ...V, architecture: undefined }).spec, 'install-wait-agent');
    expect(installer.command).toEqual(['sh', '-c', expect.stringMatching(/^cp -f [^$]* && \/startup-order\/wait "\$@"$/), 'sh', '--forget=first', '--forget=my-db']);
    expect(installer.volumeMounts).toContainEqual(MOUNTS[1]);
  });

  test('of a native sidecar is opened in the same way', () => {
    const dependsOn = [on('my-db', { mechanism: GUARDED_HOOK })];
    const [db] = ordered(PAIR, declared({ 'my-db': { readyWhen: tcp(1), role: ContainerRole.SIDECAR }, 'app': { dependsOn } }), V).spec.initContainers!;
    expect(db).toEqual({ ...find(spec, 'my-db'), restartPolicy: 'Always' });
  });
});

describe('what the user has written', () => {
  const startupProbe = { exec: { command: ['/started', '$(PORT)', '$$HOME', '$(NO)'] }, periodSeconds: 2, failureThreshold: 5 };
  const hooks = { postStart: { exec: { command: ['/register', '$(PORT)'] } }, preStop: { exec: { command: ['/stop'] } } };
  const probes = { startupProbe, readinessProbe: { tcpSocket: { port: 2 } }, livenessProbe: { tcpSocket: { port: 3 } } };
  const given = box('my-db', { env: [{ name: 'PORT', value: '9' }], lifecycle: hooks, ...probes });
  const db = find(ordered({ containers: [box('app'), given] }, APP_NEEDS_DB, V).spec, 'my-db');

  test('as startup probe runs inside the probe of the library, within its own limit', () => {
    const words = ['--for=my-db', '--timeout=10s', '--command=4', '/started', '9', '$$HOME', '$$(NO)', ...CHECK, '--mark=my-db:READY'];
    expect(db.startupProbe).toEqual({ exec: { command: [AGENT, ...words] }, failureThreshold: 1, periodSeconds: 1, timeoutSeconds: 2147483647 });
  });

  test('as hook runs first, unchanged, after the reset; an agent stays: a new kubelet may skip the probe', () => {
    const linger = ['--unless-marked=my-db:READY', ...CHECK, '--mark=my-db:READY'];
    const begin = ['--reset=my-db', '--run-first=2', '/register', '$(PORT)', '--then', '--for=my-db', '--continue-after=10s'];
    expect(hookOf(db).slice(0, 8)).toEqual([AGENT, ...begin]);
    expect(hookOf(db).slice(-linger.length - 1)).toEqual([`--linger=${linger.length}`, ...linger]);
  });

  test('as readiness probe and in other fields stays', () => {
    const { lifecycle, startupProbe: _ours, volumeMounts: _mounts, ...rest } = db;
    const { lifecycle: givenLifecycle, startupProbe: _theirs, ...givenRest } = given;
    expect([rest, lifecycle!.preStop]).toEqual([givenRest, givenLifecycle!.preStop]);
  });
});

test('a blocking command that fails is repeated in the hook and in the probe', () => {
  const db = find(ordered(PAIR, needsDb(blocking('pilot-agent', 'wait')), V).spec, 'my-db');
  const words = ['--blocking-command=2', 'pilot-agent', 'wait', '--retry'];
  expect(hookOf(db)).toEqual([AGENT, '--renew=my-db:READY', '--continue-after=10s', ...words]);
  expect(db.readinessProbe!.exec!.command).toEqual([AGENT, '--hold=my-db:READY', ...words]);
});

test('a $ of the user is doubled in the probe, where the kubelet halves it, and not in the hook', () => {
  const db = find(ordered(PAIR, needsDb(command('/c', '$(X)')), V).spec, 'my-db');
  expect(hookOf(db)).toContain('$(X)');
  expect(db.readinessProbe!.exec!.command).toContain('$$(X)');
});

test('RUNNING is marked by a hook that does not wait', () => {
  const { spec } = ordered(PAIR, declared({ 'my-db': REGULAR, 'app': { dependsOn: [on('my-db', { condition: RUNNING })] } }), V);
  const db = find(spec, 'my-db');
  expect([hookOf(db), db.readinessProbe!.exec!.command]).toEqual([[AGENT, '--renew=my-db:RUNNING'], [AGENT, '--hold=my-db:RUNNING']]);
  expect(find(spec, 'app').env!.map(e => e.name)).toEqual(['STARTUP_ORDER_MY_DB_RUNNING']);
});
