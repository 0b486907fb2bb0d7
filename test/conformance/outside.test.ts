import { isOf } from '../../conformance/runner/run-story';

test.each<[string, string, boolean]>([
  ['the pod itself', 'database', true],
  ['a pod of the workload', 'database-x7k2p', true],
  ['another pod', 'databases', false],
  ['the pod of the app', 'shop', false],
])('%s', (_what, pod, is) => {
  expect(isOf(pod, 'database')).toBe(is);
});
