/**
 * What happens when a dependency does not meet its condition within the `timeout`.
 */
export enum OnTimeout {
  /**
   * The dependent does not start. An init container that waits, or a gate (`Mechanism.ENTRYPOINT_GATE`), exits with 124 and is restarted as the restart policy says.
   * A startup probe has the kubelet restart the dependency, and the dependent goes on waiting. A postStart hook cannot keep this promise for a
   * regular container: there it is refused.
   */
  FAIL = 'FAIL',

  /**
   * The dependent starts all the same. A startup probe and `Mechanism.GUARDED_HOOK` cannot do that, so another mechanism waits then.
   */
  CONTINUE = 'CONTINUE',
}
