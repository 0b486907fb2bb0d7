/**
 * What happens when a dependency does not meet its condition within the `timeout`.
 */
export enum OnTimeout {
  /**
   * The dependent does not start. An init container that waits fails and is restarted (with `restartPolicy: Never` the pod fails).
   * A startup probe has its sidecar restarted, and the kubelet goes on waiting for it. A postStart hook cannot keep this promise for a
   * regular container: there it is refused.
   */
  FAIL = 'FAIL',

  /**
   * The dependent starts all the same. A startup probe cannot let it, so an init container then waits for a native sidecar, or a postStart hook.
   */
  CONTINUE = 'CONTINUE',
}
