import { median, percentile, ratioByTurns, turns } from '../../scripts/bench/statistics';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('a percentile is one of the values', () => {
  const values = Array.from({ length: 40 }, (_, i) => 40 - i);
  expect([0.5, 0.95, 1].map(p => percentile(values, p))).toEqual([20, 38, 40]);
  expect(percentile([5], 0.95)).toBe(5);
});

test('statistics do not change their values', () => {
  const values = [3, 1, 2];
  median(values);
  percentile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});

test('over all turns each variant comes before each other as often as after it, and each is first once', () => {
  const all = turns(['a', 'b', 'c', 'd'], 8);
  const pairs = ['a', 'b', 'c', 'd'].flatMap(x => ['a', 'b', 'c', 'd'].filter(y => y !== x).map(y => all.filter(turn => turn.indexOf(x) < turn.indexOf(y)).length));
  expect(pairs).toEqual(Array.from({ length: 12 }, () => 4));
  expect(all.map(([first]) => first).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);
  expect(all.every(turn => [...turn].sort().join('') === 'abcd')).toBe(true);
});

test('the ratio does not depend on the speed of the machine in a turn', () => {
  const slowness = [1, 5, 2, 1, 3];
  const few = slowness.map(s => 100 * s);
  const many = slowness.map(s => 110 * s);
  expect(ratioByTurns(many, few).median).toBeCloseTo(1.1);
  expect(ratioByTurns(many, few).most).toBeCloseTo(1.1);
});

test('a single disturbed turn does not change the ratio', () => {
  const ratio = ratioByTurns([11, 33, 11], [10, 10, 10]);
  expect(ratio).toEqual({ median: 1.1, least: 1.1, most: 3.3 });
});

test('results without common turns have no ratio', () => {
  expect(() => ratioByTurns([1, 2], [1])).toThrow('2 and 1 values make no turns');
  expect(() => ratioByTurns([], [])).toThrow('0 and 0');
});
