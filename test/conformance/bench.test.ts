import { judgeLoads, measured, ratio, waitUntilIdle } from '../../conformance/runner/bench';
import { freeName } from '../../conformance/runner/cluster';
import { Bar, Cost, countRequests, MeasuredLoad, subtract } from '../../conformance/runner/load';
import { synthesize } from '../../conformance/runner/manifests';
import { Run } from '../../conformance/runner/run-story';
import { Story, Target } from '../../conformance/runner/story';
import { Stamp } from '../../conformance/runner/timestamps';
import { load } from '../../conformance/stories/apps/load';

const stamp = (container: string, what: string, milliseconds: number): Stamp => ({ t: milliseconds * 1000, pod: 'pod', container, stamp: what });
const CREATED = stamp('(runner)', 'created', 100);
const COST: Cost = { cpu: 4, apiRequests: 70, statusPatches: 6, events: 5, kubeletMiB: 80 };
const PAIR: Story['bench'] = { kind: 'pair', dependency: 'db', dependent: 'app' };

function measure(about: Partial<Story>, ...runs: (Pick<Run, 'stamps'> & Partial<Run>)[]) {
  const story: Story = { about: 'it', app: () => {}, containers: {}, expect: [], ...about };
  const all = runs.map((r): Run => ({ story: 's', about: 'it', version: '1', passed: true, late: false, seconds: 0, verdicts: [], orders: [], notices: '', delayMs: 0, ...r }));
  return measured(new Map([['s', story]]), all)[0];
}

test('a pair is measured by the delay of the dependent, or by the time of the pod', () => {
  const [db, ready, late, early] = [stamp('db', 'start', 600), stamp('db', 'ready', 2600), stamp('app', 'start', 2700), stamp('app', 'start', 700)];
  expect(measure({ bench: PAIR }, { stamps: [CREATED, db, ready, late] }, { stamps: [], passed: false }))
    .toMatchObject({ latencies: [100], overheads: [600], runs: 1 });
  expect(measure({ bench: PAIR }, { stamps: [CREATED, db, early, ready] })).toMatchObject({ latencies: [], overheads: [600] });
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
  const one = inPod('one', stamp('db', 'start', 600), stamp('db', 'ready', 2600), stamp('app', 'start', 2700));
  const two = inPod('two', stamp('db', 'start', 1000), stamp('db', 'ready', 3000), stamp('app', 'start', 3200));
  const stamps = [CREATED, ...one, ...two];
  expect(measure({ bench }, { stamps, cost: { ...COST, cpu: 5000 } }, { stamps: [], passed: false, cost: { ...COST, cpu: 7000 } }))
    .toMatchObject({ totals: [3100], overheads: [1100], cpu: [5000] });
});

test('a load is measured until the last pod is Ready', () => {
  const ready = (pod: string, milliseconds: number) => ({ ...stamp('(pod)', 'ready', milliseconds), pod });
  const stamps = [CREATED, ready('one', 600), ready('two', 1100)];
  expect(measure({ bench: { kind: 'load', bars: [] } }, { stamps, cost: COST }, { stamps: [], passed: false }))
    .toMatchObject({ allReady: [1000], cpu: [4], apiRequests: [70], statusPatches: [6], events: [5], kubeletMiB: [80] });
});

test('the cost of a run lies between two readings, and the memory is that of the last', () => {
  expect(subtract({ ...COST, kubeletMiB: 70 }, { cpu: 1, apiRequests: 20, statusPatches: 2, events: 1, kubeletMiB: 90 }))
    .toEqual({ cpu: 3, apiRequests: 50, statusPatches: 4, events: 4, kubeletMiB: 70 });
});

describe('a load', () => {
  const by = (story: string, cpu: readonly number[], ...bars: Bar[]): MeasuredLoad =>
    ({ kind: 'load', story, about: 'it', bars, allReady: [10, 20, 90], cpu, apiRequests: [10], statusPatches: [1], events: cpu, kubeletMiB: [1] });
  const judged = (cpu: readonly number[], bar: Partial<Bar> = {}, busy = false) =>
    judgeLoads([by('hand', [100, 200, 900]), by('ours', cpu, { of: 'hand', times: 1.05, figures: ['cpu'], ...bar })], busy).map(j => [j.sentence, j.missed]);

  test.each([
    ['holds its bar in the median of the rounds', [105, 1, 1800], [['ours: cpu 1.05 × that of hand (bar 1.05 ×)', false]]],
    ['misses its bar', [107, 1, 1800], [['ours: cpu 1.07 × that of hand (bar 1.05 ×, missed)', true]]],
    ['misses its bar if a round has failed', [1, 1], [['ours: cpu NaN × that of hand (bar 1.05 ×, missed)', true]]],
  ])('%s', (_what, cpu, expected) => { expect(judged(cpu)).toEqual(expected); });

  test('has bars for an overloaded node, and none for a story that did not run', () => {
    const bar: Partial<Bar> = { figures: ['events'], onlyBusy: true };
    expect([judged([1, 1, 1], bar), judged([1, 1, 1], { of: 'other' })]).toEqual([[], []]);
    expect(judged([1, 1, 1], bar, true)).toEqual([['ours: events 0.01 × that of hand (bar 1.05 ×)', false]]);
  });
});

test('the requests of an API server are the sum of its counter, with status patches and events', () => {
  const counts = ['pods status PATCH 7', 'pods  PATCH 2', 'events  POST 1e+01', 'events  PATCH 3', 'events  LIST 4'].map(words => words.split(' '));
  const metrics = counts.map(([resource, subresource, verb, count]) => `apiserver_request_total{code="200",resource="${resource}",subresource="${subresource}",verb="${verb}"} ${count}`);
  expect(countRequests(['# TYPE x', ...metrics, 'other{a="b"} 5'].join('\n'))).toEqual({ apiRequests: 26, statusPatches: 7, events: 13 });
});

test('the default pods of the load are the pods by hand, except for the limit of the startup probes', () => {
  const [ours, hand] = (['default', 'by-hand'] as const).map(form => load(form, 40)).map(({ app }) => synthesize('load', 'load', chart => { app(chart, {} as Target); }).manifests);
  expect(JSON.parse(JSON.stringify(ours).replaceAll('2147483647', '300'))).toEqual(hand);
});

test('a second run of a version has another node', () => {
  expect(freeName('node', () => false)).toBe('node');
  expect(freeName('node', name => ['node', 'node-2'].includes(name))).toBe('node-3');
});

test('a load waits until the node no longer works', async () => {
  let cpu = 0;
  const used = [0, 600, 600, 0, 0];
  const readings: number[] = [];
  const cost = async () => {
    readings.push(cpu += used[readings.length]);
    return { ...COST, cpu };
  };
  await waitUntilIdle({ cost }, 20);
  expect(readings).toEqual([0, 600, 1200, 1200]);
});
