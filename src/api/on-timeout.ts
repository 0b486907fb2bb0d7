/**
 * The effect of a dependency that does not meet its condition within the `timeout`.
 */
export enum OnTimeout {
  /**
   * The dependent does not start. An init container that waits, or a gate (`Mechanism.ENTRYPOINT_GATE`), exits with
   * 124, and the kubelet restarts it according to the restart policy. A startup probe makes the kubelet restart the
   * dependency, and the dependent keeps waiting. A postStart hook of a regular container cannot prevent the start: this
   * combination is an error.
   */
  FAIL = 'FAIL',

  /**
   * The dependent starts anyway. A startup probe and `Mechanism.GUARDED_HOOK` cannot do that, so the planner chooses
   * another mechanism.
   */
  CONTINUE = 'CONTINUE',
}
