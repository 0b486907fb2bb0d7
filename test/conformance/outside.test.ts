import { isOf } from '../../conformance/runner/run-story';

test.each([
  ['database', true], ['database-x7k2p', true], ['databases', false], ['shop', false],
])("the pod %s belongs to the workload 'database': %s", (pod, is) => { expect(isOf(pod, 'database')).toBe(is); });
