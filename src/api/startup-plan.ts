import { Duration } from 'cdk8s';
import { ContainerRole, Guarantee, Mechanism, StartCondition } from './enums';
import { ContainerSlot } from './private/enums';
import { PlannedHook, PlannedInjection } from './private/planned-parts';

/**
 * One container of a planned pod, in start order.
 */
export interface PlannedContainer {
  /** The name of the container. */
  readonly name: string;
  /** The role of the container. */
  readonly role: ContainerRole;
  /**
   * The list of the pod spec that contains the container: `initContainers` or `containers`. A native sidecar has the
   * role SIDECAR and is in `initContainers`.
   */
  readonly list: string;
  /**
   * The reason why the container is in another list, or at another position, than in your manifest. For an injected
   * container, its purpose.
   *
   * @default - the container is where your manifest has it
   */
  readonly reason?: string;
  /** Whether your manifest does not contain the container: this library or a mesh injects it. */
  readonly injected: boolean;
  /**
   * The expected time from the start of the container until it is ready. For an init container, the time until it
   * exits.
   *
   * @internal
   */
  readonly _expectedReadyIn?: Duration;
  /**
   * The place of the container in the pod spec.
   *
   * @internal
   */
  readonly _slot: ContainerSlot;
  /**
   * The postStart hook. The kubelet starts the later containers of the list after the hook has completed.
   *
   * @internal
   */
  readonly _postStart?: PlannedHook;
  /**
   * The period of the startup probe of a native sidecar. The kubelet starts the later containers of the list after the
   * probe has passed.
   *
   * @internal
   */
  readonly _startupProbePeriod?: Duration;
  /**
   * Whether the container is a native sidecar in the manifest already.
   *
   * @internal
   */
  readonly _alreadyNative?: boolean;
  /**
   * The time after its start at which the container counts as ready, because its check is a delay.
   *
   * @internal
   */
  readonly _delay?: Duration;
  /**
   * The time for which its command sleeps before it starts its work.
   *
   * @internal
   */
  readonly _sleepsFirst?: Duration;
  /**
   * Whether the entry of `initContainers` is known to hold all later containers forever.
   *
   * @internal
   */
  readonly _neverEnds?: boolean;
}

/**
 * One dependency of a planned pod.
 */
export interface PlannedDependency {
  /** The name of the container that waits. */
  readonly dependent: string;
  /** The name of the dependency: a container, or something outside the pod. */
  readonly dependency: string;
  /** Whether the dependency is outside the pod, or a container that a webhook injects. */
  readonly external: boolean;
  /**
   * The dependency is a container that a webhook injects.
   *
   * @internal
   */
  readonly _injected?: boolean;
  /**
   * The construct paths of the workloads of this app whose pods a Service selects.
   *
   * @default - the dependency is no Service, or selects no workload of this app
   */
  readonly workloads?: string[];
  /** The condition that must hold. */
  readonly condition: StartCondition;
  /**
   * A description of the check. For a container of the pod with its source: `readyWhen`, the startup probe, the
   * readiness probe, or the startup probe that cdk8s-plus adds for a `portNumber`.
   *
   * @default - the condition needs no check
   */
  readonly check?: string;
  /** The mechanism that enforces the dependency. */
  readonly mechanism: Mechanism;
  /** The guarantee of the mechanism. */
  readonly guarantee: Guarantee;
  /**
   * The known bugs of the kubelet that open this order, on nodes of the planned version or newer; apart from them the
   * guarantee holds. Each has its issue, the minor versions with the bug, and its effect: `kubernetes#142305 on 1.35 to
   * 1.37: …`.
   *
   * @default - no known bug opens the order
   */
  readonly exceptions?: string[];
  /**
   * The name of the container that waits, in its command, in its postStart hook or in its probe, or as an init
   * container.
   *
   * @default - no container waits: the position is sufficient
   */
  readonly waitsIn?: string;
  /**
   * The longest wait.
   *
   * @default - no limit
   */
  readonly timeout?: Duration;
  /**
   * The effect of the timeout: `FAIL` or `CONTINUE`.
   *
   * @default - no limit
   */
  readonly onTimeout?: string;
  /**
   * The expected time from the creation of the pod until a dependency outside the pod is ready.
   *
   * @internal
   */
  readonly _expectedReadyIn?: Duration;
  /**
   * The length of the check if it is a delay, from the start of the container that waits.
   *
   * @internal
   */
  readonly _delay?: Duration;
  /** The reason for the mechanism, and the limits of its guarantee. */
  readonly reason: string;
  /**
   * The mechanism that stops the dependency only after the dependent has exited.
   *
   * - `SIDECAR_ORDER`: the kubelet sends SIGTERM to native sidecars after all app containers have exited, one after the
   *   other, the last of `initContainers` first.
   * - `LIFE_LOCK`: the dependent locks a file as long as it runs. The `preStop` hook of the dependency waits for the
   *   lock, and the kubelet sends SIGTERM after the hook.
   *
   * @default - without `orderedShutdown`, the kubelet sends SIGTERM to both at the same time
   */
  readonly stopMechanism?: string;
  /**
   * An instruction that raises the guarantee from BEST_EFFORT to FAIL_CLOSED.
   *
   * @default - the guarantee is not BEST_EFFORT, or no single change raises it
   */
  readonly remedy?: string;
}

/**
 * How the containers of one pod start, and why.
 */
export interface StartupPlan {
  /** The construct path of the workload. */
  readonly path: string;
  /** The Kubernetes version of the plan. */
  readonly kubernetesVersion: string;
  /**
   * Whether no version is stated, so that the plan assumes the default version.
   *
   * @internal
   */
  readonly _kubernetesVersionAssumed?: boolean;
  /**
   * The reason why the order is disabled.
   *
   * @default - the order is enabled
   */
  readonly disabledReason?: string;
  /** All containers, in the order in which the kubelet starts them; none if the order is disabled. */
  readonly containers: PlannedContainer[];
  /** All dependencies, by dependent in start order. */
  readonly dependencies: PlannedDependency[];
  /**
   * The time until all containers have stopped, if each container takes its `stopsWithin`.
   *
   * @default - no container waits for another container to stop
   */
  readonly stopTime?: Duration;
  /**
   * The fields that this library writes: of the pod first, then by container in start order.
   *
   * @internal
   */
  readonly _injections: readonly PlannedInjection[];
  /** The facts to check, or to change, before you deploy the pod. */
  readonly warnings: string[];
  /** Facts about the plan that call for no action. */
  readonly notes: string[];
  /**
   * Whether the pod has volumes of its own, including the token of its service account. The kubelet mounts them before
   * it starts a container.
   *
   * @internal
   */
  readonly _hasVolumes: boolean;
  /**
   * The kubelet may start all app containers at the same time.
   *
   * @internal
   */
  readonly _startsAtOnce?: boolean;
}
