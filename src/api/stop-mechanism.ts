/**
 * What makes a container get SIGTERM only after another one has ended.
 */
export enum StopMechanism {
  /**
   * The kubelet itself: native sidecars get SIGTERM when all app containers have ended, one after the other, the last of `initContainers` first.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#sidecar-containers-and-pod-lifecycle
   */
  SIDECAR_ORDER = 'SIDECAR_ORDER',

  /**
   * A file that the dependent keeps locked as long as it lives. The `preStop` hook of the dependency ends when nobody locks it any more, and the
   * kubelet sends SIGTERM after that.
   */
  LIFE_LOCK = 'LIFE_LOCK',
}

/**
 * How far one can rely on the order in which two containers stop.
 */
export enum StopGuarantee {
  /**
   * As long as the grace period lasts: then the kubelet sends SIGTERM and SIGKILL to whatever still runs. Not where there is none, as in an
   * eviction, with `--grace-period=0`, or when the node is shut down in less time.
   */
  WITHIN_GRACE = 'WITHIN_GRACE',
}
