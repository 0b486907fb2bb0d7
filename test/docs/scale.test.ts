import { countCopies } from '../../scripts/scale-doc';

test('one chart with many pods has a ConfigMap on each node, and a pod alone on one node', () => {
  expect([countCopies(1, 10, 1000), countCopies(7, 10, 7)]).toEqual([10, 7]);
});

test('a chart with few pods is on as many nodes as a random placement expects', () => {
  // The expected number of nodes of one chart with 100 pods: 1000 × (1 − (1 − 1/1000)^100) = 95.2.
  expect(countCopies(1000) / 1000).toBeCloseTo(95.2, 0);
  expect(countCopies(1000)).toBe(countCopies(1000));
});
