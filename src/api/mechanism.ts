/**
 * How the order of one dependency is enforced. The planner chooses the least intrusive mechanism that reaches the guarantee that is needed;
 * force one only with a reason.
 */
export enum Mechanism {
  /**
   * The position in `initContainers` or `containers`; nothing is injected.
   */
  POSITION = 'POSITION',

  /**
   * The ready check becomes the startup probe of a native sidecar, made once a second; the kubelet starts nothing behind the sidecar
   * before it has passed. From Kubernetes 1.35 on a restart of the kubelet opens it, so there it is BEST_EFFORT and not FAIL_CLOSED
   * (kubernetes#142305). Writes `startupProbe` on the dependency, which must have none of its own. Needs Kubernetes 1.29
   * and a check that a kubelet probe can make: HTTP, TCP, gRPC or a command. No agent, no other container. The
   * dependent starts up to about a second later than it could.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
   */
  SIDECAR_PROBE = 'SIDECAR_PROBE',

  /**
   * The wait agent runs before the own command of the dependent and makes the check itself; then the command takes its place, with the same
   * process ID, signals and exit code. Holds at each start of the dependent, on every version, and leaves the dependency untouched. Writes
   * `command` on the dependent, whose command must stand in the manifest; `args` stay. Writes `startupProbe`, which waits for the gate, so
   * that no liveness probe kills it meanwhile and the pod is not ready too early; a command in a startup probe that is there runs behind
   * that, a startup probe over the network gets a larger `failureThreshold`.
   *
   * It makes checks itself that can be made from outside the dependency: HTTP, TCP, a file or socket in a volume that both mount, a delay.
   * An agent that a postStart hook leaves in the dependency marks in a file what only the dependency can tell; then the guarantee is FAIL_CLOSED,
   * since the mark stays while the dependency is down later on. Writes `lifecycle.postStart` and `volumeMounts` on the dependency. For the end
   * of a container, an agent runs before its command and locks a file as long as the container runs. It forwards signals and the exit code. Writes `command` on
   * that container.
   */
  ENTRYPOINT_GATE = 'ENTRYPOINT_GATE',

  /**
   * An environment variable of the dependent comes from a marker file, and without its mark the kubelet does not create the container,
   * whatever fails. The wait agent in the dependency makes the mark: in a hook that gives up after 10 s at most, and in a probe whose one run
   * lasts as long as the wait. The hook removes the mark each time the dependency starts. Command, image and probes of the dependent stay as
   * they are.
   *
   * Writes `env` on the dependent; `lifecycle.postStart`, `readinessProbe` and `volumeMounts` on the dependency. An exec hook that is there
   * runs first. Where a regular container has a readiness probe of its own that stays, and `startupProbe` is written in its place; the check
   * of a startup probe that is there runs inside ours, with its limit. With a timeout a startup probe has the kubelet restart a dependency
   * that is not ready in time, and the dependent goes on waiting.
   *
   * Needs Kubernetes 1.35 on every node, as an older kubelet ignores the variable, and an emptyDir that the kubelet can see into. While it
   * waits, `kubectl get pod` shows `CreateContainerConfigError`, and events name the file and the key that is missing.
   *
   * @see https://kep.k8s.io/3721
   */
  GUARDED_HOOK = 'GUARDED_HOOK',

  /**
   * An init container, named after the native sidecars in front of it, waits until they are ready; the kubelet starts nothing behind it before,
   * whatever fails. One waits for all sidecars that the next containers need. Writes an entry of `initContainers`, which mounts the volumes
   * that the checks look at, read-only. Needs Kubernetes 1.29 and a check that another container can make: HTTP, TCP, a file or a socket in
   * a volume, a delay. For what a startup probe cannot express, and where the sidecar has one of its own.
   */
  SIDECAR_WAIT_INIT = 'SIDECAR_WAIT_INIT',

  /**
   * A blocking `lifecycle.postStart` exec hook on the dependency, or on a container that starts between it and its first dependent. Opens when the container
   * with the hook crashes, when the hook fails or times out, and when the kubelet restarts: BEST_EFFORT. Writes `lifecycle.postStart` on that container; your
   * own exec hook runs first in it.
   */
  POST_START = 'POST_START',

  /**
   * An init container that waits for something outside the pod, and with it the whole pod: FAIL_CLOSED when the pod starts; a container that restarts later does not
   * wait again. Writes an entry `wait-for-<name>` of `initContainers`.
   */
  INIT_CONTAINER = 'INIT_CONTAINER',
}
