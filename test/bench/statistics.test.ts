import { median, percentile, ratioByTurns, turns } from '../../scripts/bench/statistics';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, expected) => { expect(median(values)).toBe(expected); });

test('a percentile is one of the values, and statistics do not change their values', () => {
  const values = Array.from({ length: 40 }, (_, i) => 40 - i);
  expect([0.5, 0.95, 1].map(p => percentile(values, p))).toEqual([20, 38, 40]);
  expect([percentile([5], 0.95), median(values)]).toEqual([5, 20.5]);
  expect(values).toEqual(Array.from({ length: 40 }, (_, i) => 40 - i));
});

test('over all turns each variant comes before each other as often as after it, and each is first once', () => {
  const all = turns(['a', 'b', 'c', 'd'], 8);
  const pairs = ['a', 'b', 'c', 'd'].flatMap(x => ['a', 'b', 'c', 'd'].filter(y => y !== x).map(y => all.filter(turn => turn.indexOf(x) < turn.indexOf(y)).length));
  expect(pairs).toEqual(Array.from({ length: 12 }, () => 4));
  expect(all.map(([first]) => first).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);
  expect(all.every(turn => [...turn].sort().join('') === 'abcd')).toBe(true);
});

test.each([
  ['the speed of the machine in a turn', [110, 550, 220, 110, 330], [100, 500, 200, 100, 300], { median: 1.1, least: 1.1, most: 1.1 }],
  ['a single disturbed turn', [11, 33, 11], [10, 10, 10], { median: 1.1, least: 1.1, most: 3.3 }],
])('the ratio does not depend on %s', (_what, many, few, expected) => { expect(ratioByTurns(many, few)).toEqual(expected); });

test('results without common turns have no ratio', () => {
  expect(() => ratioByTurns([1, 2], [1])).toThrow('2 and 1 values make no turns');
  expect(() => ratioByTurns([], [])).toThrow('0 and 0');
});
