/**
 * The guarantee of a dependency.
 */
export enum Guarantee {
  /**
   * The order holds as long as nothing fails. A crash of the dependency, a timeout, or a restart of the kubelet during
   * the wait can start the dependent too early.
   */
  BEST_EFFORT = 'BEST_EFFORT',

  /**
   * When the pod starts, the dependent never starts before its dependency, even after a failure.
   */
  FAIL_CLOSED = 'FAIL_CLOSED',

  /**
   * The order holds at each start of the dependent, including later restarts.
   */
  EVERY_START = 'EVERY_START',
}
