const TEMPLATE_SPEC = ['spec', 'template', 'spec'];

/** Keys from the JSON of a workload to its pod spec, by API group and kind. */
const SPEC_PATHS: ReadonlyMap<string, readonly string[]> = new Map([
  ['/Pod', ['spec']],
  ['/ReplicationController', TEMPLATE_SPEC],
  ['apps/Deployment', TEMPLATE_SPEC],
  ['apps/StatefulSet', TEMPLATE_SPEC],
  ['apps/DaemonSet', TEMPLATE_SPEC],
  ['apps/ReplicaSet', TEMPLATE_SPEC],
  ['batch/Job', TEMPLATE_SPEC],
  ['batch/CronJob', ['spec', 'jobTemplate', ...TEMPLATE_SPEC]],
]);

/** The usual paths of the pod spec in other objects, such as an Argo Rollout, and its path in a PodTemplate. */
export const USUAL_SPEC_PATHS: readonly (readonly string[])[] = [
  TEMPLATE_SPEC,
  ['spec', 'jobTemplate', ...TEMPLATE_SPEC],
  ['template', 'spec'],
];

/** Returns the path of the pod spec; `undefined`: the object is not a workload of Kubernetes itself. */
export function findSpecPath(apiVersion: string, kind: string): readonly string[] | undefined {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return SPEC_PATHS.get(`${group}/${kind}`);
}
