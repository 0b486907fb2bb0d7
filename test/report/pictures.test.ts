import { readFileSync } from 'fs';
import { join } from 'path';
import { picture, PICTURES, PODS } from '../../scripts/pictures';
import { predict } from '../../src/report/predict';

/** The starts in docs/pictures, as observed or drawn by the authors of the articles. */
const times = (name: string) => {
  const rows = new Map(predict(PODS[name]().plan()).rows.map(r => [r.name, r]));
  return (container: string) => ({ start: rows.get(container)!.started!, ready: rows.get(container)!.ready! });
};

test('A1: without an order all containers start in the same second, in list order', () => {
  const at = times('a1-no-order');
  const starts = ['1st-container', '2nd-container', 'app-container'].map(name => at(name).start);
  expect([...starts].sort((a, b) => a - b)).toEqual(starts);
  expect(starts[2] - starts[0]).toBeLessThan(1);
});

test('A2: a startup probe on a regular container delays no other container; on a native sidecar it does', () => {
  const byHand = times('a2-by-hand');
  expect(byHand('app-container').start - byHand('sidecar-container').start).toBeLessThan(1);
  expect(byHand('app-container').start).toBeLessThan(byHand('sidecar-container').ready);
  const ordered = times('a2-startup-probe');
  expect(ordered('app-container').start).toBeGreaterThan(ordered('sidecar-container').ready);
});

test('A3: the app starts about 3 s after the sidecar, which is ready after 2 s, and not after 8 s', () => {
  const at = times('a3-ready-file');
  expect(at('sidecar-container').ready - at('sidecar-container').start).toBeCloseTo(2, 1);
  expect(at('app-container').start - at('sidecar-container').start).toBeCloseTo(3, 1);
});

test.each(['b1-startup-sequence', 'b2-reversed-list'])('%s: container2 starts within a second after the 30 s of the hook', name => {
  const at = times(name);
  const late = at('container2').start - at('container1').start - 30;
  expect(late).toBeGreaterThan(0);
  expect(late).toBeLessThan(1);
});

test('B2 by hand: container2 starts at once', () => {
  const at = times('b2-by-hand');
  expect(at('container2').start).toBeLessThan(at('container1').start);
});

test.each(Object.keys(PODS))('the committed picture of %s is up to date', name => {
  expect(picture(name)).toBe(readFileSync(join(PICTURES, `${name}.svg`), 'utf8'));
});
