import { readWorkload } from '../../src/pod/read-workload';

test.each<[string, unknown, unknown[]]>([
  ['rules about exit codes, with and without a container', { rules: [{ onExitCodes: { containerName: 'app' } }, { onExitCodes: {} }] }, ['app', undefined]],
  ['a rule about conditions', { rules: [{ onPodConditions: [] }] }, []],
  ['no policy', undefined, []],
  ['a policy of the wrong form', { rules: [null, 'x', { onExitCodes: 5 }, { onExitCodes: null }] }, []],
  ['rules of the wrong form', { rules: {} }, []],
])('the rules about exit codes of a Job with %s', (_title, podFailurePolicy, expected) => {
  expect(readWorkload('batch/v1/Job', { podFailurePolicy })).toStrictEqual({ deadlines: [], exitCodeRules: expected, customType: undefined });
});

test.each([
  ['apps/v1/Deployment', undefined], ['v1/PodTemplate', undefined], ['argoproj.io/v1alpha1/Rollout', 'argoproj.io/v1alpha1/Rollout'],
])('%s is the custom type %s', (type, expected) => { expect(readWorkload(type, {}).customType).toBe(expected); });
