/**
 * The condition of a dependency that must hold before its dependent starts. The names have the meaning of Kubernetes;
 * `service_started` of docker compose is `RUNNING`.
 */
export enum StartCondition {
  /**
   * The process of the container runs (`state.running`), and may not be ready for use. A container with a gate is
   * running, for its dependents, when its gate has opened.
   */
  RUNNING = 'RUNNING',

  /**
   * The startup probe of the container has passed and its postStart hook has completed (`status.started`). Without a
   * startup probe and a hook, the same as `RUNNING`.
   */
  STARTED = 'STARTED',

  /**
   * The ready check of the container has passed once since the container started. A dependency that becomes unready
   * later does not stop its dependents.
   */
  READY = 'READY',

  /**
   * The container exited with code 0. For an app container, the manifest or the image file must contain the commands of
   * both containers, and its `restartPolicy` must not be `Always`. With `Never`, the dependent exits when the
   * dependency has failed.
   */
  COMPLETED = 'COMPLETED',

  /**
   * The container exited, with any code. Not for a container of role INIT, because the kubelet starts no container
   * after a failed init container.
   */
  EXITED = 'EXITED',
}
