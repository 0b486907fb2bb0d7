import {
  box, Check, command, COMPLETED, ContainerDeclaration, ContainerJson, containerOf, ContainerRole, CONTINUE, declared, delay,
  DependencyDeclaration, ENTRYPOINT_GATE, file, on, ordered, outside, PodSpecJson, REGULAR, tcp,
} from '../dsl';

const AGENT = '/startup-order/wait';
const APP = { command: ['/app', '$(HOME)', '$$', '--'], args: ['serve'], workingDir: '/srv', tty: true, stdin: true };
const GATE = { mechanism: ENTRYPOINT_GATE };
const needsDb = (readyWhen: Check) => declared({ db: { ...REGULAR, readyWhen }, app: { dependsOn: [on('db')] } });

function gated(app: Partial<ContainerJson> = {}, declaration = needsDb(tcp(5432)), pod: Partial<PodSpecJson> = {}, db: Partial<ContainerJson> = {}) {
  const { spec } = ordered({ ...pod, containers: [box('app', { ...APP, ...app }), box('db', db), box('log', { command: ['/log'] })] }, declaration);
  return { app: containerOf(spec, 'app'), db: containerOf(spec, 'db') };
}

test('a gate runs before the command and changes no other field', () => {
  expect(gated().app).toEqual(box('app', {
    ...APP,
    command: [AGENT, '--for=db', '--tcp=127.0.0.1:5432', '--', '/app', '$(HOME)', '$$', '--'],
    startupProbe: { failureThreshold: 2147483647, periodSeconds: 1, tcpSocket: { port: 5432 } },
    volumeMounts: [{ mountPath: '/startup-order', name: 'startup-order-agent', readOnly: true }],
  }));
});

test('the startup probe runs the agent if the kubelet cannot make the check of the gate', () => {
  const { app } = gated({}, needsDb({ kind: 'tcpSocket', host: '127.0.0.1', port: 5432 }));
  expect(app.command!.slice(0, 4)).toEqual([AGENT, '--gate=app.gate', '--for=db', '--tcp=127.0.0.1:5432']);
  const exec = { command: [AGENT, '--for=app', '--marked=app.gate:OPEN'] };
  expect(app.startupProbe).toEqual({ exec, failureThreshold: 2147483647, periodSeconds: 1, timeoutSeconds: 3600 });
  expect(app.volumeMounts!.map(m => m.name)).toEqual(['startup-order-agent', 'startup-order-state']);
});

test.each<[string, Partial<ContainerDeclaration>, readonly DependencyDeclaration[], Partial<PodSpecJson>, string[]]>([
  ['for each dependency with its own limit, the shortest first', { readyWhen: tcp(5432) },
    [on('db'), outside('b', { timeoutSeconds: 9, ...GATE }), outside('c', { timeoutSeconds: 5, onTimeout: CONTINUE, ...GATE })], {},
    ['--for=c', '--continue-after=5s', '--tcp=c.example:443', '--for=b', '--timeout=9s', '--tcp=b.example:443', '--for=db', '--tcp=127.0.0.1:5432']],
  ['for the end of a container', {}, [on('db', { condition: COMPLETED })], { restartPolicy: 'OnFailure' }, ['--for=db', '--exited=db.lock:COMPLETED']],
  ['and not for an end that cannot come any more', {}, [on('db', { condition: COMPLETED, timeoutSeconds: 9 })], { restartPolicy: 'Never' },
    ['--for=db', '--timeout=9s', '--exited=db.lock:COMPLETED', '--final']],
])('a gate waits %s', (_what, db, dependsOn, pod, words) => {
  const found = gated({}, declared({ db: { ...REGULAR, ...db }, app: { dependsOn } }), pod, { command: ['/db', '$(A)'], args: ['up'] });
  expect(found.app.command).toEqual([AGENT, '--gate=app.gate', ...words, '--', ...APP.command]);
  expect(found.app.startupProbe!.exec!.command).toEqual([AGENT, '--for=app', '--marked=app.gate:OPEN']);
  if (pod.restartPolicy) {
    const { volumeMounts } = found.app;
    expect(found.db).toEqual(box('db', { command: [AGENT, '--lock=db.lock', '--ends=db.lock', '--', '/db', '$(A)'], args: ['up'], volumeMounts }));
  }
});

test('a gate reads a mark that only the dependency can make, by an agent that its hook leaves', () => {
  const { app, db } = gated({}, needsDb(command('pg_isready', '$(A)')));
  expect(app.command).toEqual([AGENT, '--gate=app.gate', '--for=db', '--running=db', '--marked=db:READY', '--', ...APP.command]);
  const words = ['--unless-marked=db:READY', '--for=db', '--command=2', 'pg_isready', '$(A)', '--mark=db:READY'];
  const postStart = { exec: { command: [AGENT, '--reset=db', '--leave-lock=db', `--linger=${words.length}`, ...words] } };
  expect(db).toEqual(box('db', { lifecycle: { postStart }, volumeMounts: app.volumeMounts }));
});

test('a hook waits for the gate of its container before its check, gives up, and mounts the state volume', () => {
  const { spec } = ordered({ containers: [box('db'), box('api', APP), box('web')] },
    declared({ db: { ...REGULAR, readyWhen: tcp(1) }, api: { dependsOn: [on('db')], ...REGULAR, readyWhen: delay(5) }, web: { dependsOn: [on('api')] } }));
  const api = containerOf(spec, 'api');
  expect(api.lifecycle!.postStart!.exec!.command).toEqual([AGENT, '--for=api', '--continue-after=60s', '--marked=api.gate:OPEN', '--delay=5s']);
  expect(api.volumeMounts!.map(m => m.name)).toEqual(['startup-order-agent', 'startup-order-state']);
});

test('a file has its path in the dependent; a $ of a check is doubled, and a $ of the command is not', () => {
  const mountedAt = (mountPath: string) => ({ volumeMounts: [{ mountPath, name: 'data' }] });
  const { app } = gated(mountedAt('/mnt'), needsDb(file('/data/$(X)')), {}, mountedAt('/data'));
  expect(app.command!.slice(2)).toEqual(['--for=db', '--file=/mnt/$$(X)', '--', ...APP.command]);
});

describe('a startup probe', () => {
  const exec = { exec: { command: ['/up'] }, periodSeconds: 2, failureThreshold: 5, terminationGracePeriodSeconds: 4 };

  test('of the user with a command runs after the gate, within its own limit', () => {
    const words = [AGENT, '--for=app', '--marked=app.gate:OPEN', '--then', '--for=app', '--timeout=10s', '--command=1', '/up'];
    const limits = { failureThreshold: 1, periodSeconds: 1, terminationGracePeriodSeconds: 4, timeoutSeconds: 2147483647 };
    expect(gated({ startupProbe: exec }).app.startupProbe).toEqual({ exec: { command: words }, ...limits });
  });

  test('of the user over the network is made by the agent after the gate, and a liveness probe waits', () => {
    const { startupProbe, livenessProbe } = gated({
      startupProbe: { httpGet: { port: 80 }, periodSeconds: 2, failureThreshold: 5 },
      livenessProbe: { httpGet: { port: 81 }, initialDelaySeconds: 15 },
    }).app;
    expect(startupProbe!.exec!.command!.slice(3)).toEqual([
      '--then', '--for=app', '--timeout=10s', '--http=http://127.0.0.1:80/',
      '--then', '--for=app', '--continue-after=15s', '--http=http://127.0.0.1:81/',
    ]);
    expect(livenessProbe).toEqual({ httpGet: { port: 81 }, initialDelaySeconds: 15 });
  });

  test('of the user with gRPC gets more tries and a grace period, and a liveness probe a longer delay', () => {
    const declaration = declared({
      db: { ...REGULAR, readyWhen: tcp(1) },
      app: { dependsOn: [on('db', { timeoutSeconds: 9 })], ...REGULAR, readyWhen: tcp(2) },
      log: { dependsOn: [on('app', { orderedShutdown: true })] },
    });
    const grpc = { grpc: { port: 80 }, periodSeconds: 2, failureThreshold: 5 };
    const liveness = { httpGet: { port: 81 }, initialDelaySeconds: 15 };
    const { startupProbe, livenessProbe } = gated({ startupProbe: grpc, livenessProbe: liveness }, declaration).app;
    expect(startupProbe).toEqual({ ...grpc, failureThreshold: 10, terminationGracePeriodSeconds: 2 });
    expect(livenessProbe).toEqual({ ...liveness, initialDelaySeconds: 24, terminationGracePeriodSeconds: 2 });
  });
});

test('a helper ends when the containers of the Job have exited', () => {
  const pod: PodSpecJson = { restartPolicy: 'Never', containers: [box('main', { command: ['/main'] }), box('proxy', { command: ['/proxy'] })] };
  const { spec } = ordered(pod, declared({ proxy: { role: ContainerRole.SIDECAR, readyWhen: tcp(1) }, main: { dependsOn: [on('proxy')] } }), { kubernetesVersion: '1.27' });
  expect(spec.containers!.map(c => c.command)).toEqual([
    [AGENT, expect.stringMatching(/^--until=main.lock:(EXITED|COMPLETED)$/), '--', '/proxy'],
    [AGENT, '--lock=main.lock', '--for=proxy', '--tcp=127.0.0.1:1', '--ends=main.lock', '--', '/main'],
  ]);
  expect(spec.containers!.map(c => c.volumeMounts!.map(m => m.name))).toEqual(Array(2).fill(['startup-order-agent', 'startup-order-state']));
});
