import { kept, replaced, Section, tables } from '../../conformance/measured';
import { Bar } from '../../conformance/runner/load';

const MACHINE = { date: '2030-01-02', cores: 2, kernel: '7.0', load: [1, 2, 3] };
const PAIR = { kind: 'pair' as const, story: 's', about: 'it', latencies: [10.838134765625, 22, 9], overheads: [], runs: 3 };
const MAKESPAN = { kind: 'makespan' as const, story: 'm', about: 'them', makespans: [4040.12345], criticalPathMs: 4000 };
const RESULTS = {
  machine: { ...MACHINE, host: 'not kept' },
  measured: [{ version: '1.37.1', stories: [PAIR, MAKESPAN] }],
  runs: [true, true, false].map(passed => ({ version: '1.37.1', passed, stamps: 'not kept' })).concat({ version: '1.27.4', passed: true, stamps: '' }),
};

test('the results of a bench contain the values of the tables, in microseconds', () => {
  const stories = [{ ...PAIR, latencies: [10.838, 22, 9] }, { ...MAKESPAN, makespans: [4040.123] }];
  expect(kept(RESULTS)).toEqual([{ version: '1.37.1', machine: MACHINE, runs: 3, failed: 1, stories }]);
});

test('a scale-out has a separate table', () => {
  const story = { kind: 'scaleOut' as const, story: 's', about: 'many', totals: [30_000.1239], overheads: [28_000], cpu: [45_000] };
  const [section] = kept({ ...RESULTS, measured: [{ version: '1.37.1', stories: [story] }] });
  expect(section.stories).toEqual([{ ...story, totals: [30_000.124] }]);
  expect(tables(section)).toContain('| many | 30000/30000/30000 | 28000/28000/28000 | 45000/45000/45000 | 1 |');
  expect(tables(kept(RESULTS)[0])).not.toContain('30 pods');
});

test('a load has a table, and each bar is in the list', () => {
  const load = (story: string, cpu: number, bars: readonly Bar[] = []) =>
    ({ kind: 'load' as const, story, about: story, bars, allReady: [1000], cpu: [cpu], apiRequests: [50], statusPatches: [9], events: [8], kubeletMiB: [70] });
  const bars: Bar[] = [{ of: 'hand', times: 1.05, figures: ['cpu'] }, { of: 'hand', times: 1, figures: ['events'], onlyBusy: true }];
  const section = (cpu: number, busy?: number) =>
    kept({ ...RESULTS, measured: [{ version: '1.37.1', busy, stories: [load('hand', 100), load('ours', cpu, bars)] }] })[0];
  expect(tables(section(104))).toContain('| ours | 1000 | 104 | 50 | 9 | 8 | 70 | 1 |');
  expect(tables(section(104))).toContain('- `ours`: cpu 1.04 × that of hand (bar 1.05 ×)');
  expect(tables(section(104))).not.toContain('events 1.00 ×');
  expect(tables(section(106, 4))).toContain('- `ours`: cpu 1.06 × that of hand (bar 1.05 ×, missed)\n- `ours`: events 1.00 × that of hand (bar 1 ×)');
  expect(tables(section(106, 4))).toContain('### Kubernetes 1.37.1, many pods of four containers at once, with 4 busy processes');
});

test('new results replace the earlier results of the same stories and version', () => {
  const [pairs] = kept(RESULTS);
  const other: Section = { ...pairs, stories: pairs.stories.map(s => ({ ...s, story: `other-${s.story}` })) };
  const later = { ...pairs, runs: 9 };
  const old = { ...pairs, version: '1.27.4' };
  expect(replaced([pairs, other, old], [later])).toEqual([other, old, later]);
  const [one, two] = pairs.stories;
  expect(replaced([pairs], [{ ...later, stories: [two] }])).toEqual([{ ...pairs, stories: [one] }, { ...later, stories: [two] }]);
});
