import { endsTable } from '../../conformance/ends/table';
import { Results } from '../../conformance/results';
import { Story } from '../../conformance/runner/story';

const ROWS = { stop: { about: 'A stop.', stops: { app: ['db'], worker: ['db'], db: [] } }, job: { about: 'A Job.' } } as unknown as Record<string, Story>;
const machine = { date: '2026-01-01', cores: 2, load: [1] };
const at = (milliseconds: number, container: string, stamp: string, detail?: string) => ({ t: milliseconds * 1000, pod: 'p', container, stamp, detail });
const run = (story: string, ...stamps: ReturnType<typeof at>[]) => ({ story, version: '1.37.1', passed: true, verdicts: [], stamps });
const stop = (term: number, gone: number) =>
  run('stop', at(0, '(runner)', 'delete the pod of app'), at(500, 'app', 'exit'), at(700, 'worker', 'exit'), at(term, 'db', 'term'), at(gone, '(pod)', 'gone'));

const table = (runs: Results['runs']): string[] =>
  endsTable({ machine, nodes: [{ version: '1.37.1' }], runs }, [['stop', ROWS.stop]], [['job', ROWS.job]]).split('\n').filter(l => l.startsWith('| A '));

test('the table counts from the end of the last dependent, and shows early ends and missing ends', () => {
  const ended = run('job', at(1000, 'main', 'exit', '1'), at(2000, 'main', 'exit', '0'), at(2100, 'proxy', 'exit'), at(4500, '(job)', 'condition', 'Complete'));
  expect(table([stop(720, 2000), stop(690, 3000), ended]))
    .toEqual(['| A stop. | 1.37.1 | 2 | 1 of 2 | -10/20/20 | 2000/3000/3000 |', '| A Job. | 1.37.1 | 1 | Complete | 2500/2500/2500 |']);
  expect(table([stop(720, 2000), run('job', at(1000, 'main', 'exit', '0'))])[1]).toBe('| A Job. | 1.37.1 | 1 | does not end | - |');
});

test('a failed run and a missing story are errors', () => {
  expect(() => table([{ ...stop(720, 2000), passed: false }])).toThrow('stop: 1 of 1 runs failed on 1.37.1\njob: no run on 1.37.1');
});
