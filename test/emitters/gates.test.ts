import { OnTimeout } from '../../src/model/on-timeout';
import { ContainerJson, PodSpecJson } from '../../src/model/private/pod-spec';
import { StartCondition } from '../../src/model/start-condition';
import { AgentShell } from '../../src/model/startup-order-options';
import { box, declared, delay, file, on, ordered, outside, tcp } from '../dsl';

const AGENT = '/startup-order/agent/wait-agent';
const FILE = '/startup-order/state/app.gate';
const APP = { command: ['/app', '$(HOME)', '$$', '--'], args: ['serve'], workingDir: '/srv', tty: true, stdin: true };
const NEEDS_DB = declared({ db: { readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });

const gated = (app: Partial<ContainerJson> = {}, declaration = NEEDS_DB, options = {}) => {
  const { spec } = ordered({ containers: [box('app', { ...APP, ...app }), box('db')] }, declaration, options);
  return { spec, app: spec.containers!.find(c => c.name === 'app')!, db: spec.containers!.find(c => c.name === 'db')! };
};

test('a gate stands in front of the command, which stays as it was, and so does all else', () => {
  expect(gated().app).toEqual(box('app', {
    ...APP,
    command: [
      AGENT, `--reset=${FILE}`, '--for=db', '--words=3', 'tcp', '127.0.0.1', '5432', `--mark=OPEN:${FILE}`, '--', '/app', '$(HOME)', '$$', '--',
    ],
    startupProbe: {
      exec: { command: [AGENT, '--for=app', '--words=3', 'mark', 'OPEN', FILE] }, failureThreshold: 2147483647, periodSeconds: 1, timeoutSeconds: 3600,
    },
    volumeMounts: [
      { mountPath: '/startup-order/agent', name: 'startup-order-agent', readOnly: true },
      { mountPath: '/startup-order/state', name: 'startup-order-state' },
    ],
  }));
});

test('the dependency is left alone', () => {
  expect(gated().db).toEqual(box('db'));
});

test('the marker file is made before the container starts', () => {
  expect(gated().spec.initContainers![0].command!.at(-1)).toBe(FILE);
});

test('timeouts stand in front of what they are for, and all count from the start', () => {
  const declaration = declared({
    db: { readyWhen: tcp(5432) }, app: { dependsOn: [on('db'), outside('api', { timeoutSeconds: 9, onTimeout: OnTimeout.CONTINUE })] },
  });
  const { spec } = ordered({ containers: [box('app', APP), box('db'), box('log')] }, declaration);
  const { command } = spec.containers!.find(c => c.name === 'app')!;
  expect(command!.filter(word => word.startsWith('--')).slice(0, -1)).toEqual([
    `--reset=${FILE}`, '--together', '--timeout=9', '--on-timeout=continue', '--for=api', '--words=3', '--timeout=0', '--on-timeout=fail', '--for=db', '--words=3',
    `--mark=OPEN:${FILE}`, '--',
  ]);
});

test('a gate that opens after its timeout is marked as open, too', () => {
  const { app } = gated({}, declared({ db: { readyWhen: tcp(5432) }, app: { dependsOn: [on('db', { timeoutSeconds: 9, onTimeout: OnTimeout.CONTINUE })] } }));
  expect(app.command!.slice(-8, -4)).toEqual(['--timeout=0', '--on-timeout=fail', `--mark=OPEN:${FILE}`, '--']);
});

describe('a mark that only the dependency can make', () => {
  const MARKER = '/startup-order/state/db';
  const pg = { kind: 'command', command: ['pg_isready', '$(A)'] } as const;
  const { app, db, spec } = gated({}, declared({ db: { readyWhen: pg }, app: { dependsOn: [on('db')] } }));

  test('is what the gate waits for', () => {
    expect(app.command).toEqual([AGENT, `--reset=${FILE}`, '--for=db', '--words=3', 'mark', 'READY', MARKER, `--mark=OPEN:${FILE}`, '--', '/app', '$(HOME)', '$$', '--']);
  });

  test('is made by an agent that the hook of the dependency leaves behind, and nothing else of it is touched', () => {
    const words = ['--unless=READY:/startup-order/state/db', '--for=db', '--words=3', 'command', 'pg_isready', '$(A)', `--mark=READY:${MARKER}`];
    expect(db).toEqual(box('db', {
      lifecycle: { postStart: { exec: { command: [AGENT, `--reset=${MARKER}`, `--linger=${words.length}`, ...words] } } },
      volumeMounts: app.volumeMounts,
    }));
  });

  test('has a file before the first container starts', () => {
    expect(spec.initContainers![0].command!.slice(-2)).toEqual([MARKER, FILE]);
  });
});

test('the mark of a container that waits in a gate itself comes after the mark of that gate', () => {
  const db = ordered({ containers: [box('app', APP), box('db', { command: ['/db'] }), box('log')] },
    declared({ db: { dependsOn: [outside('api')] }, app: { dependsOn: [on('db', { condition: StartCondition.STARTED })] } })).spec.containers!.find(c => c.name === 'db')!;
  const words = ['--unless=STARTED:/startup-order/state/db', '--for=db', '--words=3', 'mark', 'OPEN', '/startup-order/state/db.gate', '--mark=STARTED:/startup-order/state/db'];
  expect(db.lifecycle!.postStart!.exec!.command).toEqual([AGENT, '--reset=/startup-order/state/db', `--linger=${words.length}`, ...words]);
});

test('a hook that waits for the gate of its container mounts the marks', () => {
  const { spec } = ordered({ containers: [box('db'), box('api', APP), box('web')] },
    declared({ db: { readyWhen: tcp(1) }, api: { dependsOn: [on('db')], readyWhen: delay(5) }, web: { dependsOn: [on('api')] } }));
  const api = spec.containers!.find(c => c.name === 'api')!;
  expect(api.lifecycle!.postStart!.exec!.command).toEqual([
    AGENT, '--timeout=60', '--on-timeout=continue', '--for=api', '--words=3', 'mark', 'OPEN', '/startup-order/state/api.gate', '--for=api', '--words=2', 'delay', '5',
  ]);
  expect(api.volumeMounts!.map(m => m.name)).toEqual(['startup-order-agent', 'startup-order-state']);
});

test('the end of a container is marked by the agent in front of its command', () => {
  const pod: PodSpecJson = { restartPolicy: 'OnFailure', containers: [box('app', APP), box('db', { command: ['/migrate', '$(A)'], args: ['up'] })] };
  const { spec } = ordered(pod, declared({ app: { dependsOn: [on('db', { condition: StartCondition.COMPLETED })] } }));
  const [db, app] = spec.containers!;
  const end = '/startup-order/state/db.end';
  expect(db).toEqual(box('db', { command: [AGENT, `--reset=${end}`, `--ends=${end}`, '--', '/migrate', '$(A)'], args: ['up'], volumeMounts: app.volumeMounts }));
  expect(app.command!.slice(2, 7)).toEqual(['--for=db', '--words=3', 'mark', 'COMPLETED', end]);
  expect(spec.initContainers![0].command!.slice(-2)).toEqual([FILE, end]);
});

test('a $ of a check is doubled, one of the command is not', () => {
  const declaration = declared({ db: { readyWhen: file('/data/$(X)') }, app: { dependsOn: [on('db')] } });
  const volumeMounts = [{ mountPath: '/data', name: 'data' }];
  const { spec } = ordered({ containers: [box('app', { ...APP, volumeMounts }), box('db', { volumeMounts })] }, declaration);
  const { command } = spec.containers!.find(c => c.name === 'app')!;
  expect(command).toEqual(expect.arrayContaining(['/data/$$(X)', '$(HOME)', '$$']));
});

describe('a startup probe', () => {
  const exec = { exec: { command: ['/up'] }, periodSeconds: 2, failureThreshold: 5, terminationGracePeriodSeconds: 4 };

  test('that is a command runs behind the gate, within its own limit', () => {
    expect(gated({ startupProbe: exec }).app.startupProbe).toEqual({
      exec: {
        command: [
          AGENT, '--for=app', '--words=3', 'mark', 'OPEN', FILE, '--timeout=10', '--on-timeout=fail', '--for=app', '--words=2', 'command', '/up',
        ],
      },
      failureThreshold: 1,
      periodSeconds: 1,
      terminationGracePeriodSeconds: 4,
      timeoutSeconds: 2147483647,
    });
  });

  test('over the network is made by the agent, too, and a liveness probe waits behind it', () => {
    const { startupProbe, livenessProbe } = gated({
      startupProbe: { httpGet: { port: 80 }, periodSeconds: 2, failureThreshold: 5 },
      livenessProbe: { httpGet: { port: 81 }, initialDelaySeconds: 15 },
    }).app;
    expect(startupProbe!.exec!.command!.slice(6)).toEqual([
      '--timeout=10', '--on-timeout=fail', '--for=app', '--words=3', 'http', 'http://127.0.0.1:80/', '200-399',
      '--timeout=15', '--on-timeout=continue', '--for=app', '--words=3', 'http', 'http://127.0.0.1:81/', '200-399',
    ]);
    expect(livenessProbe).toEqual({ httpGet: { port: 81 }, initialDelaySeconds: 15 });
  });

  test('that speaks gRPC stays as it is, but for the number of its tries, and so does a liveness probe, but for its delay', () => {
    const declaration = declared({ db: { readyWhen: tcp(1) }, app: { dependsOn: [on('db', { timeoutSeconds: 9 })] } });
    const grpc = { grpc: { port: 80 }, periodSeconds: 2, failureThreshold: 5 };
    const { startupProbe, livenessProbe } = gated({ startupProbe: grpc, livenessProbe: { ...grpc, initialDelaySeconds: 15 } }, declaration).app;
    expect([startupProbe, livenessProbe]).toEqual([{ ...grpc, failureThreshold: 10 }, { ...grpc, initialDelaySeconds: 24 }]);
  });

  test('keeps that number where it gets a grace period, too', () => {
    const declaration = declared({
      db: { readyWhen: tcp(1) }, app: { dependsOn: [on('db', { timeoutSeconds: 9 })], readyWhen: tcp(2) }, log: { dependsOn: [on('app', { orderedShutdown: true })] },
    });
    const grpc = { grpc: { port: 80 }, periodSeconds: 2, failureThreshold: 5 };
    const { spec } = ordered({ containers: [box('app', { ...APP, startupProbe: grpc }), box('db'), box('log', { command: ['/log'] })] }, declaration);
    expect(spec.containers!.find(c => c.name === 'app')!.startupProbe).toEqual({ ...grpc, failureThreshold: 10, terminationGracePeriodSeconds: 2 });
  });
});

test('with the shell of the image the script stands in the command, and nothing is mounted', () => {
  const declaration = declared({ app: { dependsOn: [outside('api', { check: delay(2) })] } });
  const { spec } = ordered({ containers: [box('app', APP), box('log')] }, declaration, { agent: { shell: AgentShell.IMAGE } });
  const app = spec.containers![0];
  expect(app.command!.slice(0, 2)).toEqual(['sh', '-c']);
  expect(app.command!.slice(3)).toEqual(['wait-agent', '--for=api', '--words=2', 'delay', '2', '--', '/app', '$(HOME)', '$$', '--']);
  expect([app.volumeMounts, app.startupProbe, spec.volumes, spec.initContainers]).toEqual([undefined, undefined, undefined, undefined]);
});
