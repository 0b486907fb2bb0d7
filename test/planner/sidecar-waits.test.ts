import {
  About, allOf, blocking, Check, command, ContainerWords, CONTINUE, cpuMilliseconds, ENTRYPOINT_GATE, FAIL, file, graph, grpc, GUARDED_HOOK,
  hasStateVolume, http, kept, listHooks, listReadyProbes, listWaits, Mechanism, names, NEWEST, on, one, Options, outside, plan, pod, PodBuilder,
  PodIntent, POST_START, Protocol, refusals, SIDECAR_WAIT_INIT, tcp, withHooks,
} from '../dsl';

const order = (build: (p: PodBuilder) => void, about: About = {}) => names(plan(pod(build, about)));

/** Ready when a file exists in its own volume. */
const by = (name: string): ContainerWords => ({ ready: file(`/${name}/ready`), mounts: { [name]: `/${name}` } });
/** The pod of `graph`, whose sidecars are ready when a file exists. */
function graphOfFiles(needs: Readonly<Record<string, string>>): PodIntent {
  const intent = graph(needs);
  const words = (name: string) => pod(p => { p.sidecar(name, by(name)); }).containers[0];
  return { ...intent, containers: intent.containers.map(c => c.role === 'SIDECAR' ? { ...c, ready: words(c.name).ready, mounts: words(c.name).mounts } : c) };
}
const FORCED = { mechanism: SIDECAR_WAIT_INIT };

/** 'config' is a native sidecar, and one container needs it for each of the given options. */
const config = (words: ContainerWords, ...needs: Options[]): PodIntent => pod(p => {
  p.sidecar('config', words);
  needs.forEach((options, i) => p.app(`app${i}`, [on('config', options)]));
});

describe('an init container waits for a native sidecar', () => {
  const SEEN: [string, Check, string | undefined][] = [
    ['statuses', { ...http(80), statuses: [200] } as never, undefined],
    ['a server', { kind: 'server', protocol: Protocol.REDIS, port: 6379 }, undefined],
    ['a host', { kind: 'tcpSocket', host: '127.0.0.1', port: 1 }, undefined],
    ['a delay', { kind: 'delay', seconds: 1 }, undefined],
    ['a file in a volume', file('/v/ready'), '/v'],
    ['a text in a file', { kind: 'file', path: '/v/log', contains: 'up' }, '/v'],
    ['a socket', { kind: 'unixSocket', path: '/v/deep/s' }, '/v'],
    ['the innermost of two volumes', file('/v/in/ready'), '/v/in'],
    ['several', allOf(tcp(1), file('/v/ready'), file('/v/other')), '/v'],
  ];

  test.each(SEEN)('that is ready by %s, and mounts only the necessary volumes', (_what, ready, path) => {
    const planned = plan(config({ ready, mounts: { v: '/v', w: '/v/in', other: '/other' } }, {}));
    expect(kept(planned, 'app0', 'config')).toBe(`SIDECAR_WAIT_INIT ${ready.kind === 'delay' ? 'BEST_EFFORT' : 'FAIL_CLOSED'}`);
    expect(names(planned)).toEqual(['config', 'wait-for-config', 'app0']);
    expect(listWaits(planned)).toMatchObject([{
      name: 'wait-for-config',
      image: 'example/app0',
      awaited: [{ dependency: 'config', check: ready, timeoutSeconds: undefined, onTimeout: FAIL }],
      sidecarMounts: path === undefined ? [] : [{ container: 'config', volume: path === '/v' ? 'v' : 'w', path }],
      forgets: [],
    }]);
    expect([planned.agent?.delivery, hasStateVolume(planned), listHooks(planned), listReadyProbes(planned)]).toEqual(['CONFIG_MAP', false, [], []]);
  });

  const refused = (why: string) => `SO402: container 'app0' requires SIDECAR_WAIT_INIT for 'config', but ${why}; leave \`mechanism\` out`;

  test.each<[string, Check, string]>([
    ['a file of the container itself', file('/ready'), "/ready lies in no volume of 'config' that an init container could mount as a whole"],
    ['a command', command('/c'), "a command runs in the image of 'config' only"],
    ['a blocking command', blocking('/c'), "a command runs in the image of 'config' only"],
    ['gRPC', grpc(1), 'the wait agent does not support gRPC'],
    ['something that is seen and something that is not', allOf(tcp(1), file('/ready')), "/ready lies in no volume of 'config' that an init container could mount as a whole"],
  ])('but not for a sidecar that is ready by %s', (_what, ready, why) => {
    expect(refusals(config({ ready, mounts: { v: '/v' } }, FORCED))).toEqual([refused(why)]);
  });

  test('but not for a file in a subPath of a volume', () => {
    const intent = config(by('config'), FORCED);
    const partial = { ...intent, containers: intent.containers.map(c => ({ ...c, mounts: c.mounts.map(m => ({ ...m, partial: true })) })) };
    expect(refusals(partial)[0]).toMatch(/^SO402: .* lies in no volume of 'config' that an init container could mount as a whole; /);
  });

  test('but not if another dependent has a hook, which opens after a timeout', () => {
    const intent = (mechanism?: Mechanism) => config(by('config'), { mechanism }, { mechanism: POST_START });
    expect(plan(intent()).edges.map(e => e.mechanism)).toEqual(['POST_START', 'POST_START']);
    const why = "the hook for container 'app1' opens after a time, and an init container would hold that container, too";
    expect(refusals(intent(SIDECAR_WAIT_INIT))).toEqual([refused(why)]);
  });

  test.each<[string, (p: PodBuilder) => void, string]>([
    ['of the init container after it', p => { p.sidecar('config', by('config')); p.init('migrate', ['config']); p.app('app', ['config']); }, 'example/migrate'],
    ['of the first app container that needs it', p => { p.sidecar('config', by('config')); p.app('log'); p.app('app', ['config']); }, 'example/app'],
  ])('in the image %s', (_what, build, image) => { expect(listWaits(plan(pod(build))).map(w => w.image)).toEqual([image]); });
});

describe('an init container that waits for native sidecars', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['waits for all sidecars that the same containers need',
      { 'sidecar config': '', 'sidecar proxy': '', 'app': 'config proxy', 'other': 'config' },
      ['config', 'proxy', 'wait-for-config-and-proxy', 'app', 'other']],
    ['comes directly before the first container that needs it',
      { 'app': 'migrate', 'init migrate': 'config', 'sidecar config': '', 'sidecar free': '', 'init first': '' },
      ['config', 'wait-for-config', 'migrate', 'free', 'first', 'app']],
    ['waits only for sidecars that the next containers need; a last wait serves app containers',
      { 'sidecar config': '', 'sidecar slow': '', 'init migrate': 'config', 'app': 'migrate slow config' },
      ['config', 'slow', 'wait-for-config', 'migrate', 'wait-for-slow', 'app']],
    ['is shared by sidecars that can wait for each other',
      { 'sidecar a': '', 'sidecar b': '', 'init c': 'a', 'init d': 'b', 'app': '' }, ['a', 'b', 'wait-for-a-and-b', 'c', 'd', 'app']],
    ['waits as late as the first dependent allows',
      { 'sidecar a': '', 'sidecar slow': '', 'sidecar b': 'a', 'sidecar c': 'b slow', 'app': 'c' },
      ['a', 'slow', 'wait-for-a', 'b', 'wait-for-slow-and-b', 'c', 'wait-for-c', 'app']],
  ])('%s', (_what, needs, expected) => { expect(names(plan(graphOfFiles(needs)))).toEqual(expected); });

  test('comes after startup probes and hooks of the same sidecars', () => {
    const needs = { 'init migrate': 'config probed hooked', 'sidecar config': '', 'sidecar hooked': '', 'sidecar probed': '', 'app': '' };
    expect(withHooks(plan(graph(needs, {}, { config: by('config'), hooked: { ready: blocking('/wait') } }))))
      .toEqual(['config', 'hooked[hooked]', 'probed', 'wait-for-config', 'migrate', 'app']);
  });

  test('comes before the wait for a target outside the pod, and its name is unique among waits', () => {
    expect(order(p => { p.app('app', [outside('api'), 'proxy']); p.sidecar('proxy', by('proxy')); })).toEqual(['proxy', 'wait-for-proxy', 'wait-for-api', 'app']);
    expect(order(p => { p.sidecar('db', by('db')); p.app('app', ['db', outside('db', { check: tcp(1) })]); })).toEqual(['db', 'wait-for-db-2', 'wait-for-db', 'app']);
  });

  describe('looks at volumes at the paths that they have in the sidecar', () => {
    const two = ([a, b]: string[], volumes: string[]) => listWaits(plan(pod(p => {
      p.sidecar('a', { ready: file(`${a}/x`), mounts: { [volumes[0]]: a } });
      p.sidecar('b', { ready: file(`${b}/y`), mounts: { [volumes[1]]: b } });
      p.sidecar('c', { ready: tcp(1), startup: tcp(2) });
      p.app('app', ['a', 'b', 'c']);
    }))).map(w => [w.name, ...w.sidecarMounts.map(m => `${m.volume}:${m.path}`)]);

    test.each<[string, string[], string[], string[][]]>([
      ['two volumes at different paths', ['/a', '/ab'], ['a', 'b'], [['wait-for-a-and-b-and-c', 'a:/a', 'b:/ab']]],
      ['one volume at the same path', ['/run', '/run/'], ['v', 'v'], [['wait-for-a-and-b-and-c', 'v:/run']]],
      ['one volume at two paths', ['/a', '/b'], ['v', 'v'], [['wait-for-a-and-b-and-c', 'v:/a', 'v:/b']]],
      ...[['/tmp', '/tmp'], ['/run', '/run/b'], ['/run/b/', '/run'], ['/a', '/']].map(([a, b]): [string, string[], string[], string[][]] =>
        [`two waits for two volumes at overlapping paths: ${a} and ${b}`, [a, b], ['a', 'b'], [['wait-for-a', `a:${a}`], ['wait-for-b-and-c', `b:${b}`]]]),
    ])('%s', (_what, paths, volumes, expected) => { expect(two(paths, volumes)).toEqual(expected); });

    test('nested mounts of one sidecar', () => {
      const [{ sidecarMounts }] = listWaits(plan(config({ ready: allOf(file('/v/x'), file('/v/in/y')), mounts: { v: '/v', w: '/v/in' } }, {})));
      expect(sidecarMounts).toEqual([{ container: 'config', volume: 'v', path: '/v' }, { container: 'config', volume: 'w', path: '/v/in' }]);
    });
  });
});

test('app containers share the wait of an init container, and guards only where the user asks for them', () => {
  const how = (needs: Options[], mechanism?: Mechanism) => plan(pod(p => {
    p.sidecar('config', by('config'));
    p.app('app', [on('config', { mechanism })]);
    needs.forEach(options => p.init('migrate', [on('config', options)]));
  }, NEWEST)).edges.map(e => `${e.dependent} ${e.mechanism} ${e.guarantee}`);
  expect(how([])).toEqual(['app SIDECAR_WAIT_INIT FAIL_CLOSED']);
  expect(how([], GUARDED_HOOK)).toEqual(['app GUARDED_HOOK FAIL_CLOSED']);
  expect(how([{}])).toEqual(['app SIDECAR_WAIT_INIT FAIL_CLOSED', 'migrate SIDECAR_WAIT_INIT FAIL_CLOSED']);
  expect(how([{ timeoutSeconds: 5, onTimeout: CONTINUE }], GUARDED_HOOK)).toEqual(['app GUARDED_HOOK FAIL_CLOSED', 'migrate SIDECAR_WAIT_INIT BEST_EFFORT']);
});

describe('how long it waits', () => {
  const limits = (...needs: Options[]) => {
    const planned = plan(config(by('config'), ...needs));
    const [{ timeoutSeconds, onTimeout }] = listWaits(planned)[0].awaited;
    const said = [timeoutSeconds, timeoutSeconds === undefined ? undefined : onTimeout];
    expect(planned.edges.map(e => [e.timeoutSeconds, e.onTimeout])).toEqual(needs.map(() => said));
    return [timeoutSeconds, onTimeout, ...new Set(planned.edges.map(e => e.guarantee))];
  };

  test.each<[string, Options[], unknown[]]>([
    ['forever', [{}], [undefined, FAIL, 'FAIL_CLOSED']],
    ['until the timeout, and fails', [{ timeoutSeconds: 5 }], [5, FAIL, 'FAIL_CLOSED']],
    ['until the longest timeout that is given', [{ timeoutSeconds: 5, onTimeout: FAIL }, { timeoutSeconds: 9 }, {}], [9, FAIL, 'FAIL_CLOSED']],
    ['until the timeout, and goes on', [{ timeoutSeconds: 5, onTimeout: CONTINUE }], [5, CONTINUE, 'BEST_EFFORT']],
    ['and goes on for all, when one goes on', [{ timeoutSeconds: 5, onTimeout: CONTINUE }, {}], [5, CONTINUE, 'BEST_EFFORT']],
  ])('%s', (_what, needs, expected) => { expect(limits(...needs)).toEqual(expected); });

  test('is in the reason, with the dependent that opens it', () => {
    const open = { timeoutSeconds: 5, onTimeout: CONTINUE };
    expect(plan(config(by('config'), open, {})).edges.map(e => e.reason)).toEqual([
      'an init container after the sidecar waits for it; after the timeout the dependent starts anyway, as specified',
      "an init container after the sidecar waits for it; it opens after a timeout, as container 'app0' asked",
    ]);
  });

  test('ends after the timeout of a dependent with a gate and onTimeout CONTINUE, too', () => {
    const app = { command: true, on: { timeoutSeconds: 30, onTimeout: CONTINUE, mechanism: ENTRYPOINT_GATE } };
    const planned = plan(graph({ 'sidecar config': '', 'sidecar proxy': 'config', 'app': 'config' }, {}, { config: by('config'), app }));
    expect([kept(planned, 'proxy', 'config'), kept(planned, 'app', 'config')]).toEqual(['SIDECAR_WAIT_INIT BEST_EFFORT', 'ENTRYPOINT_GATE BEST_EFFORT']);
    expect(listWaits(planned)[0].awaited.map(w => [w.dependency, w.timeoutSeconds, w.onTimeout])).toEqual([['config', 30, CONTINUE]]);
  });

  test('cannot be both FAIL and CONTINUE', () => {
    expect(refusals(config(by('config'), { timeoutSeconds: 5, onTimeout: CONTINUE }, { timeoutSeconds: 5, onTimeout: FAIL }))).toEqual([
      "SO406: container 'app1' depends on 'config' with FAIL as `onTimeout`, but container 'app0' wants CONTINUE for it, and one init container waits for both; "
      + 'use the same for both',
    ]);
  });

  test('counts once for several sidecars, in the sum of the waits of the pod', () => {
    const intent = pod(p => {
      const [a, b] = [1, 2].map(port => p.sidecar(`s${port}`, { ready: allOf(tcp(port)), native: true }));
      p.app('app', [on(a, { timeoutSeconds: 60 }), on(b, { timeoutSeconds: 70 })]);
    }, { deadlines: [{ field: 'activeDeadlineSeconds', seconds: 69 }] });
    expect(plan(intent).warnings).toEqual(['the waits can take 70 s in all, longer than activeDeadlineSeconds (69 s)']);
  });
});

describe('its name', () => {
  const nameFor = (...sidecars: string[]) => {
    const found = listWaits(plan(pod(p => { sidecars.forEach(s => p.sidecar(s, { ready: allOf(tcp(1)) })); p.app('app', sidecars); })));
    expect(found).toHaveLength(1);
    expect(found[0].name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
    return found[0].name;
  };

  test.each<[string[], string]>([
    [['config'], 'wait-for-config'],
    [['config', 'proxy', 'vault'], 'wait-for-config-and-proxy-and-vault'],
    [['a'.repeat(63)], `wait-for-${'a'.repeat(51)}`],
    [['a'.repeat(30), 'b'.repeat(16)], `wait-for-${'a'.repeat(30)}-and-${'b'.repeat(16)}`],
    [['a'.repeat(30), 'b'.repeat(17)], `wait-for-${'a'.repeat(30)}-and-1-more`],
    [['a'.repeat(63), 'b'], `wait-for-${'a'.repeat(40)}-and-1-more`],
    [Array.from({ length: 12 }, (_, i) => `sidecar${i}`), 'wait-for-sidecar0-and-sidecar1-and-sidecar2-and-9-more'],
  ])('names the sidecars: %j', (sidecars, expected) => { expect(nameFor(...sidecars)).toBe(expected); });
});

test.each<[string, (number | undefined)[], number | undefined]>([
  ['the user of the sidecar', [101], 101],
  ['the common user of two sidecars', [101, 101], 101],
  ['no user for sidecars with different users', [101, 102], undefined],
  ['no user if a sidecar has an unknown user', [101, undefined], undefined],
  ['no user for root, because an injected container does not run as root', [0], undefined],
])('a wait that reads files has %s', (_, users, expected) => {
  const planned = plan(pod(p => {
    users.forEach((user, i) => p.sidecar(`s${i}`, { ready: file(`/v${i}/a`), mounts: { [`v${i}`]: `/v${i}` }, native: true, user }));
    p.app('app', users.map((_user, i) => `s${i}`));
  }));
  expect(listWaits(planned).map(w => w.runAsUser)).toEqual([expected]);
  expect(planned.warnings.filter(w => w.includes('finds no file'))).toHaveLength(expected === undefined ? 1 : 0);
});

test('one warning explains that the user of a wait may not be able to read the files', () => {
  expect(plan(one('sidecar', { ready: allOf(file('/v/a'), file('/v/b')), mounts: { v: '/v' }, native: true })).warnings)
    .toEqual(["'wait-for-dep' finds no file that its user may not reach: leave '/v' open to others, or set `runAsUser` of the pod"]);
});

test('a wait that reads no files of a sidecar has no user of its own', () => {
  const planned = plan(one('sidecar', { ready: tcp(1), native: true, user: 101 }, FORCED));
  expect([kept(planned), listWaits(planned).map(w => w.runAsUser)]).toEqual(['SIDECAR_WAIT_INIT FAIL_CLOSED', [undefined]]);
});

test('a pod of a thousand sidecars is planned in linear time', () => {
  const planned = (n: number) => {
    const intent = pod(p => {
      for (let i = 0; i < n; i++) { p.sidecar(`s${i}`, { ready: file('/tmp/ready'), mounts: { [`v${i}`]: '/tmp' } }); }
      p.app('app', Array.from({ length: n }, (_, i) => `s${i}`));
    });
    return cpuMilliseconds(() => { expect(listWaits(plan(intent))).toHaveLength(n); });
  };
  planned(1000);
  expect(planned(4000)).toBeLessThan(Math.max(500, 12 * planned(1000)));
});
