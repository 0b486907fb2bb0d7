import { Duration } from 'cdk8s';
import { ContainerRole } from './container-role';
import { Guarantee } from './guarantee';
import { Mechanism } from './mechanism';
import { OnTimeout } from './on-timeout';
import { StartCondition } from './start-condition';
import { StopGuarantee, StopMechanism } from './stop-mechanism';

/**
 * Where a container stands in the pod spec.
 */
export enum ContainerSlot {
  /** In `spec.initContainers`, runs to completion. */
  INIT_CONTAINER = 'INIT_CONTAINER',
  /** In `spec.initContainers` with `restartPolicy: Always`. */
  NATIVE_SIDECAR = 'NATIVE_SIDECAR',
  /** In `spec.containers`. */
  CONTAINER = 'CONTAINER',
}

/**
 * One container of a planned pod, in start order.
 */
export interface PlannedContainer {
  /** The name of the container. */
  readonly name: string;
  /** Its role. */
  readonly role: ContainerRole;
  /** Where it stands. */
  readonly slot: ContainerSlot;
  /** Why it stands there. */
  readonly reason: string;
  /**
   * Why it has moved: a dependency contradicts the order of your list. It also names the containers that held it in your manifest and no longer do.
   *
   * @default - it has not moved
   */
  readonly moved?: string;
  /** Whether it is not in your manifest: this library adds it, or a mesh injects it. */
  readonly injected: boolean;
  /**
   * How long it takes from its start until it is ready; an init container, until it has ended.
   *
   * @default - nobody said
   */
  readonly expectedReadyIn?: Duration;
  /**
   * Its postStart hook. The kubelet starts nothing behind it in the list before it has ended.
   *
   * @default - none
   */
  readonly postStart?: PlannedHook;
  /**
   * How often its startup probe is made, on a native sidecar. The kubelet starts nothing behind it in the list before that has passed.
   *
   * @default - the kubelet waits for no startup probe
   */
  readonly startupProbePeriod?: Duration;
  /**
   * The manifest has it as a native sidecar: the order does not make it one.
   *
   * @internal
   */
  readonly _alreadyNative?: boolean;
  /**
   * It counts as ready this long after its start: its check is a delay.
   *
   * @internal
   */
  readonly _delay?: Duration;
  /**
   * Nothing behind it in `initContainers`, and no container of the pod, ever starts: it is known not to end.
   *
   * @internal
   */
  readonly _neverEnds?: boolean;
}

/**
 * A postStart hook.
 */
export interface PlannedHook {
  /** The names of the containers whose readiness it waits for; empty: it waits for nobody. */
  readonly waitsFor: string[];
  /** The names of the containers that it looks at first: it waits only if all of them run already, since it would hold them back. */
  readonly looksAt: string[];
  /** Whether the hook that you have given the container runs in it, or is all of it: nobody knows how long that takes. */
  readonly includesYours: boolean;
  /**
   * When it gives up.
   *
   * @default - its command bounds itself, or it does not wait
   */
  readonly timeout?: Duration;
}

/**
 * Something in the manifest that this library has put there.
 */
export interface PlannedInjection {
  /**
   * The name of the container.
   *
   * @default - it is the pod's
   */
  readonly container?: string;
  /** The field that is written. */
  readonly field: string;
  /** What for. */
  readonly reason: string;
}

/**
 * One dependency of a planned pod.
 */
export interface PlannedDependency {
  /** The name of the container that waits. */
  readonly dependent: string;
  /** The name of what it waits for: a container, or a thing outside the pod. */
  readonly dependency: string;
  /** Whether it is outside the pod. */
  readonly external: boolean;
  /**
   * The construct paths of the workloads of this app whose pods are behind it.
   *
   * @default - it is no Service, or no workload of this app is behind it
   */
  readonly workloads?: string[];
  /** What must hold. */
  readonly condition: StartCondition;
  /**
   * How it is proved, in words.
   *
   * @default - the condition needs no proof
   */
  readonly check?: string;
  /**
   * Where that check was declared: `readyWhen`, the startup probe, the readiness probe, or the startup probe that cdk8s-plus adds for a
   * `portNumber`.
   *
   * @default - the condition needs no proof, or the dependency is outside the pod
   */
  readonly checkSource?: string;
  /** How it is enforced. */
  readonly mechanism: Mechanism;
  /** What is promised. */
  readonly guarantee: Guarantee;
  /**
   * The container whose postStart hook or probe waits, or the init container that does.
   *
   * @default - nothing waits: the position is enough
   */
  readonly waitsIn?: string;
  /**
   * Longest wait.
   *
   * @default - no limit
   */
  readonly timeout?: Duration;
  /**
   * What happens after the longest wait.
   *
   * @default - no limit
   */
  readonly onTimeout?: OnTimeout;
  /**
   * When what is outside the pod is ready, from the creation of the pod on.
   *
   * @default - nobody said, or it is a container of the pod, which says so itself
   */
  readonly expectedReadyIn?: Duration;
  /**
   * The check is a delay of this length, counted from the start of the container that waits.
   *
   * @internal
   */
  readonly _delay?: Duration;
  /** Why this mechanism, and with what reach. */
  readonly reason: string;
  /**
   * What would raise the guarantee to FAIL_CLOSED, as an instruction.
   *
   * @default - it is FAIL_CLOSED already, or no single thing would
   */
  readonly raisedBy?: string;
}

/**
 * Two containers of a planned pod that stop one after the other.
 */
export interface PlannedStop {
  /** The name of the container that stops first. */
  readonly dependent: string;
  /** The name of the container that gets SIGTERM after that one has ended. */
  readonly dependency: string;
  /** How it is enforced. */
  readonly mechanism: StopMechanism;
  /** How far one can rely on it. */
  readonly guarantee: StopGuarantee;
  /** Why this mechanism. */
  readonly reason: string;
}

/**
 * How the containers of one pod will start, and why. Read-only.
 */
export interface StartupPlan {
  /** The construct path of the workload. */
  readonly path: string;
  /** The Kubernetes version that was planned for. */
  readonly kubernetesVersion: string;
  /**
   * Why the order is switched off.
   *
   * @default - it is on
   */
  readonly disabledReason?: string;
  /** All containers in the order in which the kubelet starts them. */
  readonly containers: PlannedContainer[];
  /** All dependencies, by dependent in start order. */
  readonly dependencies: PlannedDependency[];
  /** Which container stops after which, by dependent in start order. Empty without `orderedShutdown`. */
  readonly stops: PlannedStop[];
  /**
   * How long it takes until all containers have stopped, when each takes its `stopsWithin`.
   *
   * @default - no container waits for another one to stop
   */
  readonly stopTime?: Duration;
  /** What this library puts into the manifest, and what for: of the pod first, then by container in start order. */
  readonly injections: PlannedInjection[];
  /** Whether the pod has volumes of its own, the token of its service account among them: the kubelet starts nothing before it has them. */
  readonly hasVolumes: boolean;
  /** What somebody should know before deploying this. */
  readonly warnings: string[];
}
