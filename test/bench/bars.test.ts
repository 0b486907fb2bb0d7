import { RESULTS, synthRow } from './results';
import { linearity, ratioOf, verdicts } from '../../scripts/bench/bars';
import { Results, SynthRow } from '../../scripts/bench/results';
import { measureAdded } from '../../scripts/bench/workloads';
import { lateBlock } from '../../scripts/numbers/doc';

const missed = (results: Partial<Results>) => verdicts({ ...RESULTS, ...results }).filter(v => !v.holds).map(v => `${v.what}: ${v.measured}, ${v.bar}`);
const synth = (row: SynthRow) => {
  const others = RESULTS.synth!.rows.filter(({ variant, workloads }) => variant !== row.variant || workloads !== row.workloads);
  return { synth: { ...RESULTS.synth!, rows: [...others, row] } };
};

test('each bar is in the table, and the results reach it', () => {
  expect(verdicts(RESULTS).map(v => `${v.what}: ${v.measured}, ${v.bar}`)).toEqual([
    'CPU of a process that loads cdk8s, cdk8s-plus and the library, relative to one without the library: 1.20 ×, at most 1.3 ×',
    'CPU of a process that synthesizes 200 ordered Deployments, relative to one with 200 plain Deployments: 1.33 ×, at most 1.4 ×',
    'by hand and by `OrderedDeployment`: the same YAML: yes, yes',
    'CPU of 1,000 `OrderedDeployment`s, relative to the same YAML by hand: 1.000 ×, at most 1.05 ×',
    'CPU of 1,000 `OrderedDeployment`s with nothing stated, relative to no order: 1.100 ×, at most 1.35 ×',
    'CPU of each of 10,000 `OrderedDeployment`s, relative to each of 1,000: 1.000 ×, at most 1.3 ×',
    'bytes that a gate adds to the manifest of a workload of two containers: 953, at most 1000',
    'lines that a gate adds to that manifest: 31, at most 40',
    'bytes that a hook adds to the manifest of a workload of two containers: 583, at most 1000',
    'lines that a hook adds to that manifest: 19, at most 40',
    'bytes that a guard adds to the manifest of a workload of two containers: 1253, at most 1260',
    'lines that a guard adds to that manifest: 40, at most 40',
    'plan a pod of 10,000 containers, ladder: 41.0 ms, at most 50 ms',
    'agent, tcp: ready → detected, p95 of 3: 25.0 ms, at most 30 ms',
    'agent, tcp: CPU of a wait of 30 s, p50 of 3: 0.017 s, at most 0.03 s',
    'agent, tcp: resident memory: 0.26 MB, at most 0.3 MB',
  ]);
  expect(missed({})).toEqual([]);
});

const LARGE = { bytes: 1261, lines: 41 };

test.each<[string, Partial<Results>, string[]]>([
  ['a library that takes long to load', { processes: { ...RESULTS.processes!, loadLibrary: RESULTS.processes!.loadPlus.map(ms => 2 * ms) } },
    ['CPU of a process that loads cdk8s, cdk8s-plus and the library, relative to one without the library: 2.00 ×, at most 1.3 ×']],
  ['a higher cost than by hand', synth(synthRow('ordered', 1000, 1.06, 1.3, 1.2)),
    ['CPU of 1,000 `OrderedDeployment`s, relative to the same YAML by hand: 1.083 ×, at most 1.05 ×']],
  ['a higher cost of the default', synth(synthRow('native', 1000, 1.3, 1.56, 1.43)),
    ['CPU of 1,000 `OrderedDeployment`s with nothing stated, relative to no order: 1.430 ×, at most 1.35 ×']],
  ['a cost that grows faster than the app', synth(synthRow('ordered', 10_000, 1.4, 1.7)),
    ['CPU of each of 10,000 `OrderedDeployment`s, relative to each of 1,000: 1.408 ×, at most 1.3 ×']],
  ['a manifest that differs from the one by hand', { synth: { ...RESULTS.synth!, same: false } },
    ['by hand and by `OrderedDeployment`: the same YAML: no, yes']],
  ['a larger addition to a manifest', { synth: { ...RESULTS.synth!, added: { gate: LARGE, hook: LARGE, guard: LARGE } } }, Array(6).fill(expect.any(String))],
])('%s misses the bar', (_what, results, expected) => { expect(missed(results)).toEqual(expected); });

test('a gate, a hook and a guard add at most the bytes and lines of their bars to the manifest', () => {
  expect(missed({ synth: { ...RESULTS.synth!, added: measureAdded() } })).toEqual([]);
});

test('the large ladder, the latency, the processor and the memory have bars', () => {
  const [row, ...others] = RESULTS.agent!.rows;
  expect(missed({
    planner: { rows: RESULTS.planner!.rows.map(r => r.containers === 10_000 ? { ...r, ms: [51, 49, 52] } : r) },
    agent: { ...RESULTS.agent!, rows: [{ ...row, latencies: [12, 31, 3], cpuSeconds: [0.01, 0.04, 0.031], peakKiB: [250, 300] }, ...others] },
  })).toEqual([
    'plan a pod of 10,000 containers, ladder: 51.0 ms, at most 50 ms',
    'agent, tcp: ready → detected, p95 of 3: 31.0 ms, at most 30 ms',
    'agent, tcp: CPU of a wait of 30 s, p50 of 3: 0.031 s, at most 0.03 s',
    'agent, tcp: resident memory: 0.31 MB, at most 0.3 MB',
  ]);
});

test('a late dependency has bars for its latency and for the processor', () => {
  const late = [{ check: 'tcp', seconds: 60, latencies: [40, 51, 111], cpuSeconds: [0.05, 0.061, 0.07] }, { check: 'command', seconds: 1, latencies: [90, 120, 300], cpuSeconds: [] }];
  expect(missed({ late })).toEqual([
    'agent, tcp, ready after 60 s: ready → detected, p50 of 3: 51.0 ms, at most 50 ms',
    'agent, tcp, ready after 60 s: ready → detected, p95: 111.0 ms, at most 110 ms',
    'agent, tcp, ready after 60 s: CPU of each 30 s, p50: 0.031 s, at most 0.03 s',
  ]);
  expect(lateBlock({ ...RESULTS, late })).toContain('| tcp | 60 | 51/111/111 | 0.061 | 3 |');
});

test('waiters of other tools have no bars', () => {
  const [ours, statuses, other] = RESULTS.agent!.rows;
  expect(missed({ agent: { ...RESULTS.agent!, rows: [ours, statuses, { ...other, latencies: [5000], cpuSeconds: [9] }] } })).toEqual([]);
});

test('with fewer turns of the larger size, only the common turns are compared', () => {
  const { large, small, ratio } = linearity({ ...RESULTS.synth!, rows: [synthRow('plain', 1000, 1, 2, 9), synthRow('plain', 10_000, 1, 2)] }, 'plain', 'ms');
  expect([large, small, ratio]).toEqual([10_000, 1000, { median: 1, least: 1, most: 1 }]);
});

test('a part without a measurement has no verdict, and a size without a measurement no ratio', () => {
  expect(verdicts({ planner: RESULTS.planner })).toHaveLength(1);
  expect(ratioOf(RESULTS.synth!, 'ordered', 'byHand', 10_000, 'ms')).toBeUndefined();
  expect(ratioOf(RESULTS.synth!, 'native', 'plain', 1000, 'ms')!.median).toBeCloseTo(1.1);
});
