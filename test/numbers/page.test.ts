import { readFileSync } from 'fs';
import { join } from 'path';
import { BLOCKS, blocks, pictures } from '../../scripts/numbers/doc';
import { RESULTS } from '../bench/results';
import { askPage, CONTRAST, inBrowser, OVERLAPS } from '../report/browser';

const DOCS = join(__dirname, '..', '..', 'docs');

test('the page shows the measurements', () => {
  const { machine, bars, synth, planner, agent } = blocks(RESULTS);
  expect(machine).toContain('2030-01-02: 2 cores (A processor), 24 GiB of memory, Linux 7.0, Node 20.20.0; load average 0.3 before and 1.3 after.');
  expect(bars).toContain('| plan a pod of 10,000 containers, ladder | 41.0 ms | at most 50 ms | holds |');
  expect(synth).toContain('| 0 | none: only the modules are loaded | - | - | - | - | 91 | 3 |');
  expect(synth).toContain('| 1,000 | with an order that needs the agent | 2640 | 2.64 | 2200 | 4400 | 120 | 3 |');
  expect(synth).toContain('| the library to the same YAML by hand: CPU | 1.000 (1.00 … 1.00) | 1.000 (1.00 … 1.00) | - |');
  expect(synth).toContain('| no order | 1.000 (1.00 … 1.00) | 1.000 (1.00 … 1.00) |');
  expect(planner).toContain('| milliseconds to plan a pod, by the number of containers | 2 | 20 | 200 | 10,000 |');
  expect(planner).toMatch(/\| ladder: .* \| 0\.0084 \| 0\.084 \| 0\.84 \| 41 \|/);
  expect(agent).toContain('| **wait agent**, 12 ms for 2.5 s, then 70 ms | tcp | 12/25/25 | 0.015/0.017/0.019 | 0.24 | 0.04 | 3, 3 |');
  expect(agent).toContain('| http with statuses | - | 0.030/0.035/0.040 |');
});

test('the page shows a missed bar', () => {
  const { bars } = blocks({ ...RESULTS, synth: { ...RESULTS.synth!, same: false } });
  expect(bars).toContain('| by hand and by `OrderedDeployment`: the same YAML | no | yes | **missed** |');
});

test.each([
  ['too little', { quick: true }],
  ['a part', { planner: undefined }],
  ['no waiters of others', { agent: { ...RESULTS.agent!, missing: 'No mirror.' } }],
])('the page does not show %s', (_what, results) => {
  expect(() => blocks({ ...RESULTS, ...results })).toThrow('the page needs');
});

test('every block of the page has its markers, and every picture its position', () => {
  const page = readFileSync(join(DOCS, 'explanation', 'numbers.md'), 'utf8');
  expect([...Object.keys(blocks(RESULTS)), 'late']).toEqual(BLOCKS);
  for (const name of BLOCKS) { expect(page).toContain(`<!-- begin ${name} -->`); }
  for (const name of Object.keys(pictures(RESULTS))) { expect(Object.values(blocks(RESULTS)).join()).toContain(`](../pictures/${name})`); }
});

test('the same results give the same pictures', () => {
  expect(pictures(JSON.parse(JSON.stringify(RESULTS)))).toEqual(pictures(RESULTS));
});

test('the picture contains a dot for every trial and every wait of every waiter', () => {
  const svg = pictures(RESULTS)['numbers-agent.svg'];
  const { rows } = RESULTS.agent!;
  expect(svg.match(/<circle /g)).toHaveLength(rows.reduce((sum, row) => sum + row.latencies.length + row.cpuSeconds.length, 0));
});

test('a waiter without delay is at the left edge, at one millisecond', () => {
  const [row, ...others] = RESULTS.agent!.rows;
  const svg = pictures({ ...RESULTS, agent: { ...RESULTS.agent!, rows: [{ ...row, latencies: [-0.2, 12, 25] }, ...others] } })['numbers-agent.svg'];
  expect(svg).toContain('<circle class="dot" cx="240"');
  expect(svg).not.toContain('NaN');
});

test('a point is at the position of its value', () => {
  const svg = pictures(RESULTS)['numbers-planner.svg'];
  // 20 of 2 … 200 containers is the middle of the axis, from 64 to 932.
  expect(svg).toMatch(/<path class="mark" d="M498 [^"]*"><title>chain: each container needs the previous container, 20: /);
});

inBrowser('drawn by a browser', () => {
  describe.each(Object.entries(pictures(RESULTS)))('%s', (_name, html) => {
    test('no texts overlap, and no text is cut off', () => {
      const { texts, found } = askPage({ html, script: OVERLAPS });
      expect(found).toEqual([]);
      expect(texts).toBeGreaterThan(15);
    });

    test.each([['light', false], ['dark', true]])('all texts have enough contrast: %s', (_mode, dark) => {
      expect(askPage({ html, dark, script: CONTRAST }).ratio).toBeGreaterThan(4.5);
    });
  });
});
