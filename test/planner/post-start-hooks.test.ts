import {
  About, allOf, blocking, Check, ContainerWords, CONTINUE, delay, FAIL, file, graph, hookOf, http, listHooks, NEWEST, OLD, on, one, Options, plan,
  pod, PodPlan, POST_START, READY, READY_ON_1, refusals, Role, RUNNING, StartCondition, STARTED, tcp, withHooks,
} from '../dsl';

/** The hook of 'db', needed by one container for each of the given options. */
function hook(...needs: Options[]) {
  const apps = Object.fromEntries(needs.map((options, i) => [`app${i}`, { on: options }]));
  const { timeoutSeconds, onTimeout } = hookOf(plan(graph({ db: '', ...Object.fromEntries(Object.keys(apps).map(app => [app, 'db'])) }, {}, apps)), 'db');
  return [timeoutSeconds, onTimeout];
}

describe('a hook always has a timeout', () => {
  test.each<[string, Options[], number]>([
    ['60 s by default', [{}], 60],
    ['less when all say so', [{ timeoutSeconds: 5 }], 5],
    ['the longest timeout of the dependents', [{ timeoutSeconds: 5 }, { timeoutSeconds: 90 }], 90],
    ['at least 60 s with a dependent without a timeout', [{ timeoutSeconds: 5 }, {}], 60],
    ['the longest timeout of the dependents, also with a dependent without a timeout', [{ timeoutSeconds: 300 }, {}], 300],
  ])('%s', (_what, needs, expected) => { expect(hook(...needs)).toEqual([expected, CONTINUE]); });

  test('a hook for several dependencies has the longest timeout', () => {
    const planned = plan(pod(p => {
      ['a', 'b'].forEach((name, i) => p.app(name, { ready: tcp(i) }));
      p.app('app', [on('a', { timeoutSeconds: 7 }), on('b', { timeoutSeconds: 9 })]);
    }));
    expect(hookOf(planned, 'b').timeoutSeconds).toBe(9);
    expect(planned.edges.map(e => [e.dependency, e.waitsIn, e.timeoutSeconds])).toEqual([['a', 'b', 9], ['b', 'b', 9]]);
  });
});

test('on a native sidecar, onTimeout FAIL of one dependent applies to the hook', () => {
  const intent = graph({ 'sidecar proxy': '', 'a': 'proxy', 'b': 'proxy' }, { mechanism: POST_START }, { a: { on: { onTimeout: FAIL } } });
  expect(hookOf(plan(intent), 'proxy').onTimeout).toBe(FAIL);
});

describe('a blocking command', () => {
  const proxy = { ready: blocking('pilot-agent', 'wait') };

  test.each<[string, ContainerWords, Options, boolean, number | undefined]>([
    ['alone in a hook has no timeout', {}, {}, false, undefined],
    ['with a timeout has that timeout', {}, { timeoutSeconds: 20 }, false, 20],
    ['together with another check has the default timeout', {}, {}, true, 60],
    ["after the user's own hook has the default timeout", { postStart: { exec: { command: ['/own'] } } }, {}, false, 60],
  ])('%s', (_what, words, options, needsOther, seconds) => {
    const planned = plan(graph({ db: '', proxy: '', app: needsOther ? 'proxy db' : 'proxy' }, {}, { proxy: { ...proxy, ...words }, app: { on: options } }));
    expect(hookOf(planned, 'proxy').timeoutSeconds).toBe(seconds);
  });

  test('alone in a hook has neither timeout nor onTimeout in the plan', () => {
    const [{ waitsIn, timeoutSeconds, onTimeout }] = plan(one('app', proxy)).edges;
    expect([waitsIn, timeoutSeconds, onTimeout]).toEqual(['dep', undefined, undefined]);
  });
});

describe('a hook waits for another container only if the kubelet always restarts its own container', () => {
  const carriers = (words: ContainerWords, about: About) => withHooks(plan(graph({ a: '', b: '', app: 'a b' }, about, { a: words, b: words })));
  const RULES = { ...NEWEST.capabilities, envFiles: false };

  test.each<[string, ContainerWords, About, string[]]>([
    ['a pod that always restarts its containers', {}, {}, ['a', 'b[a+b]', 'app']],
    ['a pod that never restarts its containers', {}, { restartPolicy: 'Never' }, ['a[a]', 'b[b]', 'app']],
    ['a pod that restarts its containers only after a failure', {}, { restartPolicy: 'OnFailure' }, ['a[a]', 'b[b]', 'app']],
    ['containers that the kubelet restarts only after a failure', { restartPolicy: 'OnFailure' }, { capabilities: RULES }, ['a[a]', 'b[b]', 'app']],
    ['containers that always restart in a pod that never restarts its containers', { restartPolicy: 'Always' }, { capabilities: RULES, restartPolicy: 'Never' }, ['a', 'b[a+b]', 'app']],
    ['containers that a rule restarts after each exit with 0', { restartPolicy: 'OnFailure', restartRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [0] } }] },
      { capabilities: RULES }, ['a', 'b[a+b]', 'app']],
  ])('%s', (_what, words, about, expected) => { expect(carriers(words, about)).toEqual(expected); });
});

describe('a hook with only a delay', () => {
  test.each<[string, Check, number | undefined, About, ContainerWords, Role]>([
    ['of 1 s becomes a sleep action without the agent', delay(1), 1, {}, {}, 'app'],
    ['of 30 s, too', delay(30), 30, {}, {}, 'app'],
    ['on a native sidecar, too', delay(5), 5, { mechanism: POST_START }, {}, 'sidecar'],
    ['of a part of a second does not', delay(1.5), undefined, {}, {}, 'app'],
    ['longer than the grace period, which the API server refuses', delay(31), undefined, {}, {}, 'app'],
    ['longer than a grace period of its own', delay(6), undefined, { terminationGracePeriodSeconds: 5 }, {}, 'app'],
    ['on a target that has none', delay(5), undefined, OLD, {}, 'app'],
    ['with something else to wait for', allOf(delay(5), tcp(1)), undefined, {}, {}, 'app'],
    ["after the user's own hook", delay(5), undefined, {}, { postStart: { exec: { command: ['/own'] } } }, 'app'],
    ['nor does a port', tcp(1), undefined, {}, {}, 'app'],
  ])('%s', (_what, ready, seconds, about, words, role) => {
    const planned = plan(one(role, { ready, ...words }, {}, about));
    const { sleepSeconds, usesAgent } = hookOf(planned, 'dep');
    expect([sleepSeconds, usesAgent, planned.agent === undefined]).toEqual([seconds, seconds === undefined, seconds !== undefined]);
    expect([hookOf(planned, 'dep'), planned.edges[0]].map(({ timeoutSeconds }) => timeoutSeconds)).toEqual(Array(2).fill(seconds ?? 60));
  });

  test('becomes one sleep action for each of two dependencies', () => {
    const planned = plan(pod(p => { p.app('a', { ready: delay(5) }); p.app('b', { ready: delay(6) }); p.app('app', ['a', 'b']); }));
    expect(listHooks(planned).map(h => [h.container, h.sleepSeconds])).toEqual([['a', 5], ['b', 6]]);
  });
});

describe("the user's own postStart hook", () => {
  test.each(['httpGet', 'sleep', 'tcpSocket'])('of kind %s is an error', handler => {
    expect(refusals(one('app', { ...READY_ON_1, postStart: { [handler]: {} } }))).toEqual([
      `SO501: container 'dep' has a postStart hook of kind ${handler}, and the library needs the only hook of the container; `
      + 'write your hook as an exec hook, which then runs first, or remove it',
    ]);
  });

  test('of any kind stays if no hook has to wait', () => {
    expect(refusals(one('app', { postStart: { httpGet: { port: 80 } } }, { condition: RUNNING }, {}, { postStart: { sleep: {} } }))).toEqual([]);
  });
});

describe('the check of a hook', () => {
  const checks = (planned: PodPlan, carrier: string) => hookOf(planned, carrier).waits.map(w => 'check' in w ? w.check : w);

  test.each<[string, ContainerWords, StartCondition, Check[]]>([
    ['is made once for all dependents that need READY', { ready: tcp(1) }, READY, [tcp(1)]],
    ['is the startup probe for STARTED, and the ready check for READY', { ready: tcp(1), startup: http(2) }, STARTED, [tcp(1), http(2)]],
    ['is made once if STARTED and READY have the same check', { ready: tcp(1), startup: tcp(1) }, STARTED, [tcp(1)]],
  ])('%s', (_what, words, condition, expected) => {
    expect(checks(plan(graph({ db: '', a: 'db', b: 'db' }, {}, { db: words, b: { on: { condition } } })), 'db')).toEqual(expected);
  });

  test('has the path of the container that carries the hook', () => {
    const words = { a: { ready: file('/data/a'), mounts: { shared: '/data' } }, b: { ready: tcp(1), mounts: { shared: '/mnt' } } };
    expect(checks(plan(graph({ a: '', b: '', app: 'a b' }, {}, words)), 'b')).toEqual([file('/mnt/a'), tcp(1)]);
  });
});
