/**
 * The mechanism that delays the SIGTERM of a container until another container has exited. The order holds within the
 * grace period: after that, the kubelet sends SIGKILL to all remaining containers. It does not hold without a grace
 * period, as in an eviction, with `--grace-period=0`, or in a node shutdown that grants less time.
 */
export enum StopMechanism {
  /**
   * The kubelet sends SIGTERM to native sidecars after all app containers have exited, one after the other, the last of
   * `initContainers` first.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#sidecar-containers-and-pod-lifecycle
   */
  SIDECAR_ORDER = 'SIDECAR_ORDER',

  /**
   * The dependent locks a file as long as it runs. The `preStop` hook of the dependency waits for the lock, and the
   * kubelet sends SIGTERM after the hook.
   */
  LIFE_LOCK = 'LIFE_LOCK',
}
