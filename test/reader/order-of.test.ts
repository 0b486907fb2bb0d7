import { readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { PodReading, readPod } from '../../src/reader/read-pod';
import { workloadsIn } from '../../src/reader/workloads-in';
import { EXAMPLES } from '../examples';
import { documentsOf } from '../lint/documents';

function read(spec: string, version?: string): PodReading {
  return readPod(workloadsIn({ apiVersion: 'v1', kind: 'Pod', spec: parse(spec) as unknown })[0], version);
}

/** `a -> b: RUNNING by position, START_ORDER` */
function ordered({ order }: PodReading): string[] {
  return order.ordered.map(p => `${p.first} -> ${p.then}: ${p.condition} by ${p.by}, ${p.guarantee}${p.waitsFor === undefined ? '' : ` (${p.waitsFor})`}`);
}

function hoped({ order }: PodReading): string[] {
  return order.hoped.map(h => `${h.first ?? '?'} -> ${h.then ?? '?'}: ${h.by} at ${h.path}`);
}

test('regular containers are launched in list order, and that is all', () => {
  const pod = read('containers: [{ name: a }, { name: b }, { name: c }]');
  expect(ordered(pod)).toEqual(['a -> b: RUNNING by position, START_ORDER', 'b -> c: RUNNING by position, START_ORDER']);
  expect(hoped(pod)).toEqual(['a -> b: position at spec.containers[0]', 'b -> c: position at spec.containers[1]']);
});

test('init containers hold what is behind them, the last one all containers', () => {
  expect(ordered(read('{ initContainers: [{ name: i }, { name: j }], containers: [{ name: a }, { name: b }] }'))).toEqual([
    'i -> j: COMPLETED by position, FAIL_CLOSED',
    'j -> a: COMPLETED by position, FAIL_CLOSED',
    'j -> b: COMPLETED by position, FAIL_CLOSED',
    'a -> b: RUNNING by position, START_ORDER',
  ]);
});

describe('a native sidecar', () => {
  const sidecar = (more: string) => `{ initContainers: [{ name: s, restartPolicy: Always, ${more} }], containers: [{ name: a }] }`;

  test('holds what is behind it until it runs', () => {
    expect(ordered(read(sidecar('image: x')))).toEqual(['s -> a: RUNNING by position, FAIL_CLOSED']);
  });

  test('with a startup probe until that has passed; from 1.35 on a restart of the kubelet opens it', () => {
    const spec = sidecar('startupProbe: { tcpSocket: { port: 80 } }');
    expect(ordered(read(spec, '1.34'))).toEqual(['s -> a: STARTED by startupProbe, FAIL_CLOSED (TCP POD_IP:80)']);
    expect(ordered(read(spec, '1.35'))).toEqual(['s -> a: STARTED by startupProbe, START_ORDER (TCP POD_IP:80)']);
  });

  test('with a hook until that has ended, unless the kubelet restarts', () => {
    expect(ordered(read(sidecar('lifecycle: { postStart: { exec: { command: [pilot-agent, wait] } } }'))))
      .toEqual(['s -> a: STARTED by postStart, START_ORDER (http://localhost:15021/healthz/ready)']);
  });

  test('holds nothing with its readiness probe', () => {
    expect(hoped(read(sidecar('readinessProbe: { tcpSocket: { port: 80 } }')))).toEqual(['s -> a: readinessProbe at spec.initContainers[0].readinessProbe']);
  });

  test('is on older nodes an init container that never ends', () => {
    const pod = read(sidecar('image: x'), '1.28');
    expect(ordered(pod)).toEqual(['s -> a: COMPLETED by position, FAIL_CLOSED']);
    expect(hoped(pod)).toEqual(['s -> a: restartPolicy at spec.initContainers[0].restartPolicy']);
    expect(pod.order.containers.map(c => [c.name, c.blocks])).toEqual([['s', true], ['a', false]]);
  });

  test('is waited for by an init container that asks at its port', () => {
    expect(ordered(read(`{
      initContainers: [
        { name: s, restartPolicy: Always, ports: [{ containerPort: 5432 }] },
        { name: w, command: [sh, -c, "until nc -z localhost 5432; do sleep 1; done"] } ],
      containers: [{ name: a }] }`))).toEqual([
      's -> w: RUNNING by position, FAIL_CLOSED',
      'w -> a: COMPLETED by position, FAIL_CLOSED',
      's -> a: READY by initContainer, FAIL_CLOSED (TCP localhost:5432)',
    ]);
  });
});

describe('a postStart hook', () => {
  test.each([
    ['{ exec: { command: [sh, -c, sleep 8] } }', '8 s'],
    ['{ sleep: { seconds: 5 } }', '5 s'],
    ['{ exec: { command: [sh, -c, "until curl -fs localhost:9901/ready; do sleep 1; done"] } }', 'http://localhost:9901/ready'],
    ['{ exec: { command: [sh, -c, "until [ -e /tmp/up ]; do sleep 1; done"] } }', 'the file /tmp/up'],
  ])('holds the next container when nothing fails: %s', (hook, words) => {
    const pod = read(`containers: [{ name: a, lifecycle: { postStart: ${hook} } }, { name: b }]`);
    expect(ordered(pod)).toEqual([`a -> b: STARTED by postStart, START_ORDER (${words})`]);
    expect(hoped(pod)).toEqual([]);
  });

  test('that is one request, or none at all, holds nobody', () => {
    expect(hoped(read('containers: [{ name: a, lifecycle: { postStart: { httpGet: { port: 80 } } } }, { name: b, lifecycle: { postStart: { tcpSocket: { port: 81 } } } }]'))).toEqual([
      'a -> b: postStart at spec.containers[0].lifecycle.postStart',
      'a -> b: position at spec.containers[0]',
      'b -> ?: postStart at spec.containers[1].lifecycle.postStart',
    ]);
  });

  test('on the last container holds nobody', () => {
    expect(hoped(read('containers: [{ name: a }, { name: b, lifecycle: { postStart: { exec: { command: [sleep, "5"] } } } }]'))).toEqual([
      'a -> b: position at spec.containers[0]',
      'b -> ?: postStart at spec.containers[1].lifecycle.postStart',
    ]);
    expect(hoped(read('containers: [{ name: a }, { name: b, lifecycle: { postStart: { sleep: { seconds: 5 } } } }]'))[1]).toBe('b -> ?: postStart at spec.containers[1].lifecycle.postStart');
    // Nobody hopes for an order from a hook that sets something up, or from one that has nobody around it.
    expect(hoped(read('containers: [{ name: a }, { name: b, lifecycle: { postStart: { exec: { command: [/setup] } } } }]'))).toEqual(['a -> b: position at spec.containers[0]']);
    expect(hoped(read('containers: [{ name: b, lifecycle: { postStart: { sleep: { seconds: 5 } } } }]'))).toEqual([]);
  });

  test('can wait for another container than its own', () => {
    expect(ordered(read(`containers: [
      { name: a, ports: [{ containerPort: 80 }] },
      { name: b, lifecycle: { postStart: { exec: { command: [sh, -c, "until nc -z 127.0.0.1 80; do sleep 1; done"] } } } },
      { name: c }]`))).toEqual([
      'a -> b: RUNNING by position, START_ORDER',
      'b -> c: STARTED by postStart, START_ORDER (TCP 127.0.0.1:80)',
      'a -> c: READY by postStart, START_ORDER (TCP 127.0.0.1:80)',
    ]);
  });
});

test('probes of a regular container hold nobody', () => {
  expect(hoped(read('containers: [{ name: a, startupProbe: { exec: { command: [x] } }, readinessProbe: { exec: { command: [x] } } }, { name: b }]'))).toEqual([
    'a -> b: startupProbe at spec.containers[0].startupProbe',
    'a -> b: readinessProbe at spec.containers[0].readinessProbe',
    'a -> b: position at spec.containers[0]',
  ]);
});

test('a command that waits for another container does so at each start, wherever that stands; one that gives up may not', () => {
  const pod = (script: string) => read(`containers: [{ name: app, command: [sh, -c, "${script}; exec /app"] }, { name: cache, image: "redis:7" }]`);
  expect(ordered(pod('until nc -z localhost 6379; do sleep 1; done'))[1]).toBe('cache -> app: READY by command, EVERY_START (TCP localhost:6379)');
  expect(ordered(pod('timeout 9 sh -c \'until nc -z localhost 6379; do sleep 1; done\''))[1]).toBe('cache -> app: READY by command, START_ORDER (TCP localhost:6379)');
});

test('a command that waits for what it has put into the background waits for no other container', () => {
  const pod = read('containers: [{ name: app, command: [sh, -c, "redis-server & until nc -z localhost 6379; do sleep 1; done; exec /app"] }, { name: cache, image: "redis:7" }]');
  expect(ordered(pod)).toEqual(['app -> cache: RUNNING by position, START_ORDER']);
});

test('a delay in front of a command waits for nobody', () => {
  expect(hoped(read('containers: [{ name: a, command: [sh, -c, sleep 5 && exec /a] }]'))).toEqual(['? -> a: sleep at spec.containers[0]']);
});

test('what is outside the pod holds what is behind an init container, a hook, or a command', () => {
  const wait = (host: string) => `command: [sh, -c, "until nc -z ${host} 80; do sleep 1; done; exec /x"]`;
  const { order } = read(`{ initContainers: [{ name: i, ${wait('db')} }], containers: [{ name: a, ${wait('config')} }, { name: b }] }`);
  expect(order.outside.map(o => [o.container, o.waitsFor, o.holds])).toEqual([['i', 'TCP db:80', ['a', 'b']], ['a', 'TCP config:80', ['a']]]);
});

describe('what this library has made', () => {
  const golden = (name: string, at = 0, version?: string) => readPod(documentsOf(readFileSync(join(EXAMPLES.find(e => e.name === name)!.directory, 'expected.yaml'), 'utf8'))
    .flatMap(workloadsIn)[at], version);

  test('a gate and the agent in front of it', () => {
    const pod = golden('cronjob-retry');
    expect(ordered(pod).filter(line => !line.includes('by position'))).toEqual(['proxy -> export: READY by gate, EVERY_START (tcp 127.0.0.1 5432)']);
    expect(pod.order.containers.filter(c => c.injected).map(c => c.name)).toEqual(['install-wait-agent']);
    expect(hoped(pod)).toEqual([]);
  });

  test('a gate that waits for a mark', () => {
    expect(ordered(golden('b2-reversed-list'))).toContain('container1 -> container2: READY by gate, FAIL_CLOSED (mark READY /startup-order/state/container1)');
  });

  test('a guard, and what becomes of it on nodes that do not know it', () => {
    expect(ordered(golden('drain-before-proxy'))).toContain('proxy -> app: READY by guard, FAIL_CLOSED');
    expect(hoped(golden('drain-before-proxy', 0, '1.34')).filter(line => line.includes('guard'))).toEqual(['proxy -> app: guard at spec.template.spec.containers[1].env[0]']);
  });

  test('an agent whose script stands in the command', () => {
    expect(ordered(golden('agent-image-volume'))).toContain('cache -> app: READY by gate, EVERY_START (tcp 127.0.0.1 6379)');
    expect(golden('c2-config-service').order.outside.map(o => o.container)).toEqual(['wait-for-apollo-configservice-fat']);
  });

  // In the tutorial a 'sleep' plays the cache that loads.
  const meant: Readonly<Record<string, readonly string[]>> = { 'first-ordered-pod': ['? -> cache: sleep at spec.containers[0]'] };

  test.each(EXAMPLES.flatMap(e => e.name === 'a1-no-order' ? [] : [e.name]))('no startup probe or hook of %s was in vain', name => {
    const all = documentsOf(readFileSync(join(EXAMPLES.find(e => e.name === name)!.directory, 'expected.yaml'), 'utf8')).flatMap(workloadsIn).map(w => readPod(w));
    expect(all.flatMap(hoped).filter(line => /: (startupProbe|postStart|sleep|guard|restartPolicy)/.test(line))).toEqual(meant[name] ?? []);
  });
});

test('a variable from a file that one other container can write holds, whoever wrote the manifest', () => {
  const spec = (more = '') => `{ volumes: [{ name: marks, emptyDir: {} }], containers: [
    { name: cache, volumeMounts: [{ name: marks, mountPath: /marks }], startupProbe: { exec: { command: [/mark] } } },
    { name: app, env: [{ name: CACHE_READY, valueFrom: { fileKeyRef: { volumeName: marks, path: cache, key: UP${more} } } }] }] }`;
  expect(ordered(read(spec()))).toContain('cache -> app: READY by guard, FAIL_CLOSED');
  expect(hoped(read(spec()))).toEqual([]);
  expect(ordered(read(spec(', optional: true')))).toEqual(['cache -> app: RUNNING by position, START_ORDER']);
});

test('ports are found by declaration, probe, argument and image', () => {
  const app = 'command: [sh, -c, "until nc -z localhost 7000; do sleep 1; done; exec /x"]';
  for (const other of ['ports: [{ containerPort: 7000 }]', 'readinessProbe: { tcpSocket: { port: 7000 } }', 'args: [--port=7000]', 'args: [-port, "7000"]']) {
    expect(ordered(read(`containers: [{ name: other, ${other} }, { name: app, ${app} }]`))).toContain('other -> app: READY by command, EVERY_START (TCP localhost:7000)');
  }
  expect(ordered(read(`containers: [{ name: other }, { name: app, ${app} }]`))).toEqual(['other -> app: RUNNING by position, START_ORDER']);
});
