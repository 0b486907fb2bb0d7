/**
 * The role of a container in its pod. The role decides whether the container is listed in `initContainers` or
 * `containers`.
 */
export enum ContainerRole {
  /**
   * Runs to completion before any app container starts. Listed in `spec.initContainers`.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/init-containers/
   */
  INIT = 'INIT',

  /**
   * Runs alongside the app containers. From Kubernetes 1.29 on, it is listed in `spec.initContainers` with
   * `restartPolicy: Always` (a native sidecar): the kubelet restarts it with every restart policy of the pod, and
   * ignores its exit code; the pod completes without it. On older nodes it is listed in `spec.containers`, before its
   * dependents.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
   */
  SIDECAR = 'SIDECAR',

  /**
   * Does the work of the pod. Listed in `spec.containers`.
   */
  APP = 'APP',
}
