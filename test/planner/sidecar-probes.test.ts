import {
  allOf, blocking, Check, command, ContainerWords, CONTINUE, EVERY_START, FAIL, file, graph, http, kept, listHooks, listReadyProbes, Mechanism,
  names, on, Options, plan, pod, POST_START, Protocol, READY_ON_1, refusals, RUNNING, SIDECAR_PROBE, SIDECAR_WAIT_INIT, tcp, withHooks,
} from '../dsl';

/** 'proxy' is a native sidecar, and one container needs it for each of the given options. */
const proxy = (words: ContainerWords, ...needs: Options[]) => plan(pod(p => {
  p.sidecar('proxy', words);
  (needs.length > 0 ? needs : [{}]).forEach((options, i) => p.app(`app${i}`, [on('proxy', options)]));
}));

const how = (words: ContainerWords, ...needs: Options[]) => proxy(words, ...needs).edges.map(e => e.mechanism);
const probe = (words: ContainerWords, ...needs: Options[]) => listReadyProbes(proxy(words, ...needs))[0];

/** The reason why the plan cannot write a startup probe. */
function why(words: ContainerWords, options: Options = {}, other: Options[] = []): string {
  const [text] = refusals(pod(p => {
    p.sidecar('proxy', words);
    p.app('app', [on('proxy', { mechanism: SIDECAR_PROBE, ...options })]);
    other.forEach(o => p.app('other', [on('proxy', o)]));
  }));
  const [, found] = /^SO402: container 'app' requires SIDECAR_PROBE for 'proxy', but (.*); leave `mechanism` out$/.exec(text)!;
  return found;
}

const BY_HOOK = { mechanism: POST_START };

describe('a ready check becomes the startup probe of a native sidecar', () => {
  test('a readiness probe with an empty host becomes a startup probe', () => {
    const words = { ready: { kind: 'tcpSocket', host: '', port: 1 }, source: 'readinessProbe' } as const;
    expect([how(words), probe(words).check]).toEqual([[SIDECAR_PROBE], words.ready]);
  });

  const FILES = 'a kubelet probe sees no files, and the image may have no program that does';
  test.each<[string, Check, string, Mechanism]>([
    ['HTTP with statuses', { ...http(80), statuses: [200] } as never, 'a kubelet probe takes every status from 200 to 399', SIDECAR_WAIT_INIT],
    ['a server', { kind: 'server', protocol: Protocol.REDIS, port: 6379 }, 'a kubelet probe cannot ask a server in its protocol (a command of the image can, such as pg_isready)', SIDECAR_WAIT_INIT],
    ['a blocking command', blocking('/wait'), 'a kubelet probe is made again and again, and a blocking command does the waiting by itself', POST_START],
    ['a file', file('/ready'), FILES, POST_START],
    ['a file in a volume', file('/v/ready'), FILES, SIDECAR_WAIT_INIT],
    ['a text in a file', { kind: 'file', path: '/log', contains: 'up' }, FILES, POST_START],
    ['a socket', { kind: 'unixSocket', path: '/s' }, FILES, POST_START],
    ['a delay', { kind: 'delay', seconds: 1 }, 'a kubelet probe knows no delay', SIDECAR_WAIT_INIT],
    ['several', allOf(tcp(1), tcp(2)), 'a startup probe makes one check, not several', SIDECAR_WAIT_INIT],
  ])('the ready check %s does not become a startup probe', (_what, check, reason, instead) => {
    const words = { ready: check, mounts: { v: '/v' } };
    expect(why(words)).toBe(reason);
    expect(how(words)).toEqual([instead]);
  });

  test.each(['127.0.0.1', 'localhost', '::1', '0.0.0.0', '10.1.2.3', 'db.shop'])('a ready check that names the host %s does not become a startup probe', host => {
    for (const ready of [{ kind: 'tcpSocket', host, port: 1 } as const, { ...http(80), host } as Check]) {
      for (const source of ['readyWhen', 'readinessProbe'] as const) {
        expect(why({ ready, source })).toBe(`a kubelet probe that names a host (${host}) asks it from the node, which Pod Security forbids`);
        expect(how({ ready, source })).toEqual([SIDECAR_WAIT_INIT]);
      }
    }
  });

  test('dependent init containers and sidecars use the startup probe, too', () => {
    const planned = plan(graph({ 'app': '', 'init migrate': 'vault', 'sidecar vault': 'proxy', 'sidecar proxy': '' }));
    expect(names(planned)).toEqual(['proxy', 'vault', 'migrate', 'app']);
    expect(listReadyProbes(planned).map(p => p.container)).toEqual(['proxy', 'vault']);
    expect([kept(planned, 'migrate', 'vault'), kept(planned, 'vault', 'proxy')]).toEqual(['SIDECAR_PROBE FAIL_CLOSED', 'SIDECAR_PROBE FAIL_CLOSED']);
  });

  test('several dependents share one startup probe, without the agent', () => {
    const planned = proxy(READY_ON_1, {}, {}, { condition: RUNNING });
    expect(listReadyProbes(planned).map(p => p.container)).toEqual(['proxy']);
    expect([listHooks(planned), planned.agent]).toEqual([[], undefined]);
    expect(planned.edges.map(e => [e.mechanism, e.waitsIn])).toEqual([['SIDECAR_PROBE', 'proxy'], ['SIDECAR_PROBE', 'proxy'], ['POSITION', undefined]]);
  });
});

describe('the limit of a startup probe', () => {
  test.each<[string, Options[], number, number | undefined]>([
    ['infinite by default', [{}], 2147483647, undefined],
    ['the longest timeout of the dependents, with one try each second', [{ timeoutSeconds: 30 }, {}, { timeoutSeconds: 90, onTimeout: FAIL }], 90, 90],
  ])('is %s, also in the plan of each dependent', (_what, needs, failureThreshold, timeoutSeconds) => {
    const { edges } = proxy(READY_ON_1, ...needs);
    expect(probe(READY_ON_1, ...needs)).toMatchObject({ failureThreshold, timeoutSeconds });
    expect(edges.map(e => [e.timeoutSeconds, e.onTimeout])).toEqual(needs.map(() => [timeoutSeconds, timeoutSeconds && FAIL]));
  });

  test('is at least the timeout of a dependent with another mechanism', () => {
    const words = { a: { on: { timeoutSeconds: 5 } }, b: { command: true, on: { timeoutSeconds: 300, guarantee: EVERY_START } } };
    const planned = plan(graph({ 'sidecar proxy': '', 'a': 'proxy', 'b': 'proxy' }, {}, words));
    expect(planned.edges.map(e => [e.mechanism, e.timeoutSeconds])).toEqual([['SIDECAR_PROBE', 300], ['ENTRYPOINT_GATE', 300]]);
    expect(listReadyProbes(planned)[0].failureThreshold).toBe(300);
  });
});

test.each<[string, Check, 'readinessProbe' | undefined, number | undefined]>([
  ['the time of a command', { ...command('/c'), trySeconds: 7 } as Check, undefined, 7],
  ["the kubelet's second for a command of a readiness probe", command('/c'), 'readinessProbe', undefined],
])('one try of a startup probe takes %s: %j', (_what, ready, source, seconds) => { expect(probe({ ready, source }).trySeconds).toBe(seconds); });

describe('a startup probe never opens after a timeout', () => {
  test('a dependent with onTimeout CONTINUE gets an init container that waits', () => {
    expect(why(READY_ON_1, { onTimeout: CONTINUE, timeoutSeconds: 5 }))
      .toBe('a startup probe that fails restarts its sidecar and cannot let the dependent start (`onTimeout` CONTINUE)');
    expect(how(READY_ON_1, { onTimeout: CONTINUE, timeoutSeconds: 5 })).toEqual([SIDECAR_WAIT_INIT]);
  });

  test.each<[string, Options, Mechanism]>([
    ['wants that after a timeout', { onTimeout: CONTINUE, timeoutSeconds: 5 }, SIDECAR_WAIT_INIT],
    ['has a hook, which fails open', BY_HOOK, POST_START],
  ])('no startup probe is used if another dependent %s', (_what, other, instead) => {
    expect(why(READY_ON_1, {}, [other])).toBe("container 'other' starts after a timeout, and a startup probe would hold it, too");
    expect(how(READY_ON_1, {}, other)).toEqual([instead, instead]);
  });

  test('a startup probe is used beside a hook that fails closed, and beside a dependent that needs RUNNING', () => {
    const planned = proxy(READY_ON_1, {}, { ...BY_HOOK, onTimeout: FAIL }, { condition: RUNNING });
    expect(planned.edges.map(e => e.mechanism)).toEqual(['SIDECAR_PROBE', 'POST_START', 'POSITION']);
    expect(withHooks(planned)[0]).toBe('proxy[proxy]');
  });

  test('no startup probe is used if the workload forces a hook', () => {
    const intent = (mechanism?: Mechanism) => graph({ 'sidecar proxy': '', 'app': 'proxy', 'other': 'proxy' }, BY_HOOK, { app: { on: { mechanism } } });
    expect(plan(intent()).edges.map(e => e.mechanism)).toEqual(['POST_START', 'POST_START']);
    expect(refusals(intent(SIDECAR_PROBE))).toEqual([
      "SO402: container 'app' requires SIDECAR_PROBE for 'proxy', but container 'other' starts after a timeout, and a startup probe would hold it, too; "
      + 'leave `mechanism` out',
    ]);
  });
});
