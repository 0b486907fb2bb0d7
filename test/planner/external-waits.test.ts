import {
  About, command, CONTINUE, DependencyDeclaration, ENTRYPOINT_GATE, FAIL, INIT_CONTAINER, listWaits,
  Mechanism, names, outside, plan, pod, PodBuilder, READY_ON_1, refusals, tcp, WaitContainerPlan,
} from '../dsl';

const waits = (...needs: DependencyDeclaration[][]) => listWaits(plan(pod(p => needs.forEach((n, i) => p.app(`app${i}`, n)))));

describe('a wait for localhost', () => {
  const local = (host: string) => outside('db', { check: { kind: 'tcpSocket', host, port: 5432 } });

  test.each(['localhost', '127.0.0.1', '127.0.1.1', '::1'])('at %s in an init container never ends', host => {
    expect(refusals(pod(p => { p.app('app', [local(host)]); }))).toEqual([
      "SO915: container 'app' depends on 'db' at localhost, and an init container would wait for it before any container of the pod listens, so it waits forever; "
      + 'depend on the container that listens there by its name, or write the host of another pod',
    ]);
  });

  test.each<[string, (p: PodBuilder) => void]>([
    ['the native sidecar waits itself', p => { p.sidecar('proxy', [local('localhost')]); p.app('app'); }],
    ['the native sidecar comes later', p => { p.init('migrate', [local('localhost')]); p.sidecar('proxy'); p.app('app'); }],
  ])('never ends where %s', (_what, build) => { expect(refusals(pod(build))).toEqual([expect.stringMatching(/^SO915: /)]); });

  test.each<[string, (p: PodBuilder) => void, About, Mechanism]>([
    ['in an init container behind another one that needs a sidecar',
      p => { p.init('i', ['proxy']); p.init('migrate', [local('localhost')]); p.sidecar('proxy', READY_ON_1); p.app('app'); }, {}, INIT_CONTAINER],
    ['in an init container behind a native sidecar', p => { p.sidecar('proxy'); p.init('migrate', [local('localhost')]); p.app('app'); }, {}, INIT_CONTAINER],
    ['in a gate, since another container of the pod can listen', p => { p.app('app', [local('localhost')], { command: true }); }, {}, ENTRYPOINT_GATE],
    ['behind a native sidecar', p => { p.sidecar('proxy'); p.app('app', [local('localhost')]); }, {}, INIT_CONTAINER],
    ['in the network of the node', p => { p.app('app', [local('localhost')]); }, { hostNetwork: true }, INIT_CONTAINER],
    ['of a host that only begins alike', p => { p.app('app', [local('localhost.example')]); }, {}, INIT_CONTAINER],
  ])('is possible %s', (_what, build, about, mechanism) => {
    expect(plan(pod(build, about)).edges.find(e => e.external)!.mechanism).toBe(mechanism);
  });
});

describe('waits before the same container', () => {
  const shown = (found: readonly WaitContainerPlan[]) =>
    found.map(w => `${w.name}: ${w.image}: ${w.awaited.map(a => `${a.dependency} ${a.timeoutSeconds ?? '-'} ${a.onTimeout}`).join(', ')}`);

  test('run side by side in one init container, the shortest limit first', () => {
    const found = waits([outside('db'), outside('queue', { timeoutSeconds: 60 })], [outside('api', { timeoutSeconds: 9, onTimeout: CONTINUE }), outside('cache')]);
    expect(shown(found)).toEqual(['wait-for-db-and-queue-and-api-and-cache: example/app0: api 9 CONTINUE, queue 60 FAIL, db - FAIL, cache - FAIL']);
  });

  test('with the same program, image and environment share one init container', () => {
    const env = [{ name: 'KUBECONFIG', value: '/config' }];
    const job = (name: string, more: { image?: string; env?: typeof env; timeoutSeconds?: number } = {}): DependencyDeclaration => {
      const { timeoutSeconds, ...target } = more;
      const check = { kind: 'resource' as const, resource: `jobs.batch/${name}`, condition: 'Complete', mayBeAbsent: false };
      return { target: { kind: 'external', name, check, ...target }, required: true, timeoutSeconds };
    };
    const found = waits([
      job('migrate'), job('seed', { timeoutSeconds: 60 }), job('own', { image: 'kubectl:own' }), job('with-env', { env }),
      outside('psql', { check: command('pg_isready'), image: 'postgres:17' }), outside('table', { check: command('psql'), image: 'postgres:17' }),
    ]);
    expect(found.map(w => [w.name, w.tool, w.image])).toEqual([
      ['wait-for-migrate-and-seed', 'kubectl', undefined], ['wait-for-own', 'kubectl', 'kubectl:own'],
      ['wait-for-psql-and-table', undefined, 'postgres:17'], ['wait-for-with-env', 'kubectl', undefined],
    ]);
    expect([found[0].awaited.map(a => a.dependency), found[3].env]).toEqual([['seed', 'migrate'], env]);
  });

  const psql = outside('psql', { check: command('pg_isready'), image: 'postgres:17' });
  test.each<[string, DependencyDeclaration[], string[]]>([
    ['with images of their own have an init container each, and other waits share the first',
      [outside('db'), psql, outside('api'), outside('mysql', { check: command('mysql'), image: 'mysql:9' })],
      ['wait-for-api-and-db-and-mysql: mysql:9: api - FAIL, db - FAIL, mysql - FAIL', 'wait-for-psql: postgres:17: psql - FAIL']],
    ['with a command in the image of the dependent share that image, and no other', [outside('own', { check: command('own') }), psql, outside('db')],
      ['wait-for-db-and-own: example/app0: db - FAIL, own - FAIL', 'wait-for-psql: postgres:17: psql - FAIL']],
  ])('%s', (_what, needs, expected) => { expect(shown(waits(needs))).toEqual(expected); });

  test('do not share an init container with waits before another container, whose image they run in', () => {
    const intent = pod(p => {
      p.init('migrate', [outside('db')]);
      p.init('seed', [outside('api'), outside('db')]);
      p.app('app', [outside('cache'), outside('api')]);
    });
    const pulled = { ...intent, containers: intent.containers.map(c => c.name === 'seed' ? { ...c, imagePullPolicy: 'IfNotPresent' } : c) };
    const { initContainers, edges } = plan(pulled);
    expect(initContainers.map(e => e.kind === 'wait' ? [e.name, e.image, e.imagePullPolicy] : e.name)).toEqual([
      ['wait-for-db', 'example/migrate', 'Always'], 'migrate', ['wait-for-api', 'example/seed', 'IfNotPresent'], 'seed', ['wait-for-cache', 'example/app', 'Always'],
    ]);
    expect(edges.map(e => `${e.dependent} ${e.dependency} ${e.waitsIn}`)).toEqual([
      'migrate db wait-for-db', 'seed api wait-for-api', 'seed db wait-for-db', 'app api wait-for-api', 'app cache wait-for-cache',
    ]);
  });

  test('do not share an init container with a wait that runs as another user', () => {
    const mesh = { proxy: 'proxy', order: 'native', annotations: {}, initTraffic: 'captured', warnings: [], uncapturedPorts: [{ from: 80, to: 80 }], uncapturedUser: 1337 };
    const api = outside('api', { check: { kind: 'tcpSocket', host: 'api', port: 80 } });
    const planned = plan(pod(p => { p.app('app', [outside('db'), api]); }, { mesh: mesh as never }));
    expect(listWaits(planned).map(w => [w.name, w.runAsUser])).toEqual([['wait-for-api', undefined], ['wait-for-db', 1337]]);
  });
});

const OPEN = { timeoutSeconds: 9, onTimeout: CONTINUE };

test.each<[string, DependencyDeclaration]>([['a limit', outside('db', { timeoutSeconds: 60, onTimeout: FAIL })], ['no limit', outside('db')], ['another name', outside('store', { check: { kind: 'tcpSocket', host: 'db.example', port: 443 } })]])(
  'a container cannot continue without a target for which an init container waits with %s', (_what, strict) => {
    expect(refusals(pod(p => { p.app('app', [strict]); p.app('second', [outside('db', OPEN)]); }))).toEqual([
      "SO406: container 'second' depends on 'db' with CONTINUE as `onTimeout`, but container 'app' does not start without it, and the init containers hold both; "
      + 'use the same for both',
    ]);
  });

test.each<[string, (p: PodBuilder) => void]>([
  ['another target', p => { p.app('app', [outside('db'), outside('api', OPEN)]); p.app('second', [outside('api', OPEN)]); }],
  ['a later init container', p => { p.init('migrate', [outside('db', OPEN)]); p.app('app', [outside('db')]); }],
  ['a gate', p => { p.app('app', [outside('db', { mechanism: ENTRYPOINT_GATE })], { command: true }); p.app('second', [outside('db', OPEN)]); }],
])('a container can continue without a target, and another container fails without it: for %s', (_what, build) => { expect(refusals(pod(build))).toEqual([]); });

test.each<[string, Parameters<typeof outside>, string[], string]>([
  ['another target has its own wait, and an equal one shares it', ['cache'], ['db', 'cache'], 'wait-for-db-and-cache'],
  ['the same target needs no second wait: onTimeout FAIL is the default', ['db', { timeoutSeconds: 9, onTimeout: FAIL }], ['db'], 'wait-for-db'],
  ['a target with the same name and another check is awaited, too', ['db', { timeoutSeconds: 9, check: tcp(1) }], ['db', 'db'], 'wait-for-db'],
  ['and with another timeout', ['db'], ['db', 'db'], 'wait-for-db'],
  ['and with another image', ['db', { timeoutSeconds: 9, check: command('psql'), image: 'psql' }], ['db', 'db'], 'wait-for-db'],
])('%s', (_what, other, dependencies, name) => {
  const [first, second] = [outside('db', { timeoutSeconds: 9 }), outside('db', { timeoutSeconds: 9 })];
  const found = waits([first], [second], [outside(...other)]);
  expect([found.map(w => w.name), found.flatMap(w => w.awaited.map(a => a.dependency))]).toEqual([[name], dependencies]);
});

test.each([
  ['Apollo_Config', 'wait-for-apollo-config'],
  ['10.0.0.1', 'wait-for-10-0-0-1'],
  ['::1', 'wait-for-1'],
  ['--', 'wait-for-it'],
  ['', 'wait-for-it'],
  ['ünï', 'wait-for-n'],
  [`${'a'.repeat(50)}.b`, `wait-for-${'a'.repeat(50)}`],
])('the name %j becomes %s', (name, expected) => { expect(waits([outside(name, { check: tcp(1) })]).map(w => w.name)).toEqual([expected]); });

test('names of waits are always DNS labels', () => {
  const found = waits(Array.from({ length: 99 }, (_, i) => outside('a'.repeat(80), { image: `i${i}` }))).map(w => w.name);
  expect(new Set(found).size).toBe(99);
  expect(found.filter(name => !/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name))).toEqual([]);
});

test('a numbered name is never equal to the name of another target', () => {
  expect(waits(['a', 'b', 'c'].map((image, i) => outside(i === 2 ? 'db-2' : 'db', { image }))).map(w => w.name))
    .toEqual(['wait-for-db', 'wait-for-db-2', 'wait-for-db-2-2']);
});

test('waits come directly before their dependent, sorted by name', () => {
  const intent = pod(p => { p.init('first', [outside('z', { image: 'z' }), outside('a', { image: 'a' })]); p.app('second', [outside('b')]); });
  expect(names(plan(intent))).toEqual(['wait-for-a', 'wait-for-z', 'first', 'wait-for-b', 'second']);
});
