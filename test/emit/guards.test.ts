import { blocking, box, command, containerOf, ContainerRole, declared, GUARDED_HOOK, on, ordered, outside, REGULAR, RUNNING, tcp } from '../dsl';

const V = { kubernetesVersion: '1.35' };
const PAIR = { containers: [box('app'), box('my-db')] };
const APP_NEEDS_DB = declared({ 'my-db': { ...REGULAR, readyWhen: tcp(1) }, 'app': { dependsOn: [on('my-db')] } });
const AGENT = '/startup-order/wait';
const MOUNTS = [
  { mountPath: '/startup-order', name: 'startup-order-agent', readOnly: true },
  { mountPath: '/startup-order-state', name: 'startup-order-state' },
];
const CHECK = ['--for=my-db', '--tcp=127.0.0.1:1'];

const find = containerOf;
describe('a guard', () => {
  const { spec } = ordered(PAIR, APP_NEEDS_DB, V);

  test('is a variable from a marker file, and changes no other field of the dependent', () => {
    expect(find(spec, 'app')).toEqual(box('app', {
      env: [{ name: 'STARTUP_ORDER_MY_DB_READY', valueFrom: { fileKeyRef: { key: 'READY', path: 'my-db', volumeName: 'startup-order-state' } } }],
    }));
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
    const sidecar = declared({
      'my-db': { readyWhen: tcp(1), role: ContainerRole.SIDECAR }, 'app': { dependsOn: [on('my-db', { mechanism: GUARDED_HOOK })] },
    });
    const { initContainers } = ordered(PAIR, sidecar, V).spec;
    expect(initContainers![0]).toMatchObject({
      name: 'my-db',
      restartPolicy: 'Always',
      readinessProbe: { exec: { command: [AGENT, '--hold=my-db:READY', ...CHECK.slice(1)] }, periodSeconds: 1, timeoutSeconds: 3600 },
    });
    expect(initContainers![0].startupProbe).toBeUndefined();
  });
});

describe('what the user has written', () => {
  const startupProbe = { exec: { command: ['/started', '$(PORT)', '$$HOME', '$(NO)'] }, periodSeconds: 2, failureThreshold: 5 };
  const given = box('my-db', {
    env: [{ name: 'PORT', value: '9' }],
    lifecycle: { postStart: { exec: { command: ['/register', '$(PORT)'] } }, preStop: { exec: { command: ['/stop'] } } },
    startupProbe,
    readinessProbe: { tcpSocket: { port: 2 } },
    livenessProbe: { tcpSocket: { port: 3 } },
  });
  const db = find(ordered({ containers: [box('app'), given] }, APP_NEEDS_DB, V).spec, 'my-db');

  test('as startup probe runs inside the probe of the library, within its own limit', () => {
    expect(db.startupProbe).toEqual({
      exec: {
        command: [
          AGENT, '--for=my-db', '--timeout=10s', '--command=4', '/started', '9', '$$HOME', '$$(NO)', ...CHECK, '--mark=my-db:READY',
        ],
      },
      failureThreshold: 1,
      periodSeconds: 1,
      timeoutSeconds: 2147483647,
    });
  });

  test('as hook runs first, unchanged, after the reset', () => {
    expect(db.lifecycle!.postStart!.exec!.command!.slice(0, 5)).toEqual([AGENT, '--reset=my-db', '--run-first=2', '/register', '$(PORT)']);
  });

  test('as readiness probe stays, and an agent stays after the hook', () => {
    const linger = ['--unless-marked=my-db:READY', ...CHECK, '--mark=my-db:READY'];
    expect(db.lifecycle!.postStart!.exec!.command!.slice(-linger.length - 1)).toEqual([`--linger=${linger.length}`, ...linger]);
  });

  test('in other fields stays', () => {
    const { lifecycle, startupProbe: _ours, volumeMounts: _mounts, ...rest } = db;
    const { lifecycle: givenLifecycle, startupProbe: _theirs, ...givenRest } = given;
    expect([rest, lifecycle!.preStop]).toEqual([givenRest, givenLifecycle!.preStop]);
  });
});

test('a blocking command that fails is repeated in the hook and in the probe', () => {
  const db = find(ordered(PAIR, declared({ 'my-db': { ...REGULAR, readyWhen: blocking('pilot-agent', 'wait') }, 'app': { dependsOn: [on('my-db')] } }), V).spec, 'my-db');
  const words = ['--blocking-command=2', 'pilot-agent', 'wait', '--retry'];
  expect(db.lifecycle!.postStart!.exec!.command).toEqual([AGENT, '--renew=my-db:READY', '--continue-after=10s', ...words]);
  expect(db.readinessProbe!.exec!.command).toEqual([AGENT, '--hold=my-db:READY', ...words]);
});

test('a $ of the user is doubled in the probe, where the kubelet halves it, and not in the hook', () => {
  const db = find(ordered(PAIR, declared({ 'my-db': { ...REGULAR, readyWhen: command('/c', '$(X)') }, 'app': { dependsOn: [on('my-db')] } }), V).spec, 'my-db');
  expect(db.lifecycle!.postStart!.exec!.command).toContain('$(X)');
  expect(db.readinessProbe!.exec!.command).toContain('$$(X)');
});

test('RUNNING is marked by a hook that does not wait', () => {
  const running = declared({ 'my-db': REGULAR, 'app': { dependsOn: [on('my-db', { condition: RUNNING })] } });
  const { spec } = ordered(PAIR, running, V);
  expect(find(spec, 'my-db').lifecycle!.postStart!.exec!.command).toEqual([AGENT, '--renew=my-db:RUNNING']);
  expect(find(spec, 'my-db').readinessProbe!.exec!.command).toEqual([AGENT, '--hold=my-db:RUNNING']);
  expect(find(spec, 'app').env!.map(e => e.name)).toEqual(['STARTUP_ORDER_MY_DB_RUNNING']);
});
