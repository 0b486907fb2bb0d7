import { measured, MeasuredLoad, ratio, timesByHand, tooExpensive } from '../../conformance/runner/bench';
import { freeName, requestsIn } from '../../conformance/runner/cluster';
import { synthesize } from '../../conformance/runner/manifests';
import { Run } from '../../conformance/runner/run-story';
import { Story, Target } from '../../conformance/runner/story';
import { Stamp } from '../../conformance/runner/timestamps';
import { byDefault, byHand } from '../../conformance/stories/apps/load';

const stamp = (container: string, what: string, milliseconds: number): Stamp => ({ t: milliseconds * 1000, pod: 'pod', container, stamp: what });
const CREATED = stamp('(runner)', 'created', 100);
const PAIR: Story['bench'] = { kind: 'pair', dependency: 'db', dependent: 'app' };

function measure(about: Partial<Story>, ...runs: (Pick<Run, 'stamps'> & Partial<Run>)[]) {
  const story: Story = { about: 'it', app: () => {}, containers: {}, expect: [], ...about };
  const all = runs.map((r): Run => ({ story: 's', about: 'it', version: '1', passed: true, late: false, seconds: 0, verdicts: [], orders: [], notices: '', delayMs: 0, ...r }));
  return measured(new Map([['s', story]]), all)[0];
}

test('a pair is measured by the delay of the dependent, and by the time without the dependency', () => {
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

test('a scale-out is measured until the last dependent has started, and by the CPU of the node', () => {
  const bench: Story['bench'] = { kind: 'scaleOut', dependency: 'db', dependent: 'app' };
  const inPod = (pod: string, ...stamps: readonly Stamp[]) => stamps.map(s => ({ ...s, pod }));
  const stamps = [
    CREATED,
    ...inPod('one', stamp('db', 'start', 600), stamp('db', 'ready', 2600), stamp('app', 'start', 2700)),
    ...inPod('two', stamp('db', 'start', 1000), stamp('db', 'ready', 3000), stamp('app', 'start', 3200)),
  ];
  expect(measure({ bench }, { stamps, cost: { cpuMs: 5000, apiRequests: 9 } }, { stamps: [], passed: false, cost: { cpuMs: 7000, apiRequests: 9 } }))
    .toMatchObject({ totals: [3100], overheads: [1100], cpu: [5000] });
});

test('a load is measured until the last pod is Ready, by the CPU of the node and by the API requests', () => {
  const ready = (pod: string, milliseconds: number) => ({ ...stamp('(pod)', 'ready', milliseconds), pod });
  const stamps = [CREATED, ready('one', 600), ready('two', 1100)];
  expect(measure({ bench: { kind: 'load' } }, { stamps, cost: { cpuMs: 5000, apiRequests: 70 } }, { stamps: [], passed: false }))
    .toMatchObject({ allReady: [1000], cpu: [5000], apiRequests: [70] });
});

test('a load may cost little more than the same pods by hand in the same round, also if the rounds differ', () => {
  const by = (story: string, cpu: readonly number[], byHandStory?: string): MeasuredLoad =>
    ({ kind: 'load', story, about: 'it', byHand: byHandStory, allReady: [10, 20, 90], cpu, apiRequests: [10] });
  const all = (cpu: readonly number[]) => [by('hand', [100, 200, 900]), by('ours', cpu, 'hand')];
  expect(tooExpensive(all([105, 1, 1800]))).toEqual([]);
  expect(tooExpensive(all([106, 1, 1800]))).toEqual(['ours: cpu is 1.060 × that of hand, more than 1.05 ×']);
  // A run has failed.
  expect(tooExpensive(all([1, 1]))).toEqual(['ours: cpu is NaN × that of hand, more than 1.05 ×']);
  expect(timesByHand(by('ours', [1], 'hand'), [])).toBeUndefined();
});

test('the requests of an API server are the sum of its counter', () => {
  const metrics = ['# TYPE x', 'apiserver_request_total{code="200",verb="GET"} 7', 'apiserver_request_total{code="201",verb="POST"} 1e+01', 'other{a="b"} 5'];
  expect(requestsIn(metrics.join('\n'))).toBe(17);
});

test('the default pods of the load are the pods by hand, except for the limit of the startup probes', () => {
  const [ours, hand] = [byDefault, byHand].map(({ app }) => synthesize('load', 'load', chart => { app(chart, {} as Target); }).manifests);
  expect(JSON.parse(JSON.stringify(ours).replaceAll('2147483647', '300'))).toEqual(hand);
});

test('a second run of a version has another node', () => {
  expect(freeName('node', () => false)).toBe('node');
  expect(freeName('node', name => ['node', 'node-2'].includes(name))).toBe('node-3');
});
