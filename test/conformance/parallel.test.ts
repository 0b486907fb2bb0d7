import { Duration, Testing } from 'cdk8s';
import { seenIn } from './seen';
import { breaksPromise, describe as lines, OrderedRun, replaced, rowsOf } from '../../conformance/parallel';
import { randomStories } from '../../conformance/random/stories';
import { Behaviour } from '../../conformance/runner/behaviour';
import { parseOptions } from '../../conformance/runner/options';
import { Order, ordersOf } from '../../conformance/runner/orders';
import { isParallel, PARALLEL, VERSIONS } from '../../conformance/runner/versions';
import { ContainerRole, Dependency, DependencyOptions, OrderedPod, ReadyCheck, StartupOrder } from '../../src';
import { BEST_EFFORT, ENTRYPOINT_GATE, EVERY_START, FAIL_CLOSED, GUARDED_HOOK, READY } from '../dsl';

const NODE = PARALLEL[0];

const order = (about: Partial<Order>): Order =>
  ({ dependent: 'app', dependency: 'db', condition: READY, mechanism: GUARDED_HOOK, guarantee: FAIL_CLOSED, ...about });
const run = (about: Partial<OrderedRun>): OrderedRun => ({ story: 's', version: NODE, passed: true, orders: [], ...about });

test('the kubelets that start app containers at the same time have names of their own', () => {
  expect([PARALLEL.filter(isParallel), VERSIONS.filter(isParallel)]).toEqual([PARALLEL, []]);
  expect(parseOptions(['--version', PARALLEL[1], '--without', 'x'])).toMatchObject({ nodes: [{ version: PARALLEL[1] }], without: 'x' });
});

describe('the orders of a run', () => {
  const judged = (appStarts: number, db: Behaviour = { tcp: '1@1s' }, options: DependencyOptions = {}) => {
    const chart = Testing.chart();
    const orderedContainers = [
      { name: 'app', image: 'app:1', command: ['/run'], dependsOn: [Dependency.on('db', { mechanism: ENTRYPOINT_GATE, ...options })] },
      { name: 'db', image: 'db:1', command: ['/run'], role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(1) },
    ];
    new OrderedPod(chart, 'pod', { orderedContainers });
    return ordersOf(StartupOrder.planAll(chart), seenIn(`db start 0, db ready 1000, app start ${appStarts / 1000}`, { app: {}, db }));
  };

  test('a start after the condition keeps the order, with its time', () => {
    expect(judged(1.2e6)).toMatchObject([{ mechanism: ENTRYPOINT_GATE, opens: undefined, milliseconds: 200 }]);
  });

  const BEHAVIOURS: Behaviour[] = [{ tcp: '1@1s' }, { postgresql: '1@1s' }, { http: '1/@1s' }, { unix: '/s@1s' }, { file: '/f@1s' }];
  test.each(BEHAVIOURS)('a start before the condition opens the order, for %j', db => {
    expect(judged(0.5e6, db)).toMatchObject([{ opens: expect.stringContaining('but db has not been READY') }]);
  });

  test('neither a start after the timeout nor a program that writes no stamp when it is ready is judged', () => {
    expect(judged(0.5e6, { program: '/server' })).toEqual([]);
    const options = { timeout: Duration.seconds(3), onTimeout: 'CONTINUE', guarantee: BEST_EFFORT };
    expect(judged(2.9e6, { tcp: '1@9s' }, options)).toEqual([]);
    expect(judged(0.5e6, { tcp: '1@9s' }, options)).toMatchObject([{ opens: expect.stringContaining('has not been READY') }]);
  });
});

describe('the table of orders', () => {
  const times: Partial<Order>[] = [{ milliseconds: 100 }, { dependency: 'proxy', milliseconds: 700 }, { dependent: 'web', milliseconds: 900 }, { dependent: 'job', milliseconds: 300 }];
  const kept = run({ orders: times.map(order) });
  const opened = run({ story: 'sandbox', passed: false, orders: [order({ opens: 'too early' }), order({ guarantee: BEST_EFFORT })] });

  test('counts the orders of each mechanism and guarantee, and their times after the last condition', () => {
    expect(rowsOf([kept, opened])).toEqual([
      { mechanism: GUARDED_HOOK, guarantee: BEST_EFFORT, kept: 1, opened: 0, p50: undefined, max: undefined },
      { mechanism: GUARDED_HOOK, guarantee: FAIL_CLOSED, kept: 4, opened: 1, p50: 300, max: 900 },
    ]);
    // A story that passes expects its open order.
    expect(rowsOf([{ ...opened, passed: true }]).map(r => r.opened)).toEqual([0]);
  });

  test('names the opened orders, the refused apps, and the stories that fail although no order opens', () => {
    const all = [kept, opened, run({ story: 'slow', passed: false }), run({ story: 'hook', passed: false, error: 'no POST_START [SO501]' })];
    expect(lines(all).slice(-3)).toEqual(['opens: sandbox: too early', 'refused: hook: no POST_START [SO501]', 'not passed, no order opens: slow']);
  });

  test.each([
    [EVERY_START, false, true], [FAIL_CLOSED, false, false], [FAIL_CLOSED, true, true], [BEST_EFFORT, true, false],
  ])('an open %s breaks a promise, with a plan for parallel starts (%s): %s', (guarantee, expectsParallel, broken) => {
    expect(breaksPromise([run({ passed: false, orders: [order({ guarantee, opens: 'x' })] })], expectsParallel)).toBe(broken);
  });
});

test('on a kubelet that starts app containers at the same time, BEST_EFFORT of a random pod is not judged', () => {
  const texts = (version: string) => [...randomStories(10, 1, 37, { version }).values()].flatMap(story => story().expect.map(e => e.text));
  expect(texts(NODE).filter(text => text.includes(BEST_EFFORT))).toEqual([]);
  expect(texts(VERSIONS.at(-1)!).filter(text => text.includes(BEST_EFFORT)).length).toBeGreaterThan(0);
});

test('new results replace the results of the same kubelet and plans, and keep all others', () => {
  const of = (kubelet: string, date: string, without?: string) => ({ kubelet, date, without, stories: 1, rows: [], opens: [] });
  const [first, second] = PARALLEL;
  const before = [of(first, 'old'), of(second, 'old'), of(first, 'old', 'serialStarts')];
  expect(replaced(before, [of(first, 'new')])).toEqual([of(first, 'new'), of(second, 'old'), of(first, 'old', 'serialStarts')]);
});
