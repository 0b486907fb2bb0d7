/**
 * What is promised for one dependency.
 */
export enum Guarantee {
  /**
   * Holds when nothing fails. A crash of the dependency, a timeout or a restart of the kubelet during the wait can start the
   * dependent too early.
   */
  BEST_EFFORT = 'BEST_EFFORT',

  /**
   * When the pod starts, the dependent never starts before its dependency, whatever fails.
   */
  FAIL_CLOSED = 'FAIL_CLOSED',

  /**
   * Holds at each start of the dependent, also when it restarts later.
   */
  EVERY_START = 'EVERY_START',
}
