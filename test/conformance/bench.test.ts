import { measured, ratio } from '../../conformance/runner/bench';
import { Run } from '../../conformance/runner/run-story';
import { Story } from '../../conformance/runner/story';
import { Stamp } from '../../conformance/runner/timestamps';

const stamp = (container: string, what: string, milliseconds: number): Stamp => ({ t: milliseconds * 1000, pod: 'pod', container, stamp: what });
const CREATED = stamp('(runner)', 'created', 100);
const PAIR: Story['bench'] = { kind: 'pair', dependency: 'db', dependent: 'app' };

function measure(about: Partial<Story>, ...runs: (Pick<Run, 'stamps'> & Partial<Run>)[]) {
  const story: Story = { about: 'it', app: () => {}, containers: {}, expect: [], ...about };
  const all = runs.map((r): Run => ({ story: 's', about: 'it', version: '1', passed: true, late: false, seconds: 0, verdicts: [], notices: '', delayMs: 0, ...r }));
  return measured(new Map([['s', story]]), all)[0];
}

test('a pair is measured by the delay of the dependent, and by the time of the pod without the time of the dependency', () => {
  const stamps = [CREATED, stamp('db', 'start', 600), stamp('db', 'ready', 2600), stamp('app', 'start', 2700)];
  expect(measure({ bench: PAIR }, { stamps }, { stamps: [], passed: false })).toMatchObject({ latencies: [100], overheads: [600], runs: 1 });
});

test('a pair without an order is measured by the time of the pod', () => {
  const stamps = [CREATED, stamp('db', 'start', 600), stamp('app', 'start', 700), stamp('db', 'ready', 2600)];
  expect(measure({ bench: PAIR }, { stamps })).toMatchObject({ latencies: [], overheads: [600] });
});

test('a wait for something outside the pod is measured by the delay of the dependent', () => {
  const stamps = [stamp('db', 'start', 0), CREATED, stamp('db', 'ready', 2000), stamp('app', 'start', 2500)];
  expect(measure({ bench: PAIR, beside: { db: {} } }, { stamps })).toMatchObject({ latencies: [500], overheads: [], runs: 1 });
  expect(measure({ bench: PAIR, beside: () => ({ db: {} }) }, { stamps })).toMatchObject({ latencies: [500], overheads: [] });
});

test('a graph is measured from the first start to the last start, also in critical paths', () => {
  const bench: Story['bench'] = { kind: 'makespan', of: ['a', 'b', 'c'], last: 'b', criticalPathMs: 1000 };
  const makespan = measure({ bench }, { stamps: [CREATED, stamp('a', 'start', 600), stamp('b', 'start', 1700)] });
  expect(makespan).toMatchObject({ makespans: [1100] });
  expect(makespan.kind === 'makespan' && ratio(makespan)).toBe('1.10 ×');
});

test('a scale-out is measured until the last dependent has started, with and without the time of its dependency, and by the CPU of the node', () => {
  const bench: Story['bench'] = { kind: 'scaleOut', dependency: 'db', dependent: 'app' };
  const inPod = (pod: string, ...stamps: readonly Stamp[]) => stamps.map(s => ({ ...s, pod }));
  const stamps = [
    CREATED,
    ...inPod('one', stamp('db', 'start', 600), stamp('db', 'ready', 2600), stamp('app', 'start', 2700)),
    ...inPod('two', stamp('db', 'start', 1000), stamp('db', 'ready', 3000), stamp('app', 'start', 3200)),
  ];
  expect(measure({ bench }, { stamps, cpuMs: 5000 }, { stamps: [], passed: false, cpuMs: 7000 }))
    .toMatchObject({ totals: [3100], overheads: [1100], cpu: [5000] });
});
