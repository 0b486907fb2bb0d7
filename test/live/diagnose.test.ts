import { RECORDED, recorded } from './recorded';
import { diagnoseJson } from '../../tools/live/diagnose';

/** The answer for each recorded pod, on 1.37. T replaces a time, ADDRESS the IP address of a pod. */
const ANSWERS: Readonly<Record<string, readonly [state: string, sentence: string]>> = {
  'all-well': ['all-well', 'all is well: its 2 containers have been ready since T, N s after the pod was created.'],
  'crash-loop': ['crash-loop', "'first' crashes: exit code 1 at T, N restart so far"],
  'gate-crash': ['gate-waits', "'app' has not started: the gate of 'app' has waited for 'cache' (TCP 127.0.0.1:6379) since T, and 'cache' crashes: exit code 1 at T, "
    + 'N restart so far, the kubelet waits 10s before the next start.'],
  'gate-timed-out': ['gate-timed-out', "'app' has not started: the gate of 'app' gave up waiting for 'cache' (TCP 127.0.0.1:6379) at T (exit code 124, "],
  'gate-waits': ['gate-waits', "'app' has not started: the gate of 'app' has waited for 'cache' (TCP 127.0.0.1:6379) since T."],
  'guard-holds': ['guard-holds', "'app' has not started: the guard of 'app' has held it since T, until 'cache' is READY (GET http://127.0.0.1:8080/ready)."],
  'hook-failed': ['hook-failed', "the postStart hook of 'first' failed at T, and the kubelet killed the container: command 'test-app hook -name=first -lasts=1s "
    + "-exit-code=1' exited with 1; 'second' started anyway."],
  'hook-running': ['hook-running', "'app' has not started: the postStart hook of 'cache' has waited for TCP 127.0.0.1:6379 since T, and the kubelet starts no other container until it ends."],
  'hook-running-by-hand': ['hook-running', "'second' has not started: the postStart hook of 'first' has run since T, and the kubelet starts no other container until it ends."],
  'image': ['image', "'first' has not started: pulling the image of 'first' has failed since T, registry.local/missing:1: failed to pull and unpack image "],
  'init-timed-out': ['init-timed-out', "'app' and 'metrics' have not started: init container 'wait-for-database' gave up waiting for 'database' (TCP ADDRESS:5432) at T (exit code 124, "],
  'init-wait': ['init-waits', "'app' and 'metrics' have not started: init container 'wait-for-database' has waited for 'database' (TCP ADDRESS:5432) since T."],
  'native-well': ['all-well', 'all is well: its 2 containers have been ready since T, N s after the pod was created.'],
  'no-node': ['no-node', "no container has started: there has been no node for the pod since T: 0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. "],
  'restarted': ['all-well', "all is well: its 2 containers have been ready since T, N s after the pod was created; 'first' has restarted once, last after exit code 1 at T."],
  'sidecar-not-started': ['sidecar-not-started', "'app' has not started: the startup probe of native sidecar 'proxy' has not passed since T; last failure at T: "
    + 'Startup probe failed: HTTP probe failed with statuscode: 503.'],
};

const general = (sentence: string) => sentence.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'T').replace(/10\.244\.\d+\.\d+/g, 'ADDRESS')
  .replace(/\b\d+ (s after|restart)s?\b/g, (_all, what) => `N ${what}`);

test('each answer has a recorded pod', () => { expect(RECORDED).toEqual(Object.keys(ANSWERS).sort()); });

test.each(RECORDED)('the answer for %s', name => {
  const { pod, events } = recorded(name);
  const { state, sentence } = diagnoseJson(pod, events);
  const [expected, begins] = ANSWERS[name];
  expect(state).toBe(expected);
  expect(general(sentence).slice(0, begins.length)).toBe(begins);
  expect(sentence).toMatch(/[^.]\.$/);
  expect(sentence).not.toMatch(/undefined|NaN|\n/);
});

test('with the current time, the answer contains the duration', () => {
  const { pod, events, at } = recorded('init-wait');
  expect(diagnoseJson(pod, events, Date.parse(at) / 1000).sentence).toMatch(/ for 3 s \(since 2026-11-22T[\d:]+Z\)\.$/);
});

describe('states without a recording', () => {
  const CREATED = '2026-01-01T00:00:00Z';
  const pod = (status: object, containers: object[] = [{ name: 'app', image: 'app:1' }], metadata = {}, spec = {}) =>
    ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', uid: 'u', creationTimestamp: CREATED, ...metadata }, spec: { containers, ...spec }, status });
  const event = (reason: string, message: string, more: object = {}) => ({
    type: 'Warning', reason, message, involvedObject: { name: 'web', uid: 'u' }, metadata: { name: 'web.x' }, firstTimestamp: '2026-01-01T00:00:05Z', lastTimestamp: '2026-01-01T00:00:09Z', ...more,
  });
  const list = (...items: object[]) => ({ kind: 'List', items });
  const runs = (name: string, more: object = {}) => ({ name, ready: true, started: true, state: { running: { startedAt: CREATED } }, ...more });
  const ended = (exitCode: number, more: object = {}) => ({ name: 'app', state: { terminated: { exitCode, ...more } } });
  const about = (container: string) => ({ involvedObject: { name: 'web', fieldPath: `spec.${container}` } });
  const LOOPBACK = "; if the server has started, the likely cause is that the server listens on 127.0.0.1 only, and the kubelet asks the pod's IP";
  const SIDECAR = { initContainers: [{ name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' }] };

  test.each<[string, object, object, string, string]>([
    ['a native sidecar that has restarted', pod({
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:07Z' }],
      initContainerStatuses: [runs('proxy', { restartCount: 1 })],
      containerStatuses: [runs('app')],
    }, undefined, {}, SIDECAR), list(), 'all-well',
    "all is well: its 2 containers have been ready since 2026-01-01T00:00:07Z, 7 s after the pod was created; 'proxy' has restarted once."],
    ['a missing volume', pod({ phase: 'Pending' }), list(event('FailedMount', 'secret "db" not found')), 'no-sandbox',
      'no container has started: FailedMount since 2026-01-01T00:00:05Z: secret "db" not found.'],
    ['an event of an earlier pod with the same name', pod({ phase: 'Pending' }), list(event('FailedMount', 'old', { involvedObject: { name: 'web', uid: 'v' } })), 'creating',
      "the kubelet has not started 'app' yet."],
    ['a slow pull of an image', pod({ phase: 'Pending' }), list(event('Pulling', 'Pulling image "app:1"', { type: 'Normal', ...about('containers{app}') })),
      'pulling', "'app' has not started: the kubelet has been pulling the image of 'app' since 2026-01-01T00:00:09Z: app:1."],
    ['a pod that has succeeded', pod({ phase: 'Succeeded' }), list(), 'ended', 'all is well: its one container has exited with code 0.'],
    ['a pod that was evicted', pod({ phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' }), list(), 'failed',
      'the pod has failed (The node was low on resource: memory.).'],
    ['a pod that has failed', pod({ phase: 'Failed', containerStatuses: [ended(137, { reason: 'OOMKilled', finishedAt: CREATED })] }), list(), 'failed',
      "the pod has failed: 'app' with exit code 137 (OOMKilled) at 2026-01-01T00:00:00Z."],
    ['a missing ConfigMap', pod({
      phase: 'Pending', containerStatuses: [{ name: 'app', state: { waiting: { reason: 'CreateContainerConfigError', message: 'configmap "x" not found' } } }],
    }), list(), 'config', "'app' has not started: creating 'app' has failed, CreateContainerConfigError: configmap \"x\" not found."],
    ['a readiness probe that fails', pod({ phase: 'Running', containerStatuses: [runs('app', { ready: false })] }),
      list(event('Unhealthy', 'Readiness probe failed: 503', about('containers{app}'))), 'not-ready',
      "'app' has run since 2026-01-01T00:00:00Z and is not ready; last failure at 2026-01-01T00:00:09Z: Readiness probe failed: 503."],
    ['a pod that is being deleted', pod({ phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', message: 'no' }] }, undefined, { deletionTimestamp: CREATED }), list(), 'no-node',
      'the pod has been terminating since 2026-01-01T00:00:00Z; until then: no container has started: there has been no node for the pod: no.'],
    ['an outdated warning', pod({ phase: 'Pending' }), list(
      event('FailedScheduling', '0/1 nodes are available'), event('Scheduled', 'Successfully assigned', { type: 'Normal', firstTimestamp: '2026-01-01T00:00:10Z' }),
    ), 'creating', "the kubelet has not started 'app' yet."],
    ['a readiness gate', pod({
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: 'the status of pod readiness gate "lb" is not "True", but False' }],
      containerStatuses: [runs('app')],
    }), list(), 'not-ready', 'its one container is ready, but the pod has not been: the status of pod readiness gate "lb" is not "True", but False.'],
    ['a pod with one ended container', pod({ phase: 'Running', containerStatuses: [ended(0), runs('b')] }, [{ name: 'app' }, { name: 'b' }], {}, { restartPolicy: 'Never' }),
      list(), 'all-well', "all is well: 'app' has exited with code 0, 'b' is ready."],
    ['a container that ends although the kubelet restarts it', pod({ phase: 'Running', containerStatuses: [ended(0)] }), list(), 'not-ready',
      "'app' has exited with code 0, and the kubelet restarts each container that exits."],
    ['a native sidecar that has started and is not ready',
      pod({ phase: 'Running', initContainerStatuses: [runs('proxy', { ready: false })], containerStatuses: [runs('app')] }, undefined, {}, SIDECAR),
      list(event('Unhealthy', 'Readiness probe failed: 503', about('initContainers{proxy}'))), 'not-ready',
      "'proxy' has run since 2026-01-01T00:00:00Z and is not ready; last failure at 2026-01-01T00:00:09Z: Readiness probe failed: 503."],
    ['a native sidecar that crashes while the other containers run', pod({
      phase: 'Running', initContainerStatuses: [{ ...ended(1), name: 'proxy', restartCount: 1 }], containerStatuses: [runs('app')],
    }, undefined, {}, SIDECAR), list(), 'crash-loop', "'proxy' crashes: exit code 1, 1 restart so far."],
    ...['Get "http://10.244.0.9:9901/ready": dial tcp 10.244.0.9:9901: connect: connection refused', 'HTTP probe failed with statuscode: 503'].map((failure, i): [string, object, object, string, string] => [
      `a native sidecar whose startup probe fails: ${failure}`,
      pod({ phase: 'Pending', initContainerStatuses: [runs('proxy', { ready: false, started: false })] }, undefined, {},
        { initContainers: [{ ...SIDECAR.initContainers[0], startupProbe: { httpGet: { path: '/ready', port: 9901 } } }] }),
      list(event('Unhealthy', `Startup probe failed: ${failure}`, about('initContainers{proxy}'))),
      'sidecar-not-started',
      "'app' has not started: the startup probe of native sidecar 'proxy' has not passed since 2026-01-01T00:00:00Z; "
        + `last failure at 2026-01-01T00:00:09Z: Startup probe failed: ${failure}${i === 0 ? LOOPBACK : ''}.`,
    ]),
    ...['2026-01-01T00:00:19Z', '2026-01-01T00:00:20Z'].map((lastTimestamp, i): [string, object, object, string, string] => [
      `a gate whose startup probe the kubelet makes, with a failure at ${lastTimestamp}`,
      pod({ containerStatuses: [runs('app', { ready: false, started: false })] },
        [{ name: 'app', image: 'app:1', command: ['/startup-order/wait', '--for=db', '--tcp=127.0.0.1:1', '--', '/app'], startupProbe: { tcpSocket: { port: 1 } } }]),
      list(event('Unhealthy', 'Startup probe failed: dial tcp 10.244.0.9:1: connect: connection refused', { lastTimestamp, ...about('containers{app}') })),
      'gate-waits',
      `'app' has not started: the gate of 'app' has waited for 'db' (TCP 127.0.0.1:1) since 2026-01-01T00:00:00Z${i === 1 ? LOOPBACK : ''}.`,
    ]),
    ['a new pod', pod({}), list(), 'creating', "the kubelet has not started 'app' yet."],
  ])('%s', (_what, live, events, state, sentence) => { expect(diagnoseJson(live, events)).toMatchObject({ state, sentence }); });
});
