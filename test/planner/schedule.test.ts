import { Mechanism, StartCondition } from '../../src/api/enums';
import { Check } from '../../src/api/private/check';
import { OnTimeout } from '../../src/api/private/enums';
import { sortStably } from '../../src/planner/schedule/list-order';
import { PodIntent } from '../../src/pod/intent';
import { listContainers, PodPlan } from '../../src/pod/pod-plan';
import { blocking, command, ContainerWords, cpuMilliseconds, defaultContainer, file, graph, listHooks, names, Need, NEWEST, OLD, on, outside, plan, pod, PodBuilder, refusals, tcp, withHooks } from '../dsl';

const BY_HOOK = { mechanism: Mechanism.POST_START };
const RUNNING = { condition: StartCondition.RUNNING };
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
  ])('%s', (_what, needs, expected) => {
    expect(withHooks(plan(graph(needs)))).toEqual(expected);
  });

  test('only a declared dependency with condition RUNNING moves a container', () => {
    expect(order(p => {
      p.app('late', ['db']);
      p.app('logger', [on('spool', RUNNING)]);
      p.app('spool');
      p.app('db', { ready: tcp(1) });
    })).toEqual(['spool', 'logger', 'db[db]', 'late']);
  });

  test('the plan explains each move', () => {
    expect(moves(plan(graph({ f: '', web: 'api', g: '', api: 'db', db: '' })))).toEqual({
      web: "moved after 'api', which it needs",
      api: "moved after 'db', which it needs",
    });
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
});

describe('a hook', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['is planned once for all dependents of a container', { db: '', a: 'db', b: 'db', c: 'db' }, ['db[db]', 'a', 'b', 'c']],
    ['is planned for each layer of a diamond', { a: '', b: 'a', c: 'a', d: 'b c' }, ['a[a]', 'b', 'c[b+c]', 'd']],
    ['waits for two dependencies if a dependent of each comes later', { a: '', x: '', b: 'a', y: 'x' }, ['a', 'x[a+x]', 'b', 'y']],
    ['waits as late as possible for a dependency that only a late container needs', { slow: '', a: '', b: 'a', c: 'b slow' }, ['slow', 'a[a]', 'b[slow+b]', 'c']],
  ])('%s', (_what, needs, expected) => {
    expect(withHooks(plan(graph(needs)))).toEqual(expected);
  });

  test('never waits for a container that starts after its carrier', () => {
    const planned = plan(graph({ e: 'c d', d: 'b', c: 'a', f: 'e a', b: '', a: '', g: 'b f' }));
    const place = new Map(names(planned).map((name, i) => [name, i]));
    for (const hook of listHooks(planned)) {
      for (const { dependency } of hook.waits) { expect(place.get(dependency)).toBeLessThanOrEqual(place.get(hook.container)!); }
    }
    expect(withHooks(planned)).toEqual(['b[b]', 'd', 'a[a]', 'c[d+c]', 'e[e]', 'f[f]', 'g']);
  });

  test('of the user that is not an exec hook waits for no dependency', () => {
    expect(order(p => {
      p.app('db', { ready: tcp(2) });
      p.app('hooked', { postStart: { sleep: { seconds: 1 } } });
      p.app('app', ['db', on('hooked', RUNNING)]);
    })).toEqual(['db[db]', 'hooked', 'app']);
  });

  test('is refused where a guard holds its container, or a container that its gate waits for', () => {
    const guarded = { mechanism: Mechanism.GUARDED_HOOK };
    const chain = (needs: readonly Need[], words: ContainerWords = {}) => pod(p => {
      p.app('db', { ready: tcp(1) });
      p.app('cache', needs, { ready: tcp(2), ...words });
      p.app('late', [on('cache', { timeoutSeconds: 30, onTimeout: OnTimeout.CONTINUE })]);
    }, NEWEST);
    const held = "container 'late' waits for a postStart hook of 'cache', but a guard holds";
    const remedy = "use FAIL as `onTimeout` of container 'late', or require POST_START as `mechanism` for the dependencies of";
    expect(refusals(chain(['db']))).toEqual([
      `SO410: ${held} 'cache' until 'db' is ready: the kubelet starts 'late' meanwhile, and the hook does not run; ${remedy} 'cache', too`,
    ]);
    expect(refusals(chain([on('db', BY_HOOK)]))).toEqual([]);
    const behindGate = pod(p => {
      p.app('db', { ready: tcp(1) });
      p.app('queue', [on('db', guarded)], { ready: tcp(3) });
      p.app('cache', [on('queue', { mechanism: Mechanism.ENTRYPOINT_GATE })], { ready: tcp(2), command: true });
      p.app('late', [on('cache', { timeoutSeconds: 30, onTimeout: OnTimeout.CONTINUE })]);
    }, NEWEST);
    expect(refusals(behindGate)).toEqual([
      `SO410: ${held} 'queue' until 'db' is ready: 'cache' waits for it, and the hook keeps the kubelet from creating it; ${remedy} 'queue', too`,
    ]);
  });
});

describe('a check that only its own container can make', () => {
  const own = (name: string): { ready: Check } => ({ ready: command(`/${name}`) });

  test('stays there, also where two such hooks hold later containers', () => {
    const planned = plan(pod(p => {
      p.app('c', { ready: tcp(1) });
      p.app('a', own('a'));
      p.app('b', own('b'));
      p.app('app', ['a', 'b', 'c']);
    }));
    expect(withHooks(planned)).toEqual(['c', 'a[a]', 'b[c+b]', 'app']);
  });

  test('of a file is made by another container if both mount the volume', () => {
    const shared = { mounts: { data: '/data' } };
    expect(order(p => {
      p.app('a', { ready: file('/data/a'), ...shared });
      p.app('c', { ready: file('/own/c') });
      p.app('b', { ready: file('/data/b'), ...shared });
      p.app('d');
      p.app('app', ['a', 'b', 'c']);
    })).toEqual(['a', 'c[c]', 'b[a+b]', 'd', 'app']);
  });

  test('can be a blocking command', () => {
    expect(order(p => {
      p.app('proxy', { ready: blocking('pilot-agent', 'wait') });
      p.app('db', { ready: tcp(1) });
      p.app('app', ['proxy', on('db', { timeoutSeconds: 5, onTimeout: OnTimeout.CONTINUE })]);
    })).toEqual(['proxy[proxy]', 'db[db]', 'app']);
  });
});

describe('initContainers', () => {
  test('init containers and native sidecars keep the order that the kubelet enforces', () => {
    const planned = plan(pod(p => {
      p.sidecar('vault', { ready: file('/v/ready'), mounts: { v: '/v' }, native: true });
      p.sidecar('proxy', ['vault'], { native: true });
      p.init('migrate');
      p.app('app');
    }));
    expect(names(planned)).toEqual(['vault', 'wait-for-vault', 'proxy', 'migrate', 'app']);
    expect(moves(planned)).toEqual({});
  });

  test('the plan lists the init containers that no longer delay a moved container', () => {
    expect(moves(plan(pod(p => {
      p.init('schema', ['migrate']);
      p.init('migrate', ['proxy']);
      p.init('keys');
      p.sidecar('proxy', { ready: tcp(1), native: true });
      p.app('app');
    })))).toEqual({
      migrate: "moved before 'schema', which needs it",
      proxy: "moved before 'migrate', which needs it; no longer waits for 'keys'",
    });
  });

  test.each<[string, Record<string, string>, Partial<PodIntent>, string[]]>([
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
  ])('%s', (_what, needs, about, expected) => {
    expect(withHooks(plan(graph(needs, about)))).toEqual(expected);
  });

  test('an ordinary init container carries no hook', () => {
    const planned = plan(graph({ 'sidecar proxy': '', 'init prepare': '', 'app': 'proxy' }, BY_HOOK));
    expect(withHooks(planned)).toEqual(['proxy[proxy]', 'prepare', 'app']);
  });

  test.each<[string, (p: PodBuilder) => void, string[]]>([
    ['only app containers need comes last', p => {
      p.init('migrate');
      p.sidecar('proxy', { ready: tcp(1) });
      p.app('app', [outside('api'), on('proxy', BY_HOOK)]);
    }, ['migrate', 'proxy[proxy]', 'wait-for-api', 'app']],
    ['an init container needs comes directly before it', p => {
      p.init('keys');
      for (const name of ['migrate', 'seed']) { p.init(name, [outside('db')]); }
      p.app('app', [outside('db')]);
    }, ['keys', 'wait-for-db', 'migrate', 'seed', 'app']],
    ['a sidecar needs comes directly before the sidecar', p => {
      p.app('app', [on('proxy', BY_HOOK)]);
      p.sidecar('proxy', [outside('control')], { ready: tcp(1) });
    }, ['wait-for-control', 'proxy[proxy]', 'app']],
  ])('a wait that %s', (_what, build, expected) => {
    expect(order(build)).toEqual(expected);
  });
});

describe('a container with a postStart hook of the user', () => {
  const exec = { exec: { command: ['/seed-schema.sh'] } };

  test.each([[exec], [{ httpGet: { path: '/seed' } }], [{ sleep: { seconds: 5 } }]])('keeps its position relative to later containers if the list changes: %j', postStart => {
    const planned = plan(pod(p => {
      p.app('web', ['db']);
      p.app('log');
      p.app('seed', { postStart });
      p.app('db', { ready: tcp(1) });
    }));
    expect(names(planned)).toEqual(['log', 'seed', 'db', 'web']);
    expect(moves(planned)).toEqual({
      web: "moved after 'db', which it needs",
    });
  });

  test('no longer holds a container if a dependency contradicts it, which the plan explains', () => {
    const planned = plan(pod(p => {
      p.app('seed', ['web'], { postStart: exec });
      p.app('warm-up', { postStart: exec });
      p.app('web', ['db'], { ready: tcp(2) });
      p.app('db', { ready: tcp(1) });
    }));
    expect(names(planned)).toEqual(['db', 'web', 'seed', 'warm-up']);
    // 'seed' never holds its own dependencies.
    expect(moves(planned)).toEqual({
      web: "moved before 'seed', which needs it; no longer waits for the postStart hook of 'warm-up'",
      db: "moved before 'web', which needs it; no longer waits for the postStart hook of 'warm-up'",
    });
  });

  test('no longer holds a container that becomes a native sidecar, which the plan explains', () => {
    expect(moves(plan(pod(p => {
      p.app('seed', { postStart: exec });
      p.sidecar('proxy');
      p.app('web');
    })))).toEqual({ proxy: "no longer waits for the postStart hook of 'seed'" });
  });
});

describe('the default container of kubectl', () => {
  const takes = (build: (p: PodBuilder) => void) => defaultContainer(plan(pod(build)));

  test('is the first container of the manifest', () => {
    expect(takes(p => { p.app('web', { ready: tcp(1) }); p.app('log-shipper', ['web']); })).toBeUndefined();
  });

  test('is an annotation if another container starts first', () => {
    expect(takes(p => { p.app('web', ['cache'], { ready: tcp(1) }); p.app('log-shipper', ['web']); p.app('cache', { ready: tcp(2) }); })).toBe('web');
  });

  test('is the first that remains in containers', () => {
    expect(takes(p => { p.sidecar('proxy', { ready: tcp(1) }); p.app('web', ['proxy', 'cache']); p.app('cache', { ready: tcp(2) }); })).toBe('web');
    expect(takes(p => { p.sidecar('proxy', { ready: tcp(1) }); p.app('web', ['proxy']); })).toBeUndefined();
  });

  test('is never an init container of the manifest', () => {
    const intent = pod(p => { p.app('late'); p.app('web'); p.app('log'); });
    const [late, ...others] = intent.containers;
    expect(defaultContainer(plan({ ...intent, containers: [{ ...late, inInitContainers: true }, ...others] }))).toBe('web');
  });
});
