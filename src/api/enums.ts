/**
 * The role of a container in its pod. The role decides whether the container is listed in `initContainers` or
 * `containers`.
 */
export enum ContainerRole {
  /**
   * Runs to completion before any app container starts. Listed in `spec.initContainers`.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/init-containers/
   */
  INIT = 'INIT',

  /**
   * Runs alongside the app containers. From Kubernetes 1.29 on, it is listed in `spec.initContainers` with
   * `restartPolicy: Always` (a native sidecar): the kubelet restarts it with every restart policy of the pod, and
   * ignores its exit code; the pod completes without it. On older nodes it is listed in `spec.containers`, before its
   * dependents.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
   */
  SIDECAR = 'SIDECAR',

  /**
   * Does the work of the pod. Listed in `spec.containers`.
   */
  APP = 'APP',
}

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
   * When the pod starts, the dependent never starts before its dependency has met the condition, even after a failure.
   * A dependency that fails after that does not hold a dependent that waits for something else.
   */
  FAIL_CLOSED = 'FAIL_CLOSED',

  /**
   * The order holds at each start of the dependent, including later restarts.
   */
  EVERY_START = 'EVERY_START',
}

/**
 * The mechanism that enforces a dependency. The planner chooses the least intrusive mechanism that reaches the
 * guarantee. Specify a mechanism only for a reason.
 */
export enum Mechanism {
  /**
   * The position in `initContainers` or `containers`. Injects nothing.
   */
  POSITION = 'POSITION',

  /**
   * The ready check becomes the startup probe of a native sidecar, with a period of 1 s. The kubelet starts the
   * containers after the sidecar when the probe has passed. The guarantee is FAIL_CLOSED. From Kubernetes 1.35 on, a
   * restart of the kubelet also lets them start: the plan lists this bug in `exceptions` (kubernetes#142305).
   *
   * Writes `startupProbe` on the dependency, which must have no startup probe of its own. Needs Kubernetes 1.29 and a
   * check that a kubelet probe can make: HTTP, TCP, gRPC or a command. Needs no agent and no other container. The
   * dependent starts up to about 1 s late.
   *
   * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
   */
  SIDECAR_PROBE = 'SIDECAR_PROBE',

  /**
   * The wait agent runs before the command of the dependent and makes the check. The command then replaces the agent,
   * with the same process ID, signals and exit code. Holds at each start of the dependent, on every Kubernetes version,
   * and does not change the dependency.
   *
   * Writes `command` on the dependent. The manifest must contain its command, or the image file its image, whose `CMD`
   * becomes `args` if the manifest has none. Writes `startupProbe`, which waits for the gate, so that no liveness probe
   * kills the container meanwhile and the pod is not ready too early. The check of an existing startup probe runs after
   * the wait, with its limit. If only the kubelet can make that check (gRPC, HTTPS), the probe stays, without a limit.
   *
   * The agent makes checks itself that work from outside the dependency: HTTP, TCP, a server, a file or socket in a
   * volume that both containers mount. For any other check, an agent in a postStart hook of the dependency writes a
   * mark into a file, and locks the file as long as the container runs: the dependent starts when the dependency runs
   * and has been ready since its last start. Where the containers share their processes, nothing shows that the
   * dependency is down, and the guarantee is FAIL_CLOSED. Writes `lifecycle.postStart` and `volumeMounts` on the
   * dependency. For the end of a container, an agent runs before its command and locks a file as long as the container
   * runs. It forwards signals and the exit code. Writes `command` on that container.
   */
  ENTRYPOINT_GATE = 'ENTRYPOINT_GATE',

  /**
   * An environment variable of the dependent comes from a marker file. The kubelet does not create the container until
   * the file contains the mark, even after a failure. The wait agent in the dependency writes the mark: in a hook with
   * a limit of 10 s, and in a probe that runs as long as the wait. The hook removes the mark at each start of the
   * dependency. Command, image and probes of the dependent do not change.
   *
   * Writes `env` on the dependent; `lifecycle.postStart`, `readinessProbe` and `volumeMounts` on the dependency. An
   * existing exec hook runs first. If a regular container has its own readiness probe, that probe stays and
   * `startupProbe` is written instead; the check of an existing startup probe runs inside it, with its limit. With a
   * timeout, a startup probe makes the kubelet restart a dependency that is not ready in time, and the dependent keeps
   * waiting.
   *
   * Needs Kubernetes 1.35 on every node, because an older kubelet ignores the variable, and an emptyDir that the
   * kubelet can read. During the wait, `kubectl get pod` shows `CreateContainerConfigError`, and events contain the
   * file and the missing key.
   *
   * @see https://kep.k8s.io/3721
   */
  GUARDED_HOOK = 'GUARDED_HOOK',

  /**
   * An init container, named after the native sidecars before it, waits until they are ready. The kubelet starts the
   * containers after it only then, even after a failure. One init container waits for all sidecars that the next
   * containers need. For a check that a startup probe cannot make, or a sidecar with its own startup probe.
   *
   * Writes an entry of `initContainers`, with read-only mounts of the volumes of the checks. Needs Kubernetes 1.29 and
   * a check that another container can make: HTTP, TCP, a server, a file or a socket in a volume, a delay.
   */
  SIDECAR_WAIT_INIT = 'SIDECAR_WAIT_INIT',

  /**
   * A blocking `lifecycle.postStart` hook on the dependency, or on a container that starts between the dependency and
   * its first dependent. The dependent also starts when the container with the hook crashes, when the hook fails or
   * times out, and when the kubelet restarts: BEST_EFFORT. Writes `lifecycle.postStart` on that container; an existing
   * exec hook runs first.
   */
  POST_START = 'POST_START',

  /**
   * An init container waits for something outside the pod, and the whole pod waits with it: FAIL_CLOSED when the pod
   * starts. A container that restarts later does not wait again. Writes an entry `wait-for-<name>` of `initContainers`.
   */
  INIT_CONTAINER = 'INIT_CONTAINER',
}

/**
 * The condition of a dependency that must hold before its dependent starts. The names have the meaning of Kubernetes;
 * `service_started` of docker compose is `RUNNING`.
 */
export enum StartCondition {
  /**
   * The process of the container runs (`state.running`), and may not be ready for use. A container with a gate is
   * running, for its dependents, when its gate has opened.
   */
  RUNNING = 'RUNNING',

  /**
   * The startup probe of the container has passed and its postStart hook has completed (`status.started`). Without a
   * startup probe and a hook, the same as `RUNNING`.
   */
  STARTED = 'STARTED',

  /**
   * The ready check of the container has passed once since the container started. A dependency that becomes unready
   * later does not stop its dependents.
   */
  READY = 'READY',

  /**
   * The container exited with code 0. For an app container, the manifest or the image file must contain the commands of
   * both containers, and its `restartPolicy` must not be `Always`. With `Never`, the dependent exits when the
   * dependency has failed.
   */
  COMPLETED = 'COMPLETED',

  /**
   * The container exited, with any code. Not for a container of role INIT, because the kubelet starts no container
   * after a failed init container.
   */
  EXITED = 'EXITED',
}
