import { median, percentile, ratioByTurns, turns } from '../../scripts/bench/statistics';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('a percentile is a value that was seen', () => {
  const values = Array.from({ length: 40 }, (_, i) => 40 - i);
  expect([0.5, 0.95, 1].map(p => percentile(values, p))).toEqual([20, 38, 40]);
  expect(percentile([5], 0.95)).toBe(5);
});

test('statistics leave their values as they are', () => {
  const values = [3, 1, 2];
  median(values);
  percentile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});

test('in its turns each comes before each as often as after it, and each is the first', () => {
  const all = turns(['a', 'b', 'c', 'd'], 8);
  const pairs = ['a', 'b', 'c', 'd'].flatMap(x => ['a', 'b', 'c', 'd'].filter(y => y !== x).map(y => all.filter(turn => turn.indexOf(x) < turn.indexOf(y)).length));
  expect(pairs).toEqual(Array.from({ length: 12 }, () => 4));
  expect(all.map(([first]) => first).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);
  expect(all.every(turn => [...turn].sort().join('') === 'abcd')).toBe(true);
});

test('a machine that is slow in one turn and quick in another does not change a ratio', () => {
  const slowness = [1, 5, 2, 1, 3];
  const few = slowness.map(s => 100 * s);
  const many = slowness.map(s => 110 * s);
  expect(ratioByTurns(many, few).median).toBeCloseTo(1.1);
  expect(ratioByTurns(many, few).most).toBeCloseTo(1.1);
});

test('one turn that was disturbed does not decide', () => {
  const ratio = ratioByTurns([11, 33, 11], [10, 10, 10]);
  expect(ratio).toEqual({ median: 1.1, least: 1.1, most: 3.3 });
});

test('what has not the same turns has no ratio', () => {
  expect(() => ratioByTurns([1, 2], [1])).toThrow('2 and 1 values make no turns');
  expect(() => ratioByTurns([], [])).toThrow('0 and 0');
});
