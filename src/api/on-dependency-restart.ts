/**
 * What happens to a dependent when its dependency is restarted later on, after a crash or by its liveness probe.
 */
export enum OnDependencyRestart {
  /**
   * Nothing: it runs on. One that restarts by itself then waits again if it has a gate.
   */
  IGNORE = 'IGNORE',

  /**
   * All containers of the pod are started again, in order. The kubelet has nothing smaller: it ends the others without `preStop` hooks and with two
   * seconds each, and keeps the pod's address and volumes. Takes Kubernetes 1.36 or newer.
   *
   * @see https://kep.k8s.io/5532
   */
  RESTART_ALL_CONTAINERS = 'RESTART_ALL_CONTAINERS',
}
