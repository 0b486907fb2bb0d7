import { App, Chart, Testing } from 'cdk8s';
import { COLUMNS } from '../../conformance/faults/columns';
import { Circumstances, doesNotApply, holds, Row, runs as runsTo } from '../../conformance/faults/matrix';
import { timesOf } from '../../conformance/faults/results';
import { ROWS } from '../../conformance/faults/rows';
import { columnNames, faultStories, podOf, runsOf, storyOf } from '../../conformance/faults/stories';
import { faultTable } from '../../conformance/faults/table';
import { describeFaults } from '../../conformance/guarantees';
import { synthesize } from '../../conformance/runner/manifests';
import { VERSIONS } from '../../conformance/runner/versions';
import { Guarantee } from '../../src';
import { KUBELET_BUGS } from '../../src/pod/kubelet-bugs';

const MINORS = VERSIONS.map(v => Number(v.split('.')[1]));
const target = (minor: number) => ({ kubernetesVersion: `1.${minor}`, kubeletVersion: `1.${minor}`, hosts: { dep: '10.0.0.1' }, delay: '2s' });

/** Fields of a row that its pod does not contain. Rows with equal other fields have the same pod, which is planned once. */
const OUTSIDE_POD = ['name', 'title', 'cells', 'life', 'app', 'dep', 'faults', 'deadlineMs', 'needsOwnNode'];
const planned = new Set<string>();

function once(given: Circumstances, column: string, minor: number, outcome: string, work: () => void): void {
  const fields = Object.entries(given).filter(([field]) => !OUTSIDE_POD.includes(field)).sort();
  const key = JSON.stringify([column, minor, outcome, fields]);
  if (!planned.has(key)) { work(); }
  planned.add(key);
}

describe.each(ROWS)('$name', row => {
  test.each(columnNames())('%s', name => {
    const cell = row.cells[name];
    const minors = MINORS.filter(m => m >= COLUMNS[name].since);
    if (cell.kind === 'refused') {
      minors.forEach(minor => once(row, name, minor, cell.code, () => {
        const app = new App();
        podOf(row, COLUMNS[name], new Chart(app, 'chart'), target(minor));
        expect(() => app.synthYaml()).toThrow(`[${cell.code}]`);
      }));
    } else if (cell.kind === 'doesNotApply') {
      expect(cell.reason).not.toBe('');
    } else {
      const covered = runsOf(row, name).flatMap(({ cell: { differs, outcome }, story: [storyName, story] }) => {
        const own = minors.filter(m => !story.doesNotApply!(m));
        // Throws if the mechanism or guarantee of the plan differs from the column.
        own.forEach(m => once({ ...row, ...differs }, name, m, outcome, () => {
          synthesize(storyName, storyName, chart => { story.app(chart, target(m)); });
        }));
        return own;
      });
      expect(covered.sort()).toEqual(minors);
    }
  });
});

test('a plan with another mechanism or guarantee than the matrix is an error', () => {
  const asked = { ...ROWS[0], name: 'x', cells: { ...ROWS[0].cells, SIDECAR_PROBE: holds(undefined, { edge: { onTimeout: 'FAIL' } }) } };
  const { story: [name, story] } = runsOf(asked, 'SIDECAR_PROBE')[0];
  expect(() => synthesize(name, name, chart => { story.app(chart, target(33)); })).toThrow('[SO406]');
  const weaker = { ...COLUMNS.SIDECAR_PROBE, guarantee: Guarantee.BEST_EFFORT };
  expect(() => storyOf(ROWS[0], weaker, holds(), undefined).app(Testing.chart(), target(33)))
    .toThrow('the plan has SIDECAR_PROBE, FAIL_CLOSED, but the matrix expects SIDECAR_PROBE, BEST_EFFORT');
});

test('an outcome that opens by a bug is an error, unless the plan names the bug as an exception', () => {
  const opened = runsTo('exception: kubernetes#142305', () => []);
  const app = (name: 'SIDECAR_PROBE' | 'GUARDED_HOOK') => storyOf(ROWS[0], COLUMNS[name], opened, undefined).app;
  expect(() => { app('SIDECAR_PROBE')(Testing.chart(), target(37)); }).not.toThrow();
  expect(() => { app('GUARDED_HOOK')(Testing.chart(), target(37)); }).toThrow('the plan does not name the exception: kubernetes#142305');
});

test('each story has a unique name that is a valid namespace', () => {
  const names = ROWS.flatMap(row => columnNames().flatMap(c => runsOf(row, c).map(r => r.story[0])));
  expect(faultStories().size).toBe(names.length);
  expect(names.filter(n => !/^[a-z0-9-]{1,60}$/.test(n))).toEqual([]);
});

describe('the table', () => {
  const machine = { date: '2026-01-01', cores: 2, load: [1] };
  const row = { ...ROWS[0], cells: Object.fromEntries(columnNames().map(c => [c, c === 'POST_START' ? ROWS[0].cells[c] : doesNotApply('x')])) as Row['cells'] };
  const run = (version: string, passed: boolean, milliseconds: number) =>
    ({ story: 'fault-none-post-start', version, passed, verdicts: [{}, { milliseconds }], stamps: [] });

  test('the table shows the longest time', () => {
    const times = timesOf({ machine, nodes: [{ version: '1.37.1' }], runs: [run('1.37.1', true, 400), run('1.37.1', true, 900)] }, [row]);
    expect(times('fault-none-post-start')).toBe(0.9);
  });

  const nodes = ['1.37.1', '1.35.4-kubelet-1.33.13'].map(version => ({ version }));
  test.each([
    ['was not run on a version', nodes, [], 'fault-none-post-start: no run on 1.37.1'],
    ['has failed once', nodes, [run('1.37.1', true, 1), run('1.37.1', false, 1)], 'fault-none-post-start: 1 of 2 runs failed on 1.37.1'],
    ['has no version', [], [], 'fault-none-post-start: no version that it applies to'],
  ])('a cell that %s is an error', (_what, on, runs, error) => { expect(() => timesOf({ machine, nodes: on, runs }, [row])).toThrow(error); });

  test('a story without a recorded result is an error', () => {
    const names = [...faultStories().keys()];
    const seconds = Object.fromEntries(names.map(name => [name, null]));
    expect(describeFaults({ provenance: 'today', seconds })).toMatch(/^today\n\n### While the pod starts\n/);
    expect(() => describeFaults({ provenance: '', seconds: { ...seconds, [names[7]]: undefined! } })).toThrow(`has no result of ${names[7]}`);
  });

  test('an exception and its versions come from the table of kubelet bugs', () => {
    const { issue, fixedIn } = KUBELET_BUGS.find(({ opens }) => opens === 'startupProbe')!;
    expect(faultTable(() => undefined)).toContain(`| holds before 1.${Object.keys(fixedIn)[0]}; **exception**: ${issue} from 1.${Object.keys(fixedIn)[0]} on |`);
  });
});
