import { ContainerRole, Mechanism, StartCondition } from '../../src/api/enums';
import { OnTimeout } from '../../src/api/private/enums';
import { ContainerJson, PodSpecJson } from '../../src/api/private/pod-spec';
import { box, declared, delay, file, on, ordered, outside, REGULAR, tcp } from '../dsl';

const AGENT = '/startup-order/wait';
const APP = { command: ['/app', '$(HOME)', '$$', '--'], args: ['serve'], workingDir: '/srv', tty: true, stdin: true };
const NEEDS_DB = declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });

const gated = (app: Partial<ContainerJson> = {}, declaration = NEEDS_DB, options = {}) => {
  const { spec } = ordered({ containers: [box('app', { ...APP, ...app }), box('db')] }, declaration, options);
  return { spec, app: spec.containers!.find(c => c.name === 'app')!, db: spec.containers!.find(c => c.name === 'db')! };
};

test('a gate runs before the command and changes no other field', () => {
  expect(gated().app).toEqual(box('app', {
    ...APP,
    command: [
      AGENT, '--for=db', '--tcp=127.0.0.1:5432', '--', '/app', '$(HOME)', '$$', '--',
    ],
    startupProbe: { failureThreshold: 2147483647, periodSeconds: 1, tcpSocket: { port: 5432 } },
    volumeMounts: [{ mountPath: '/startup-order', name: 'startup-order-agent', readOnly: true }],
  }));
});

test('the startup probe runs the agent if the kubelet cannot make the check of the gate', () => {
  const { spec } = ordered({ containers: [box('app', APP), box('db')] },
    declared({ db: { ...REGULAR, readyWhen: { kind: 'tcpSocket', host: '127.0.0.1', port: 5432 } }, app: { dependsOn: [on('db')] } }));
  const { command, startupProbe, volumeMounts } = spec.containers!.find(c => c.name === 'app')!;
  expect(command!.slice(0, 4)).toEqual([AGENT, '--gate=app.gate', '--for=db', '--tcp=127.0.0.1:5432']);
  expect(startupProbe).toEqual({
    exec: { command: [AGENT, '--for=app', '--marked=app.gate:OPEN'] }, failureThreshold: 2147483647, periodSeconds: 1, timeoutSeconds: 3600,
  });
  expect(volumeMounts!.map(m => m.name)).toEqual(['startup-order-agent', 'startup-order-state']);
});

test('a gate waits for each dependency with its own limit, the shortest first', () => {
  const declaration = declared({
    db: { ...REGULAR, readyWhen: tcp(5432) },
    app: { dependsOn: [on('db'), outside('api', { timeoutSeconds: 9, onTimeout: OnTimeout.CONTINUE, mechanism: Mechanism.ENTRYPOINT_GATE })] },
  });
  const { spec } = ordered({ containers: [box('app', APP), box('db'), box('log')] }, declaration);
  const { command } = spec.containers!.find(c => c.name === 'app')!;
  expect(command).toEqual([
    AGENT, '--gate=app.gate', '--for=api', '--continue-after=9s', '--tcp=api.example:443', '--for=db', '--tcp=127.0.0.1:5432', '--', ...APP.command,
  ]);
});

describe('a mark that only the dependency can make', () => {
  const pg = { kind: 'command', command: ['pg_isready', '$(A)'] } as const;
  const { app, db } = gated({}, declared({ db: { ...REGULAR, readyWhen: pg }, app: { dependsOn: [on('db')] } }));

  test('is an argument of the gate', () => {
    expect(app.command).toEqual([AGENT, '--gate=app.gate', '--for=db', '--running=db', '--marked=db:READY', '--', ...APP.command]);
  });

  test('is written by an agent that the hook of the dependency leaves, and no other field changes', () => {
    const words = ['--unless-marked=db:READY', '--for=db', '--command=2', 'pg_isready', '$(A)', '--mark=db:READY'];
    expect(db).toEqual(box('db', {
      lifecycle: { postStart: { exec: { command: [AGENT, '--reset=db', '--leave-lock=db', `--linger=${words.length}`, ...words] } } },
      volumeMounts: app.volumeMounts,
    }));
  });
});

test('the mark of a container with a gate comes after the mark of its gate', () => {
  const declaration = declared({
    db: { ...REGULAR, dependsOn: [outside('api', { mechanism: Mechanism.ENTRYPOINT_GATE })] },
    app: { dependsOn: [on('db', { condition: StartCondition.STARTED })] },
  });
  const { spec } = ordered({ containers: [box('app', APP), box('db', { command: ['/db'] }), box('log')] }, declaration);
  const db = spec.containers!.find(c => c.name === 'db')!;
  const words = ['--unless-marked=db:STARTED', '--for=db', '--marked=db.gate:OPEN', '--mark=db:STARTED'];
  expect(db.lifecycle!.postStart!.exec!.command).toEqual([AGENT, '--reset=db', '--leave-lock=db', `--linger=${words.length}`, ...words]);
});

test('a hook that waits for the gate of its container mounts the state volume', () => {
  const { spec } = ordered({ containers: [box('db'), box('api', APP), box('web')] },
    declared({ db: { ...REGULAR, readyWhen: tcp(1) }, api: { dependsOn: [on('db')], ...REGULAR, readyWhen: delay(5) }, web: { dependsOn: [on('api')] } }));
  const api = spec.containers!.find(c => c.name === 'api')!;
  expect(api.lifecycle!.postStart!.exec!.command).toEqual([
    AGENT, '--for=api', '--continue-after=60s', '--marked=api.gate:OPEN', '--delay=5s',
  ]);
  expect(api.volumeMounts!.map(m => m.name)).toEqual(['startup-order-agent', 'startup-order-state']);
});

test('the end of a container is marked by the agent before its command', () => {
  const pod: PodSpecJson = { restartPolicy: 'OnFailure', containers: [box('app', APP), box('db', { command: ['/migrate', '$(A)'], args: ['up'] })] };
  const { spec } = ordered(pod, declared({ app: { dependsOn: [on('db', { condition: StartCondition.COMPLETED })] } }));
  const [db, app] = spec.containers!;
  expect(db).toEqual(box('db', { command: [AGENT, '--lock=db.lock', '--ends=db.lock', '--', '/migrate', '$(A)'], args: ['up'], volumeMounts: app.volumeMounts }));
  expect(app.command!.slice(0, 4)).toEqual([AGENT, '--gate=app.gate', '--for=db', '--exited=db.lock:COMPLETED']);
});

test('a $ of a check is doubled, and a $ of the command is not', () => {
  const declaration = declared({ db: { ...REGULAR, readyWhen: file('/data/$(X)') }, app: { dependsOn: [on('db')] } });
  const volumeMounts = [{ mountPath: '/data', name: 'data' }];
  const { spec } = ordered({ containers: [box('app', { ...APP, volumeMounts }), box('db', { volumeMounts })] }, declaration);
  const { command } = spec.containers!.find(c => c.name === 'app')!;
  expect(command).toEqual(expect.arrayContaining(['--file=/data/$$(X)', '$(HOME)', '$$']));
});

describe('a startup probe', () => {
  const exec = { exec: { command: ['/up'] }, periodSeconds: 2, failureThreshold: 5, terminationGracePeriodSeconds: 4 };

  test('of the user with a command runs after the gate, within its own limit', () => {
    expect(gated({ startupProbe: exec }).app.startupProbe).toEqual({
      exec: {
        command: [
          AGENT, '--for=app', '--marked=app.gate:OPEN', '--then', '--for=app', '--timeout=10s', '--command=1', '/up',
        ],
      },
      failureThreshold: 1,
      periodSeconds: 1,
      terminationGracePeriodSeconds: 4,
      timeoutSeconds: 2147483647,
    });
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

  test('of the user with gRPC gets more tries, and a liveness probe a longer delay', () => {
    const declaration = declared({ db: { ...REGULAR, readyWhen: tcp(1) }, app: { dependsOn: [on('db', { timeoutSeconds: 9 })] } });
    const grpc = { grpc: { port: 80 }, periodSeconds: 2, failureThreshold: 5 };
    const { startupProbe, livenessProbe } = gated({ startupProbe: grpc, livenessProbe: { ...grpc, initialDelaySeconds: 15 } }, declaration).app;
    expect([startupProbe, livenessProbe]).toEqual([{ ...grpc, failureThreshold: 10 }, { ...grpc, initialDelaySeconds: 24 }]);
  });

  test('can get more tries and a grace period', () => {
    const declaration = declared({
      db: { ...REGULAR, readyWhen: tcp(1) }, app: { dependsOn: [on('db', { timeoutSeconds: 9 })], ...REGULAR, readyWhen: tcp(2) }, log: { dependsOn: [on('app', { orderedShutdown: true })] },
    });
    const grpc = { grpc: { port: 80 }, periodSeconds: 2, failureThreshold: 5 };
    const { spec } = ordered({ containers: [box('app', { ...APP, startupProbe: grpc }), box('db'), box('log', { command: ['/log'] })] }, declaration);
    expect(spec.containers!.find(c => c.name === 'app')!.startupProbe).toEqual({ ...grpc, failureThreshold: 10, terminationGracePeriodSeconds: 2 });
  });
});

test('a gate does not wait for an end that cannot come any more', () => {
  const pod: PodSpecJson = { restartPolicy: 'Never', containers: [box('app', APP), box('db', { command: ['/migrate'] })] };
  const { spec } = ordered(pod, declared({ app: { dependsOn: [on('db', { condition: StartCondition.COMPLETED, timeoutSeconds: 9 })] } }));
  expect(spec.containers!.find(c => c.name === 'app')!.command!.slice(2, 6)).toEqual(['--for=db', '--timeout=9s', '--exited=db.lock:COMPLETED', '--final']);
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
