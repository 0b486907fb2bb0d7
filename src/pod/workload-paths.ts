const TEMPLATE = ['spec', 'template', 'spec'];

/** Keys from the JSON of a workload to its pod spec, by API group and kind. */
const SPEC_PATHS: ReadonlyMap<string, readonly string[]> = new Map([
  ['/Pod', ['spec']],
  ['/ReplicationController', TEMPLATE],
  ['apps/Deployment', TEMPLATE],
  ['apps/StatefulSet', TEMPLATE],
  ['apps/DaemonSet', TEMPLATE],
  ['apps/ReplicaSet', TEMPLATE],
  ['batch/Job', TEMPLATE],
  ['batch/CronJob', ['spec', 'jobTemplate', ...TEMPLATE]],
]);

/** The usual paths of the pod spec in custom resources, such as an Argo Rollout. */
export const USUAL_SPEC_PATHS: readonly (readonly string[])[] = [TEMPLATE, ['spec', 'jobTemplate', ...TEMPLATE]];

/** Returns the path of the pod spec; `undefined`: the object is not a workload of Kubernetes itself. */
export function findSpecPath(apiVersion: string, kind: string): readonly string[] | undefined {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return SPEC_PATHS.get(`${group}/${kind}`);
}
