import { Mechanism } from '../../src/model/mechanism';
import { OnTimeout } from '../../src/model/on-timeout';
import { Check } from '../../src/model/private/check';
import { StartCondition } from '../../src/model/start-condition';
import { blocking, command, file, graph, names, OLD, on, outside, plan, pod, PodBuilder, tcp, withHooks } from '../dsl';

const BY_HOOK = { mechanism: Mechanism.POST_START };
const RUNNING = { condition: StartCondition.RUNNING };
const order = (build: (p: PodBuilder) => void, about = {}) => withHooks(plan(pod(build, about)));

describe('what has no unmet need starts at once', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['no edge: the order of declaration', { c: '', a: '', b: '' }, ['c', 'a', 'b']],
    ['a dependency that is declared last', { api: 'db', db: '' }, ['db[db]', 'api']],
    ['a chain: one hook for each link', { a: '', b: 'a', c: 'b' }, ['a[a]', 'b[b]', 'c']],
    ['a fan: one hook', { db: '', a: 'db', b: 'db', c: 'db' }, ['db[db]', 'a', 'b', 'c']],
    ['two dependencies of one: one hook, on the later', { a: '', b: '', c: 'a b' }, ['a', 'b[a+b]', 'c']],
    ['a diamond', { a: '', b: 'a', c: 'a', d: 'b c' }, ['a[a]', 'b', 'c[b+c]', 'd']],
    ['a free container in front of each hook, wherever it is declared', { a: '', b: 'a', f: '' }, ['f', 'a[a]', 'b']],
    ['the DAG of six of the measurements', { a: '', b: '', c: 'a', d: 'b', e: 'c d', f: '' }, ['a', 'f', 'b[a+b]', 'c', 'd[c+d]', 'e']],
    ['the same, declared backwards', { f: '', e: 'c d', d: 'b', c: 'a', b: '', a: '' }, ['f', 'b', 'a[b+a]', 'd', 'c[d+c]', 'e']],
    ['two chains side by side wait together', { a: '', b: 'a', x: '', y: 'x' }, ['a', 'x[a+x]', 'b', 'y']],
    ['a dependency that only a late one needs is proved late', { slow: '', a: '', b: 'a', c: 'b slow' }, ['slow', 'a[a]', 'b[slow+b]', 'c']],
  ])('%s', (_what, needs, expected) => {
    expect(withHooks(plan(graph(needs)))).toEqual(expected);
  });

  test('a dependency that only has to run needs no hook and stands in the same tranche', () => {
    expect(order(p => {
      p.app('late', ['db']);
      p.app('logger', [on('spool', RUNNING)]);
      p.app('spool');
      p.app('db', { ready: tcp(1) });
    })).toEqual(['spool', 'logger', 'db[db]', 'late']);
  });

  test('a dependency that itself only needs something to run carries its hook behind it', () => {
    expect(order(p => {
      p.app('app', ['db']);
      p.app('db', [on('disk', RUNNING)], { ready: tcp(1) });
      p.app('disk');
    })).toEqual(['disk', 'db[db]', 'app']);
  });

  test('what runs after a dependency of its own tranche is not put in front of it for being free', () => {
    expect(order(p => {
      p.app('db', { ready: tcp(1) });
      p.app('app', ['db']);
      p.app('watcher', [on('db', RUNNING)]);
    })).toEqual(['db[db]', 'watcher', 'app']);
  });
});

describe('a check that can be made in its own container only stays there', () => {
  const own = (name: string): { ready: Check } => ({ ready: command(`/${name}`) });

  test('and goes last, so that it holds back nobody else', () => {
    expect(order(p => {
      p.app('a', own('a'));
      p.app('b', { ready: tcp(1) });
      p.app('app', ['a', 'b']);
    })).toEqual(['b', 'a[b+a]', 'app']);
  });

  test('two of them hold back each other, and that is said', () => {
    const planned = plan(pod(p => {
      p.app('a', own('a'));
      p.app('b', own('b'));
      p.app('c', { ready: tcp(1) });
      p.app('app', ['a', 'b', 'c']);
    }));
    expect(withHooks(planned)).toEqual(['c', 'a[a]', 'b[c+b]', 'app']);
    expect(planned.warnings).toContain("'b' starts only after the hook of 'a' has ended, without needing it: the check can run nowhere else");
  });

  test('a dependency of an earlier tranche that only itself can prove is proved there', () => {
    expect(order(p => {
      p.app('slow', own('slow'));
      p.app('a', { ready: tcp(1) });
      p.app('b', ['a'], { ready: tcp(2) });
      p.app('c', ['b', 'slow']);
    })).toEqual(['a', 'slow[a+slow]', 'b[b]', 'c']);
  });

  test('a file is proved by another container where both mount its volume', () => {
    const shared = { mounts: { data: '/data' } };
    expect(order(p => {
      p.app('a', { ready: file('/data/a'), ...shared });
      p.app('b', { ready: file('/data/b'), ...shared });
      p.app('c', { ready: file('/own/c') });
      p.app('app', ['a', 'b', 'c']);
    })).toEqual(['a', 'c[c]', 'b[a+b]', 'app']);
  });

  test('a container whose hook is its own affair carries no proof for others', () => {
    expect(order(p => {
      p.app('web', { ready: tcp(1) });
      p.app('hooked', { postStart: { sleep: { seconds: 1 } } });
      p.app('db', { ready: tcp(2) });
      p.app('app', ['web', 'db', on('hooked', RUNNING)]);
    })).toEqual(['web', 'hooked', 'db[web+db]', 'app']);
  });
});

describe('initContainers', () => {
  test('sidecars that an init container needs ready are proved in front of it', () => {
    expect(order(p => {
      p.init('migrate', ['proxy']);
      p.sidecar('proxy', { ready: tcp(1) });
      p.app('app', ['migrate']);
    }, BY_HOOK)).toEqual(['proxy[proxy]', 'migrate', 'app']);
  });

  test('sidecars that only app containers need are proved together by the last of them', () => {
    expect(order(p => {
      p.sidecar('a', { ready: tcp(1) });
      p.sidecar('b', { ready: tcp(2) });
      p.init('prepare');
      p.app('app', ['a', 'b']);
    }, BY_HOOK)).toEqual(['a', 'prepare', 'b[a+b]', 'app']);
  });

  test('a sidecar that a startup probe proves only stands in front of those that need it', () => {
    expect(order(p => {
      p.init('migrate', ['b']);
      p.sidecar('a', { ready: tcp(1) });
      p.sidecar('b', ['a'], { ready: tcp(2) });
      p.init('prepare');
      p.app('app', ['a', 'b']);
    })).toEqual(['a', 'b', 'migrate', 'prepare', 'app']);
  });

  test('init containers keep the order of declaration', () => {
    expect(order(p => { p.init('z'); p.init('a'); p.app('app'); })).toEqual(['z', 'a', 'app']);
  });

  test('a sidecar waits for the end of an init container that it needs', () => {
    expect(order(p => {
      p.sidecar('proxy', ['keys']);
      p.init('keys');
      p.app('app');
    })).toEqual(['keys', 'proxy', 'app']);
  });

  test('sidecars of an old target stand in containers and are proved there', () => {
    expect(order(p => {
      p.app('app', ['a', 'b']);
      p.sidecar('a', { ready: tcp(1) });
      p.sidecar('b', { ready: tcp(2) });
    }, OLD)).toEqual(['a', 'b[a+b]', 'app']);
  });

  test('a wait for something outside stands last when only app containers need it, and holds no hook of a sidecar back', () => {
    expect(order(p => {
      p.sidecar('proxy', { ready: tcp(1) });
      p.init('migrate');
      p.app('app', [outside('api'), on('proxy', BY_HOOK)]);
    })).toEqual(['migrate', 'proxy[proxy]', 'wait-for-api', 'app']);
  });

  test('a wait that an init container needs stands in front of the first that needs it', () => {
    expect(order(p => {
      p.init('keys');
      p.init('migrate', [outside('db')]);
      p.init('seed', [outside('db')]);
      p.app('app', [outside('db')]);
    })).toEqual(['keys', 'wait-for-db', 'migrate', 'seed', 'app']);
  });

  test('a wait that a ready sidecar is needed for stands in front of that sidecar', () => {
    expect(order(p => {
      p.app('app', [on('proxy', BY_HOOK)]);
      p.sidecar('proxy', [outside('control')], { ready: tcp(1) });
    })).toEqual(['wait-for-control', 'proxy[proxy]', 'app']);
  });
});

test('a hook proves nothing that starts after its carrier', () => {
  const planned = plan(graph({ e: 'c d', d: 'b', c: 'a', f: 'e a', b: '', a: '', g: 'b f' }));
  const place = new Map(names(planned).map((name, i) => [name, i]));
  for (const hook of planned.hooks) {
    for (const { dependency } of hook.waits) { expect(place.get(dependency)).toBeLessThanOrEqual(place.get(hook.carrier)!); }
  }
  expect(withHooks(planned)).toEqual(['b', 'a[b+a]', 'd', 'c[d+c]', 'e[e]', 'f[f]', 'g']);
});

test('a blocking command cannot be made elsewhere either', () => {
  expect(order(p => {
    p.app('proxy', { ready: blocking('pilot-agent', 'wait') });
    p.app('db', { ready: tcp(1) });
    p.app('app', ['proxy', on('db', { timeoutSeconds: 5, onTimeout: OnTimeout.CONTINUE })]);
  })).toEqual(['db', 'proxy[db+proxy]', 'app']);
});
