import { blocks, pictures } from '../../scripts/numbers/doc';
import { RESULTS } from '../bench/results';
import { askPage, CONTRAST, inBrowser, OVERLAPS } from '../report/browser';

test('the page shows a missed bar', () => {
  const { bars } = blocks({ ...RESULTS, synth: { ...RESULTS.synth!, same: false } });
  expect(bars).toContain('| by hand and by `OrderedDeployment`: the same YAML | no | yes | **missed** |');
});

test.each([
  ['too little', { quick: true }],
  ['a part', { planner: undefined }],
  ['no waiters of others', { agent: { ...RESULTS.agent!, missing: 'No mirror.' } }],
])('the page does not show %s', (_what, results) => { expect(() => blocks({ ...RESULTS, ...results })).toThrow('the page needs'); });

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
