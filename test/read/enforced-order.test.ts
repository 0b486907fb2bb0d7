import { parse } from 'yaml';
import { computeCost } from '../../src/report/labels';
import { predict } from '../../src/report/predict';
import { findWorkloads } from '../../tools/read/find-workloads';
import { createPlanFromManifest } from '../../tools/read/plan-from-manifest';
import { PodReading, readPod } from '../../tools/read/read-pod';
import { box, ContainerJson, ContainerRole, declared, on, orderedTemplate, outside, PodDeclaration, PodSpecJson, tcp } from '../dsl';

const read = (spec: string, version?: string): PodReading =>
  readPod(findWorkloads({ apiVersion: 'v1', kind: 'Pod', spec: parse(spec) as unknown })[0], version);

/** `a -> b: RUNNING by position, BEST_EFFORT` */
const ordered = ({ order }: PodReading): string[] =>
  order.ordered.map(p => `${p.first} -> ${p.then}: ${p.condition} by ${p.by}, ${p.guarantee}${p.waitsFor === undefined ? '' : ` (${p.waitsFor})`}`);

/** `a -> b, c: RUNNING by position, BEST_EFFORT` for consecutive orders that differ in their dependent only. */
const grouped = (pod: PodReading) => ordered(pod).join('\n').replace(/^(.*) -> (.*)(: .*)((?:\n\1 -> .*\3)+)$/gm, (_all, first, then, rest, others) =>
  `${first} -> ${[then, ...others.split('\n').slice(1).map((line: string) => line.slice(`${first} -> `.length, -rest.length))].join(', ')}${rest}`).split('\n');

const unenforced = ({ order }: PodReading): string[] => order.unenforced.map(h => `${h.first ?? '?'} -> ${h.then ?? '?'}: ${h.by} at ${h.path}`);

const sidecar = (more: string) => `{ initContainers: [{ name: s, restartPolicy: Always, ${more} }], containers: [{ name: a }] }`;
const waitsFor = (port: number) => `command: [sh, -c, "until nc -z 127.0.0.1 ${port}; do sleep 1; done"]`;

test.each([
  ['regular containers start in list order, without a wait', 'containers: [{ name: a }, { name: b }, { name: c }]',
    ['a -> b, c: RUNNING by position, BEST_EFFORT', 'b -> c: RUNNING by position, BEST_EFFORT']],
  ['an init container holds all containers that start later', '{ initContainers: [{ name: i }, { name: j }], containers: [{ name: a }, { name: b }] }',
    ['i -> j, a, b: COMPLETED by position, FAIL_CLOSED', 'j -> a, b: COMPLETED by position, FAIL_CLOSED', 'a -> b: RUNNING by position, BEST_EFFORT']],
  ['a native sidecar with a startup probe that speaks HTTP/2', sidecar('startupProbe: { httpGet: { port: 80, protocol: HTTP2 } }'),
    ['s -> a: STARTED by startupProbe, FAIL_CLOSED (GET http://POD_IP:80/ (HTTP2))']],
  ['a native sidecar holds later containers until it runs', sidecar('image: x'), ['s -> a: RUNNING by position, FAIL_CLOSED']],
  ['a native sidecar with a hook holds later containers until the hook has completed, unless the kubelet restarts',
    sidecar('lifecycle: { postStart: { exec: { command: [pilot-agent, wait] } } }'),
    ['s -> a: STARTED by postStart, BEST_EFFORT (http://localhost:15021/healthz/ready)', 's -> a: RUNNING by position, FAIL_CLOSED']],
  ['a native sidecar is the dependency of an init container that checks its port',
    `{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 80 }] }, { name: w, ${waitsFor(80)} }], containers: [{ name: a }] }`, [
      's -> w, a: RUNNING by position, FAIL_CLOSED', 'w -> a: COMPLETED by position, FAIL_CLOSED', 's -> a: READY by initContainer, FAIL_CLOSED (TCP 127.0.0.1:80)',
    ]],
  ['a postStart hook can wait for another container than its own',
    `containers: [{ name: a, ports: [{ containerPort: 80 }] }, { name: b, lifecycle: { postStart: { exec: { ${waitsFor(80)} } } } }, { name: c }]`, [
      'a -> b, c: RUNNING by position, BEST_EFFORT',
      'b -> c: STARTED by postStart, BEST_EFFORT (TCP 127.0.0.1:80)', 'a -> c: READY by postStart, BEST_EFFORT (TCP 127.0.0.1:80)',
    ]],
])('%s', (_what, spec, expected) => { expect([grouped(read(spec)), unenforced(read(spec))]).toEqual([expected, []]); });

describe('a native sidecar', () => {
  test('with a startup probe holds later containers until it has passed, except for a bug of the kubelet', () => {
    const spec = sidecar('startupProbe: { tcpSocket: { port: 80 } }');
    for (const [version, affected] of [['1.29', '1.35 to 1.37'], ['1.34', '1.35 to 1.37'], ['1.35', '1.35 to 1.37'], ['1.37', '1.37']]) {
      const pod = read(spec, version);
      expect(ordered(pod)).toEqual(['s -> a: STARTED by startupProbe, FAIL_CLOSED (TCP POD_IP:80)']);
      const [{ exceptions }] = createPlanFromManifest(pod).dependencies;
      expect(exceptions!.map(e => e.split(':')[0])).toEqual([`kubernetes#142305 on ${affected}`]);
    }
  });

  test('with a readiness probe only holds no container; the reader reports containers that use its port', () => {
    const probed = (app: string) => read(`{
      initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, ${app} }, { name: b }] }`);
    for (const app of ['args: ["--proxy=http://localhost:80/"]', 'env: [{ name: HOST, value: 127.0.0.1 }, { name: PORT, value: "80" }]']) {
      expect(unenforced(probed(app))).toEqual(['s -> a: readinessProbe at spec.initContainers[0].readinessProbe']);
      expect(ordered(probed(app)).filter(line => line.startsWith('s -> a'))).toEqual(['s -> a: RUNNING by position, FAIL_CLOSED']);
    }
    expect(unenforced(probed('args: [--port=80, --db=db:80]'))).toEqual([]);
  });

  test('holds no container while its command waits, inside or outside the pod', () => {
    const waits = (host: string) => read(`{
      initContainers: [
        { name: db, restartPolicy: Always, ports: [{ containerPort: 5432 }], startupProbe: { tcpSocket: { port: 5432 } } },
        { name: w, restartPolicy: Always, command: [sh, -c, "until nc -z ${host} 5432; do sleep 1; done; sleep infinity"] } ],
      containers: [{ name: a }, { name: b }] }`, '1.34');
    const unenforcedWaits = ['w -> a: command at spec.initContainers[1]', 'w -> b: command at spec.initContainers[1]'];
    expect(grouped(waits('localhost'))).toEqual([
      'db -> w, a, b: STARTED by startupProbe, FAIL_CLOSED (TCP POD_IP:5432)',
      'w -> a, b: RUNNING by position, FAIL_CLOSED',
      'a -> b: RUNNING by position, BEST_EFFORT',
      'db -> w: READY by command, EVERY_START (TCP localhost:5432)',
    ]);
    expect([unenforced(waits('localhost')), unenforced(waits('db.shop'))]).toEqual([unenforcedWaits, unenforcedWaits]);
    expect(waits('db.shop').order.outside.map(o => [o.container, o.waitsFor, o.holds, o.guarantee])).toEqual([['w', 'TCP db.shop:5432', ['w'], 'EVERY_START']]);
  });

  test('on older nodes is an init container that never ends', () => {
    const pod = read(sidecar('image: x'), '1.28');
    expect(ordered(pod)).toEqual(['s -> a: COMPLETED by position, FAIL_CLOSED']);
    expect(unenforced(pod)).toEqual(['s -> a: restartPolicy at spec.initContainers[0].restartPolicy']);
    expect(pod.order.containers.map(c => [c.name, c.blocks])).toEqual([['s', true], ['a', false]]);
  });
});

describe('a postStart hook', () => {
  test.each([
    ['{ exec: { command: [sh, -c, sleep 8] } }', '8 s'],
    ['{ sleep: { seconds: 5 } }', '5 s'],
    ['{ exec: { command: [sh, -c, "until curl -fs localhost:9901/ready; do sleep 1; done"] } }', 'http://localhost:9901/ready'],
    ['{ exec: { command: [sh, -c, "until [ -e /tmp/up ]; do sleep 1; done"] } }', 'the file /tmp/up'],
  ])('holds all later containers when nothing fails: %s', (hook, words) => {
    const pod = read(`containers: [{ name: x }, { name: a, lifecycle: { postStart: ${hook} } }, { name: b }, { name: c }]`);
    expect(grouped(pod).filter(line => line.startsWith('a'))).toEqual([`a -> b, c: STARTED by postStart, BEST_EFFORT (${words})`]);
    expect(unenforced(pod)).toEqual([]);
  });

  const first = 'a -> b: postStart at spec.containers[0].lifecycle.postStart';
  const last = 'b -> ?: postStart at spec.containers[1].lifecycle.postStart';
  const hook = (name: string, handler: string) => `{ name: ${name}, lifecycle: { postStart: { ${handler} } } }`;

  test.each([
    ['holds no container with httpGet or tcpSocket', `${hook('a', 'httpGet: { host: "", port: 80 }')}, ${hook('b', 'tcpSocket: { port: 81 }')}`, [first]],
    ['notifies another host', `${hook('a', 'httpGet: { host: registry, port: 80 }')}, { name: b }`, []],
    ['holds no container on the last container', `{ name: a }, ${hook('b', 'exec: { command: [sleep, "5"] }')}`, [last]],
    ['holds no container on the last container, with sleep', `{ name: a }, ${hook('b', 'sleep: { seconds: 5 }')}`, [last]],
    ['implies no order if it only sets up its container', `{ name: a }, ${hook('b', 'exec: { command: [/setup] }')}`, []],
    ['implies no order in a pod with one container', hook('b', 'sleep: { seconds: 5 }'), []],
  ])('%s', (_what, containers, expected) => { expect(unenforced(read(`containers: [${containers}]`))).toEqual(expected); });

  test('that waits for a later container orders nothing after that container', () => {
    const pod = read(`containers: [${hook('a', `exec: { ${waitsFor(80)} }`)}, { name: b, ports: [{ containerPort: 80 }] }, { name: c }]`);
    expect(grouped(pod)).toEqual(['a -> b, c: STARTED by postStart, BEST_EFFORT (TCP 127.0.0.1:80)', 'b -> c: RUNNING by position, BEST_EFFORT']);
    expect(createPlanFromManifest(pod).containers[0]._postStart!.waitsFor).toEqual(['b']);
  });
});

describe('a probe of a regular container holds no container', () => {
  const probes = (names: string) => names.split(' ').map(name => `${name}Probe: { tcpSocket: { port: 80 } }`).join(', ');
  const STARTUP = 'a -> b: startupProbe at spec.containers[0].startupProbe';
  const READINESS = 'a -> b: readinessProbe at spec.containers[0].readinessProbe';

  test.each([
    ['both probes for a later container that uses its port', probes('startup readiness'), 'args: [--upstream, "localhost:80"]', [STARTUP, READINESS]],
    ['no probe with a use for its own container', probes('startup readiness liveness'), 'args: [--verbose]', []],
    ['no probe for an earlier container', 'args: [--upstream, "localhost:80"]', probes('startup readiness'), []],
    ['a startup probe without another use', probes('startup'), 'image: x', [STARTUP]],
    ['no startup probe with a limit', 'ports: [{ containerPort: 80 }], startupProbe: { failureThreshold: 3, tcpSocket: { port: 80 } }', 'image: x', []],
  ])('the reader reports %s', (_what, a, b, expected) => { expect(unenforced(read(`containers: [{ name: a, ${a} }, { name: b, ${b} }]`))).toEqual(expected); });
});

test('two containers with the same name are two containers', () => {
  const pod = read('{ initContainers: [{ name: a, command: [sleep, "5"] }], containers: [{ name: a, ports: [{ containerPort: 80 }] }, { name: b }] }');
  expect(ordered(pod)).toEqual([
    'a -> a (containers[0]): COMPLETED by position, FAIL_CLOSED',
    'a -> b: COMPLETED by position, FAIL_CLOSED',
    'a (containers[0]) -> b: RUNNING by position, BEST_EFFORT',
  ]);
  expect(createPlanFromManifest(pod).containers.map(c => [c.name, c.list])).toEqual([['a', 'initContainers'], ['a (containers[0])', 'containers'], ['b', 'containers']]);
});

describe('a command that waits for another container', () => {
  const pod = (script: string) => read(`containers: [{ name: app, command: [sh, -c, "${script}; exec /app"] }, { name: cache, image: "redis:7" }]`);
  const WAIT = 'until nc -z localhost 6379; do sleep 1; done';

  test.each([
    [WAIT, 'EVERY_START'], [`timeout 9 sh -c '${WAIT}'`, 'BEST_EFFORT'],
  ])('orders each start, with a limit as far as possible: %s', (script, guarantee) => {
    expect(ordered(pod(script))[1]).toBe(`cache -> app: READY by command, ${guarantee} (TCP localhost:6379)`);
  });

  test.each([
    ['that a condition can skip', `/skip || ${WAIT}`, ['cache -> app: command at spec.containers[0]']],
    ['in one case', `case $X in a) ${WAIT};; esac`, ['cache -> app: command at spec.containers[0]']],
    ['for its own background process', `redis-server & ${WAIT}`, []],
  ])('enforces no order with a wait %s', (_what, script, expected) => {
    expect([ordered(pod(script)), unenforced(pod(script))]).toEqual([['app -> cache: RUNNING by position, BEST_EFFORT'], expected]);
  });
});

describe('a command that waits for a file', () => {
  const pod = (volume: string, more = '') => read(`{
    volumes: [{ name: run, ${volume} }],
    containers: [
      { name: db, volumeMounts: [{ name: run, mountPath: /var/run }] }, ${more}
      { name: app, command: [sh, -c, "until [ -S /run/db.sock ]; do sleep 1; done; exec /app"], volumeMounts: [{ name: run, mountPath: /run }] } ] }`);
  const orders = (...given: Parameters<typeof pod>) => ordered(pod(...given)).filter(line => !line.includes('by position'));

  test('waits for the only other container that mounts the emptyDir', () => {
    expect(orders('emptyDir: {}')).toEqual(['db -> app: READY by command, BEST_EFFORT (the file /run/db.sock)']);
    expect(pod('emptyDir: {}').order.ordered.at(-1)!.reason).toBe('its own command waits at each start; the file stays when the other container restarts');
  });

  test('can wait for another pod, or for one of several containers', () => {
    expect(orders('hostPath: { path: /run }')).toEqual([]);
    expect(orders('emptyDir: {}', '{ name: other, volumeMounts: [{ name: run, mountPath: /run }] },')).toEqual([]);
  });
});

test('a delay before a command waits for no container', () => {
  expect(unenforced(read('containers: [{ name: a, command: [sh, -c, sleep 5 && exec /a] }]'))).toEqual(['? -> a: sleep at spec.containers[0]']);
});

test('a wait for something outside the pod holds later containers, or its own command', () => {
  const wait = (host: string) => `command: [sh, -c, "until nc -z ${host} 80; do sleep 1; done; exec /x"]`;
  const { order } = read(`{ initContainers: [{ name: i, ${wait('db')} }], containers: [{ name: a, ${wait('config')} }, { name: b }] }`);
  expect(order.outside.map(o => [o.container, o.waitsFor, o.holds])).toEqual([['i', 'TCP db:80', ['a', 'b']], ['a', 'TCP config:80', ['a']]]);
});

describe('in a manifest of this library, the reader finds', () => {
  const made = (containers: readonly ContainerJson[], declaration: PodDeclaration, version = '1.37', more: Partial<PodSpecJson> = {}, readAt = version, labels = {}) => readPod(findWorkloads({
    apiVersion: 'v1', kind: 'Pod', ...orderedTemplate({ metadata: { labels }, spec: { containers, ...more } }, declaration, { kubernetesVersion: version }),
  })[0], readAt);

  test('the first volume of a pod, as part of the cost of the order', () => {
    const price = (more: string) => computeCost(predict(createPlanFromManifest(read(`{ ${more}, volumes: [{ name: startup-order-agent }], containers: [
      { name: cache, ports: [{ containerPort: 6379 }] },
      { name: app, command: [/startup-order/wait, --for=cache, '--tcp=127.0.0.1:6379', --, /app] }] }`))))!.overhead;
    expect(price('automountServiceAccountToken: false') - price('automountServiceAccountToken: true')).toBeCloseTo(0.3, 3);
  });

  test('a startup probe of a native sidecar that makes marks', () => {
    const probe = "{ exec: { command: [/startup-order/wait, --for=proxy, '--tcp=127.0.0.1:80', '--mark=proxy:READY'] } }";
    const pod = read(`{ initContainers: [{ name: proxy, restartPolicy: Always, startupProbe: ${probe} }], containers: [{ name: app }] }`);
    expect(ordered(pod)[0]).toBe('proxy -> app: STARTED by startupProbe, FAIL_CLOSED (TCP 127.0.0.1:80)');
  });

  test('a guard, and its effect on nodes that ignore it', () => {
    const declaration = declared({ cache: { role: ContainerRole.APP, readyWhen: tcp(6379) }, app: { dependsOn: [on('cache')] } });
    const guarded = (cache: object, more: Partial<PodSpecJson>, at?: string, labels?: object) => made([box('cache', cache), box('app')], declaration, '1.37', more, at, labels);
    const restartsAll = { restartPolicy: 'Always', restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn', values: [] } }] };
    const weak = [guarded({}, { restartPolicy: 'OnFailure' }), guarded({ restartPolicy: 'Never' }, { initContainers: [box('prepare')] }), guarded(restartsAll, {}),
      guarded({ restartPolicy: 'Never' }, {}, undefined, { 'sidecar.istio.io/inject': 'true' })];
    expect([guarded({}, {}), ...weak].map(pod => ordered(pod).at(-1))).toEqual(['FAIL_CLOSED', ...weak.map(() => 'BEST_EFFORT')].map(kept => `cache -> app: READY by guard, ${kept}`));
    expect(unenforced(guarded({}, {}, '1.34')).filter(line => line.includes('guard'))).toEqual(['cache -> app: guard at spec.containers[1].env[0]']);
  });

  test('an init container that waits in the image of the container that needs it', () => {
    const pod = made([box('redis', { image: 'redis:7' })], declared({ redis: { dependsOn: [outside('db', { timeoutSeconds: 60 })] } }));
    expect(pod.order.containers.map(c => [c.name, c.injected])).toEqual([['wait-for-db', true], ['redis', false]]);
    expect(pod.order.outside).toMatchObject([{ container: 'wait-for-db', waitsFor: 'db', check: 'TCP db.example:443', timeoutSeconds: 60, by: 'initContainer', holds: ['redis'] }]);
    expect(unenforced(pod)).toEqual([]);
  });

  test('several waits side by side in one init container', () => {
    const pod = made([box('app')], declared({ app: { dependsOn: [outside('db', { timeoutSeconds: 60 }), outside('api', { timeoutSeconds: 90 })] } }));
    expect(pod.order.outside.map(o => [o.container, o.waitsFor, o.check, o.timeoutSeconds])).toEqual([
      [expect.stringMatching(/^wait-for-/), 'db', 'TCP db.example:443', 60],
      [expect.stringMatching(/^wait-for-/), 'api', 'TCP api.example:443', 90],
    ]);
    expect(createPlanFromManifest(pod).containers).toHaveLength(2);
  });
});

test('a variable from a file that only one other container can write is a guard, also without this library', () => {
  const spec = (more = '') => `{ volumes: [{ name: marks, emptyDir: {} }], containers: [
    { name: cache, volumeMounts: [{ name: marks, mountPath: /marks }], startupProbe: { exec: { command: [/mark] } } },
    { name: app, env: [{ name: CACHE_READY, valueFrom: { fileKeyRef: { volumeName: marks, path: cache, key: UP${more} } } }] }] }`;
  expect(ordered(read(spec(), '1.35'))).toContain('cache -> app: READY by guard, FAIL_CLOSED');
  expect(unenforced(read(spec(), '1.35'))).toEqual([]);
  expect(ordered(read(spec(', optional: true'), '1.35'))).toEqual(['cache -> app: RUNNING by position, BEST_EFFORT']);
  // As in the Kubernetes documentation (pods/inject/envars-file-container.yaml).
  const byInit = read(`{ volumes: [{ name: data, emptyDir: {} }], initContainers: [{ name: write, volumeMounts: [{ name: data, mountPath: /data }] }],
    containers: [{ name: app, env: [{ name: URL, valueFrom: { fileKeyRef: { volumeName: data, path: app.env, key: URL } } }] }] }`, '1.35');
  expect([ordered(byInit), unenforced(byInit)]).toEqual([['write -> app: COMPLETED by position, FAIL_CLOSED'], []]);
});

test('the reader finds ports by declaration, probe, argument and image', () => {
  const app = 'command: [sh, -c, "until nc -z localhost 7000; do sleep 1; done; exec /x"]';
  for (const other of ['ports: [{ containerPort: 7000 }]', 'readinessProbe: { tcpSocket: { port: 7000 } }', 'args: [--port=7000]', 'args: [-port, "7000"]']) {
    expect(ordered(read(`containers: [{ name: other, ${other} }, { name: app, ${app} }]`))).toContain('other -> app: READY by command, EVERY_START (TCP localhost:7000)');
  }
  expect(ordered(read(`containers: [{ name: other }, { name: app, ${app} }]`))).toEqual(['other -> app: RUNNING by position, BEST_EFFORT']);
});
