import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { parseOptions } from '../../conformance/runner/options';
import { loadBenchStories, loadStories } from '../../conformance/runner/stories';
import { median } from '../../scripts/bench/statistics';
import { FAULTS_DOC, measuredFigures, tablesBelow } from '../../scripts/doc-tables';

const DOCS = join(__dirname, '..', '..', 'docs');
const PAGES = (readdirSync(DOCS, { recursive: true }) as string[]).filter(name => name.endsWith('.md')).sort();
const read = (page: string) => readFileSync(join(DOCS, page), 'utf8');

const COMMANDS = PAGES.flatMap(page => [...read(page).matchAll(/npm run conformance -- (--[^`#\n]*)/g)].map(([, words]) => [page, words.trim()]))
  // `--random N` is no command, and the runner answers `--help` before it reads options.
  .filter(([, words]) => !/--\w+ [A-Z]\b|\\$|^--help$/.test(words));

describe('the conformance commands of the docs', () => {
  test('the docs contain such commands', () => { expect(COMMANDS.length).toBeGreaterThan(8); });

  test.each(COMMANDS)('the runner accepts the command, and has its stories: %s: %s', (_page, words) => {
    const { stories, bench, random } = parseOptions(words.split(/\s+/).map(word => word.replace(/^'|'$/g, '')));
    if (random === undefined && stories.length > 0) { expect((bench ? loadBenchStories : loadStories)(stories).size).toBeGreaterThan(0); }
  });
});

test('a `*` in the name of a story matches any characters', () => {
  const names = (pattern: string) => [...loadStories([pattern]).keys()];
  expect(names('fault-*-post-start')).toEqual(expect.arrayContaining(['fault-none-post-start', 'fault-never-ready-post-start']));
  expect(names('fault-*-post-start').filter(name => !/^fault-.*-post-start$/.test(name))).toEqual([]);
  expect(names('ground-guard')).toEqual(['ground-guard']);
  expect(() => names('no-*-story')).toThrow('no story has the name no-*-story');
});

test('the bench measures one pod at a time, and a load only by its name', () => {
  const loadsOf = (names: string[]) => [...loadBenchStories(names).keys()].filter(name => name.startsWith('load-')).length;
  expect([loadsOf([]), loadBenchStories([]).has('no-order'), loadsOf(['load-*-10'])]).toEqual([0, true, 6]);
});

describe('the figures of the upstream notes equal the measurements', () => {
  const { afterReady } = measuredFigures('1.37.1');
  const p50 = (story: string) => Number(afterReady(story)!.p50);
  interface Row { mechanism: string; guarantee: string; kept: number; opened: number; p50: number }
  interface Recorded { kubelet: string; without?: string; stories: number; rows: Row[] }
  const recorded = (JSON.parse(read('data/parallel.json')) as Recorded[]).filter(r => r.without === undefined);

  test('KEP-3721: the times of a hook, a guard and a startup probe', () => {
    const note = read('contributing/upstream/kep-3721-guarded-start.md');
    expect(note).toContain(`| ${p50('POST_START, the check is a TCP port')} ms | ${p50('GUARDED_HOOK, the check is a TCP port')} ms |`);
    expect(note).toContain(`| ${p50('SIDECAR_PROBE, the startup probe asks a TCP port each second')} ms | |`);
  });

  test('KEP-3721: the faults that open the order while the pod starts', () => {
    const [head, ...rows] = tablesBelow(readFileSync(FAULTS_DOC, 'utf8'), '### While the pod starts');
    // With `CONTINUE` the user asks for a start without the dependency.
    const opening = (column: string) => rows.filter(row => /^\*\*opens/.test(row[head.indexOf(`\`${column}\``)])).map(([fault]) => fault).filter(fault => !fault.includes('`CONTINUE`'));
    expect(opening('GUARDED_HOOK')).toEqual([]);
    expect(read('contributing/upstream/kep-3721-guarded-start.md')).toContain(`| faults while the pod starts that open the order | ${opening('POST_START').length}: `);
  });

  test('KEP-6416: the orders that open on both kubelets', () => {
    const both = ['1.37.1-parallel', '1.37.1-parallel-starts'].map(kubelet => recorded.find(r => r.kubelet === kubelet)!);
    const sums = (...mechanisms: string[]) => {
      const mine = both.map(({ rows }) => rows.filter(r => mechanisms.includes(r.mechanism)));
      const count = (field: 'kept' | 'opened') => [...new Set(mine.map(rows => rows.reduce((sum, row) => sum + row[field], 0)))].join(' and ');
      return `| ${count('kept')} | ${count('opened')}`;
    };
    const note = read('contributing/upstream/kep-6416-parallel-operations.md');
    expect([...new Set(both.map(({ stories }) => `${stories} pods, and most have a fault`))].filter(text => !note.includes(text))).toEqual([]);
    expect(note).toContain(`list order or startup probe ${sums('POSITION', 'SIDECAR_PROBE')} |`);
    expect(note).toContain(`an init container that waits ${sums('SIDECAR_WAIT_INIT')} |`);
    expect(note).toContain(`a wait before the command of the dependent ${sums('ENTRYPOINT_GATE')} |`);
    expect(note).toContain(`with a hook that empties the file ${sums('GUARDED_HOOK')}: `);
    expect(note).toContain(`\`postStart\` hook ${sums('POST_START')} |`);
  });

  test('KEP-6416: the time from the last condition of a guard to the start, on both kubelets', () => {
    const guards = recorded.map(r => r.rows.find(row => row.mechanism === 'GUARDED_HOOK' && row.guarantee === 'FAIL_CLOSED')!);
    const serial = p50('GUARDED_HOOK, the check is a TCP port') / 1000;
    const note = read('contributing/upstream/kep-6416-parallel-operations.md');
    expect(note).toContain(`starts ${[...new Set(guards.map(row => (row.p50 / 1000).toFixed(1)))].sort().join(' to ')} s after its last condition (p50 of all kept FAIL_CLOSED orders; ${serial.toFixed(2)} s with a serial start`);
  });

  test('cdk8s-plus: the delays of the recipes', () => {
    const delays = [
      ...[2, 5].map(seconds => `by hand, a postStart hook on the dependency: until check; do sleep ${seconds}; done`),
      ...[2, 5].map(seconds => `by hand, an init container for something outside the pod: until check; do sleep ${seconds}; done`),
      'by hand, a native sidecar whose startup probe asks a TCP port every 10 seconds, the default',
    ].map(p50);
    const [least, most] = [Math.min(...delays), Math.max(...delays)].map(ms => Number((ms / 1000).toFixed(1)));
    expect(read('contributing/upstream/cdk8s-plus-rfc.md')).toContain(`start the app ${least} to ${most} s late`);
  });
});

test('in each load, native sidecars by hand cost more API requests than EVERY_START (measured.md)', () => {
  const sections = JSON.parse(read('data/measured.json')) as { stories: { kind: string; story: string; apiRequests: number[] }[] }[];
  const loads = sections.map(({ stories }) => stories.filter(s => s.kind === 'load')).filter(stories => stories.length > 0);
  const most = (stories: typeof loads[0], form: string) => median(stories.find(s => s.story.startsWith(`load-${form}-`))!.apiRequests);
  expect(loads.map(stories => most(stories, 'by-hand') > most(stories, 'every-start'))).toEqual(Array(6).fill(true));
});
