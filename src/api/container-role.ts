/**
 * What a container is in its pod. The role decides in which list of the pod spec it stands.
 */
export enum ContainerRole {
  /**
   * Runs to completion before any app container starts. Stands in `spec.initContainers`.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/init-containers/
   */
  INIT = 'INIT',

  /**
   * Helps the app containers and runs beside them. From Kubernetes 1.29 on it stands in `spec.initContainers` with
   * `restartPolicy: Always` (a native sidecar): it is restarted whatever the pod's restart policy, its exit code does not
   * count, and it keeps no pod alive. On older nodes it stands in `spec.containers`, in front of those that depend on it.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
   */
  SIDECAR = 'SIDECAR',

  /**
   * Does the pod's work. Stands in `spec.containers`.
   */
  APP = 'APP',
}
