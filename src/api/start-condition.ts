/**
 * What must hold for a dependency before its dependent starts.
 *
 * The words mean what they mean in Kubernetes; docker compose's `service_started` is `RUNNING` here.
 */
export enum StartCondition {
  /**
   * The container's process was launched (`state.running`). Says nothing about whether it can be used. A container that waits in a gate is
   * running, for others, when its own command is.
   */
  RUNNING = 'RUNNING',

  /**
   * The container's startup probe has passed and its postStart hook is done (`status.started`). Without a startup probe and a hook
   * this is `RUNNING`.
   */
  STARTED = 'STARTED',

  /**
   * The container's ready check has passed once since the container started. It is a latch: it does not take back a start when the
   * dependency becomes unready later.
   */
  READY = 'READY',

  /**
   * The container ended with exit code 0. For an app container both commands have to stand in the manifest, and its `restartPolicy` may not
   * be `Always`; with `Never` a dependent gives up when it has failed.
   */
  COMPLETED = 'COMPLETED',

  /**
   * The container ended, whatever its exit code. Not for a container of role INIT: the kubelet starts nothing after one that has failed.
   */
  EXITED = 'EXITED',
}
