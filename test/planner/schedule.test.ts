import { sortStably } from '../../src/planner/schedule/list-order';
import {
  About, blocking, command, ContainerWords, CONTINUE, cpuMilliseconds, defaultContainer, ENTRYPOINT_GATE, file, graph, GUARDED_HOOK, listContainers,
  listHooks, names, NEWEST, OLD, on, Options, outside, plan, pod, PodBuilder, PodPlan, POST_START, READY_ON_1, refusals, RUNNING, withHooks,
} from '../dsl';

const BY_HOOK = { mechanism: POST_START };
const TO_RUN = { condition: RUNNING };
const order = (build: (p: PodBuilder) => void, about = {}) => withHooks(plan(pod(build, about)));
const moves = (planned: PodPlan) => Object.fromEntries(listContainers(planned).flatMap(c => c.moved === undefined ? [] : [[c.name, c.moved]]));

describe('only a declared dependency moves a container', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['no edge: the order of declaration', { c: '', a: '', b: '' }, ['c', 'a', 'b']],
    ['a dependency that is declared last', { api: 'db', db: '' }, ['db[db]', 'api']],
    ['a container waits until its dependency has started, and moves no further', { f: '', api: 'db', g: '', db: '', h: '' }, ['f', 'g', 'db[db]', 'api', 'h']],
    ['its own dependents wait with it', { web: 'api', g: '', api: 'db', db: '', h: '' }, ['g', 'db[db]', 'api[api]', 'web', 'h']],
    ['containers that wait for the same keep their order', { web: 'db', api: 'db', db: '' }, ['db[db]', 'web', 'api']],
    ['dependencies keep their order', { web: 'api cache', cache: 'b', b: '', api: '' }, ['b[b]', 'cache', 'api[cache+api]', 'web']],
    ['a free container stays after a container that waits', { a: '', b: 'a', f: '' }, ['a[a]', 'b', 'f']],
    ['two chains side by side stay side by side', { a: '', b: 'a', x: '', y: 'x' }, ['a[a]', 'b', 'x[x]', 'y']],
    ['the DAG of six of the measurements', { a: '', b: '', c: 'a', d: 'b', e: 'c d', f: '' }, ['a', 'b[a+b]', 'c', 'd[c+d]', 'e', 'f']],
    ['the same, declared backwards', { f: '', e: 'c d', d: 'b', c: 'a', b: '', a: '' }, ['f', 'b[b]', 'd', 'a[a]', 'c[d+c]', 'e']],
  ])('%s', (_what, needs, expected) => { expect(withHooks(plan(graph(needs)))).toEqual(expected); });

  test('only a declared dependency with condition RUNNING moves a container', () => {
    const intent = pod(p => { p.app('late', ['db']); p.app('logger', [on('spool', TO_RUN)]); p.app('spool'); p.app('db', READY_ON_1); });
    expect(withHooks(plan(intent))).toEqual(['spool', 'logger', 'db[db]', 'late']);
  });

  test('the plan explains each move', () => {
    expect(moves(plan(graph({ f: '', web: 'api', g: '', api: 'db', db: '' }))))
      .toEqual({ web: "moved after 'api', which it needs", api: "moved after 'db', which it needs" });
    expect(moves(plan(graph({ db: '', api: 'db', web: 'api' })))).toEqual({});
  });

  test('a long list in reverse order is planned quickly', () => {
    const backwards = (n: number) => Array.from({ length: n }, (_, i) => i + 2 < n ? [i + 1, i + 2] : i + 1 < n ? [i + 1] : []);
    const milliseconds = (n: number) => cpuMilliseconds(() => {
      expect(sortStably(backwards(n), backwards(n).map(() => false)).order).toEqual(Array.from({ length: n }, (_, i) => n - 1 - i));
    });
    milliseconds(1000);
    expect(milliseconds(20000)).toBeLessThan(Math.max(300, 60 * milliseconds(1000)));
  });

  test('a long chain of init containers in reverse order is planned without recursion', () => {
    const chain = Array.from({ length: 4000 }, (_, i) => i + 1 < 4000 ? [i + 1] : []);
    expect(sortStably(chain, chain.map(() => true)).order).toEqual(chain.map((_, i) => 3999 - i));
  });
});

describe('a hook', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['is planned once for all dependents of a container', { db: '', a: 'db', b: 'db', c: 'db' }, ['db[db]', 'a', 'b', 'c']],
    ['is planned for each layer of a diamond', { a: '', b: 'a', c: 'a', d: 'b c' }, ['a[a]', 'b', 'c[b+c]', 'd']],
    ['waits for two dependencies if a dependent of each comes later', { a: '', x: '', b: 'a', y: 'x' }, ['a', 'x[a+x]', 'b', 'y']],
    ['waits as late as possible for a dependency that only a late container needs', { slow: '', a: '', b: 'a', c: 'b slow' }, ['slow', 'a[a]', 'b[slow+b]', 'c']],
  ])('%s', (_what, needs, expected) => { expect(withHooks(plan(graph(needs)))).toEqual(expected); });

  test('never waits for a container that starts after its carrier', () => {
    const planned = plan(graph({ e: 'c d', d: 'b', c: 'a', f: 'e a', b: '', a: '', g: 'b f' }));
    const place = new Map(names(planned).map((name, i) => [name, i]));
    for (const hook of listHooks(planned)) {
      for (const { dependency } of hook.waits) { expect(place.get(dependency)).toBeLessThanOrEqual(place.get(hook.container)!); }
    }
    expect(withHooks(planned)).toEqual(['b[b]', 'd', 'a[a]', 'c[d+c]', 'e[e]', 'f[f]', 'g']);
  });

  test('of the user that is not an exec hook waits for no dependency', () => {
    const hooked = { postStart: { sleep: { seconds: 1 } } };
    expect(order(p => { p.app('db', READY_ON_1); p.app('hooked', hooked); p.app('app', ['db', on('hooked', TO_RUN)]); })).toEqual(['db[db]', 'hooked', 'app']);
  });

  test('is refused where a guard holds its container, or a container that its gate waits for', () => {
    const late = { on: { timeoutSeconds: 30, onTimeout: CONTINUE } };
    const chain = (options?: Options) => graph({ db: '', cache: 'db', late: 'cache' }, NEWEST, { cache: { on: options }, late });
    const held = "container 'late' waits for a postStart hook of 'cache', but a guard holds";
    const remedy = "use FAIL as `onTimeout` of container 'late', or require POST_START as `mechanism` for the dependencies of";
    expect(refusals(chain())).toEqual([
      `SO410: ${held} 'cache' until 'db' is ready: the kubelet starts 'late' meanwhile, and the hook does not run; ${remedy} 'cache', too`,
    ]);
    expect(refusals(chain(BY_HOOK))).toEqual([]);
    const behindGate = graph({ db: '', queue: 'db', cache: 'queue', late: 'cache' }, NEWEST,
      { queue: { on: { mechanism: GUARDED_HOOK } }, cache: { command: true, on: { mechanism: ENTRYPOINT_GATE } }, late });
    expect(refusals(behindGate)).toEqual([
      `SO410: ${held} 'queue' until 'db' is ready: 'cache' waits for it, and the hook keeps the kubelet from creating it; ${remedy} 'queue', too`,
    ]);
  });
});

const shared = (path: string) => ({ ready: file(path), mounts: { data: '/data' } });

test.each<[string, Record<string, string>, Record<string, ContainerWords & { on?: Options }>, string[]]>([
  ['stays there, also where two such hooks hold later containers', { c: '', a: '', b: '', app: 'a b c' },
    { a: { ready: command('/a') }, b: { ready: command('/b') } }, ['c', 'a[a]', 'b[c+b]', 'app']],
  ['of a file is made by another container if both mount the volume', { a: '', c: '', b: '', d: '', app: 'a b c' },
    { a: shared('/data/a'), c: { ready: file('/own/c') }, b: shared('/data/b') }, ['a', 'c[c]', 'b[a+b]', 'd', 'app']],
  ['can be a blocking command', { proxy: '', db: '', app: 'proxy db' },
    { proxy: { ready: blocking('pilot-agent', 'wait') }, app: { on: { timeoutSeconds: 5, onTimeout: CONTINUE } } }, ['proxy[proxy]', 'db[db]', 'app']],
])('a check that only its own container can make: %s', (_what, needs, words, expected) => { expect(withHooks(plan(graph(needs, {}, words)))).toEqual(expected); });

describe('initContainers', () => {
  test('init containers and native sidecars keep the order that the kubelet enforces', () => {
    const planned = plan(pod(p => {
      p.sidecar('vault', { ready: file('/v/ready'), mounts: { v: '/v' }, native: true });
      p.sidecar('proxy', ['vault'], { native: true });
      p.init('migrate');
      p.app('app');
    }));
    expect([names(planned), moves(planned)]).toEqual([['vault', 'wait-for-vault', 'proxy', 'migrate', 'app'], {}]);
  });

  test('the plan lists the init containers that no longer delay a moved container', () => {
    const needs = { 'init schema': 'migrate', 'init migrate': 'proxy', 'init keys': '', 'sidecar proxy': '', 'app': '' };
    expect(moves(plan(graph(needs, {}, { proxy: { native: true } }))))
      .toEqual({ migrate: "moved before 'schema', which needs it", proxy: "moved before 'migrate', which needs it; no longer waits for 'keys'" });
  });

  test.each<[string, Record<string, string>, About, string[]]>([
    ['a container that becomes a native sidecar comes after the init containers that do not need it',
      { 'init keys': '', 'init migrate': 'proxy', 'init seed': '', 'app': '', 'sidecar logger': '', 'sidecar proxy': '' }, {},
      ['keys', 'proxy', 'migrate', 'seed', 'logger', 'app']],
    ['sidecars that an init container needs ready are proved before it',
      { 'init migrate': 'proxy', 'sidecar proxy': '', 'app': 'migrate' }, BY_HOOK, ['proxy[proxy]', 'migrate', 'app']],
    ['sidecars that only app containers need are proved together by the last sidecar',
      { 'sidecar a': '', 'init prepare': '', 'sidecar b': '', 'app': 'a b' }, BY_HOOK, ['a', 'prepare', 'b[a+b]', 'app']],
    ['a sidecar with a startup probe comes before its first dependent',
      { 'init migrate': 'b', 'sidecar a': '', 'sidecar b': 'a', 'init prepare': '', 'app': 'a b' }, {}, ['a', 'b', 'migrate', 'prepare', 'app']],
    ['a sidecar waits for the end of an init container that it needs', { 'sidecar proxy': 'keys', 'init keys': '', 'app': '' }, {}, ['keys', 'proxy', 'app']],
    ['sidecars without native support are in containers and are proved there',
      { 'app': 'a b', 'sidecar a': '', 'sidecar b': '' }, OLD, ['a', 'b[a+b]', 'app']],
    ['an ordinary init container carries no hook', { 'sidecar proxy': '', 'init prepare': '', 'app': 'proxy' }, BY_HOOK, ['proxy[proxy]', 'prepare', 'app']],
  ])('%s', (_what, needs, about, expected) => { expect(withHooks(plan(graph(needs, about)))).toEqual(expected); });

  test.each<[string, (p: PodBuilder) => void, string[]]>([
    ['only app containers need comes last', p => { p.init('migrate'); p.sidecar('proxy', READY_ON_1); p.app('app', [outside('api'), on('proxy', BY_HOOK)]); },
      ['migrate', 'proxy[proxy]', 'wait-for-api', 'app']],
    ['an init container needs comes directly before it', p => {
      p.init('keys');
      for (const name of ['migrate', 'seed']) { p.init(name, [outside('db')]); }
      p.app('app', [outside('db')]);
    }, ['keys', 'wait-for-db', 'migrate', 'seed', 'app']],
    ['a sidecar needs comes directly before the sidecar', p => { p.app('app', [on('proxy', BY_HOOK)]); p.sidecar('proxy', [outside('control')], READY_ON_1); },
      ['wait-for-control', 'proxy[proxy]', 'app']],
  ])('a wait that %s', (_what, build, expected) => { expect(order(build)).toEqual(expected); });
});

describe('a container with a postStart hook of the user', () => {
  const exec = { exec: { command: ['/seed-schema.sh'] } };

  test.each([[exec], [{ httpGet: { path: '/seed', port: 80 } }], [{ sleep: { seconds: 5 } }]])('keeps its position relative to later containers if the list changes: %j', postStart => {
    const planned = plan(pod(p => { p.app('web', ['db']); p.app('log'); p.app('seed', { postStart }); p.app('db', READY_ON_1); }));
    expect(names(planned)).toEqual(['log', 'seed', 'db', 'web']);
    expect(moves(planned)).toEqual({ web: "moved after 'db', which it needs" });
  });

  test('no longer holds a container if a dependency contradicts it, which the plan explains', () => {
    const planned = plan(graph({ 'seed': 'web', 'warm-up': '', 'web': 'db', 'db': '' }, {}, { 'seed': { postStart: exec }, 'warm-up': { postStart: exec } }));
    expect(names(planned)).toEqual(['db', 'web', 'seed', 'warm-up']);
    // 'seed' never holds its own dependencies.
    expect(moves(planned)).toEqual({
      web: "moved before 'seed', which needs it; no longer waits for the postStart hook of 'warm-up'",
      db: "moved before 'web', which needs it; no longer waits for the postStart hook of 'warm-up'",
    });
  });

  test('no longer holds a container that becomes a native sidecar, which the plan explains', () => {
    const planned = plan(pod(p => { p.app('seed', { postStart: exec }); p.sidecar('proxy'); p.app('web'); }));
    expect(moves(planned)).toEqual({ proxy: "no longer waits for the postStart hook of 'seed'" });
  });
});

test.each<[string, Record<string, string>, string | undefined]>([
  ['the first container of the manifest', { 'web': '', 'log-shipper': 'web' }, undefined],
  ['an annotation if another container starts first', { 'web': 'cache', 'log-shipper': 'web', 'cache': '' }, 'web'],
  ['the first that remains in containers', { 'sidecar proxy': '', 'web': 'proxy cache', 'cache': '' }, 'web'],
  ['the first that remains in containers, without an annotation', { 'sidecar proxy': '', 'web': 'proxy' }, undefined],
  ['never an init container of the manifest', { late: '', web: '', log: '' }, 'web'],
])('the default container of kubectl is %s', (_what, needs, expected) => {
  const intent = graph(needs);
  const containers = intent.containers.map(c => c.name === 'late' ? { ...c, inInitContainers: true } : c);
  expect(defaultContainer(plan({ ...intent, containers }))).toBe(expected);
});
