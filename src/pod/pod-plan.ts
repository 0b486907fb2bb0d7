import { Delivery } from './delivery';
import { CheckSource, ContainerIntent, ImageCommand, PodIntent } from './intent';
import { KubeletException, OrderPart } from './kubelet-bugs';
import { Tool } from './wait-tool';
import { Awaitable, Check, ExternalCheck } from '../api/private/check';
import { ExternalTarget } from '../api/private/declaration';
import { ContainerSlot, Guarantee, Mechanism, OnTimeout, StartCondition, StopMechanism } from '../api/private/enums';

/** All decisions about one pod. The emitter writes them into the pod template and decides nothing. */
export interface PodPlan {
  /** The entries of `initContainers`, in start order. */
  readonly initContainers: readonly InitEntry[];
  /** The entries of `containers`, in start order. */
  readonly containers: readonly ContainerPlan[];
  /** The volumes that the plan adds to the pod. */
  readonly volumes: readonly VolumePlan[];
  /** The annotations that the plan adds to the pod template or changes. */
  readonly annotations: readonly AnnotationPlan[];
  /** Other fields of the pod spec that the plan writes. */
  readonly podFields: readonly PodFieldPlan[];
  readonly edges: readonly EdgePlan[];
  /** The time until all containers have stopped; `undefined`: no container waits for another to stop. */
  readonly stopSeconds?: number;
  /** How the agent gets into the containers that run it; `undefined`: no container runs the agent. */
  readonly agent?: Delivery;
  /** The pod has volumes besides the volumes that the plan adds. */
  readonly hasVolumes: boolean;
  /** The pod with its inferred roles, for the warnings of a report; `undefined`: nothing is declared for the pod. */
  readonly intent?: PodIntent;
}

/** A field that the plan writes into the manifest, and the reason. */
export interface Injection {
  readonly field: string;
  readonly reason: string;
}

export type InitEntry = ContainerPlan | WaitContainerPlan | InstallerPlan;

/** All decisions about one container of the manifest. */
export interface ContainerPlan {
  readonly kind: 'container';
  readonly name: string;
  /** The container in the manifest, with its inferred role. */
  readonly container: ContainerIntent;
  readonly slot: ContainerSlot;
  /** Why the container is in another list than in the manifest; `undefined`: it is in the same list. */
  readonly reason?: string;
  /**
   * Why the container has moved in its list, and the containers that no longer hold it; `undefined`: the container has
   * not moved.
   */
  readonly moved?: string;
  readonly gate?: GatePlan;
  /** The gate writes the arguments of the image into `args`. */
  readonly imageArgs?: Injection;
  readonly guards: readonly GuardPlan[];
  readonly postStart?: PostStartPlan;
  readonly preStop?: PreStopPlan;
  /** The startup probe that the plan writes or removes; `undefined`: the probe of the manifest stays. */
  readonly startupProbe?: CheckProbePlan | MarkerProbePlan | RemovedProbe;
  readonly readinessProbe?: MarkerProbePlan;
  /** Changes of single fields of the user's probes. */
  readonly probeChanges: readonly ProbeChange[];
  /** Probes of the user for which no finite value covers the wait in the gate. */
  readonly probesWithoutLimit: readonly ProbeField[];
  /** When the container exits, with any code, the kubelet restarts all containers of the pod. */
  readonly restartsAll?: Injection;
  /** The mounts of the volumes that the plan adds; empty before the plan of the volumes. */
  readonly mounts: readonly MountPlan[];
}

/** Runs the agent before the container's own command, at each start of the container. */
export interface GatePlan extends Injection {
  /** Empty: the agent waits for nothing. */
  readonly awaited: readonly AwaitedDependency[];
  /** The agent locks a file as long as the container runs. */
  readonly locks: boolean;
  /**
   * The agent stays, and stops the command when all these containers have exited. Empty: the command exits by itself.
   */
  readonly endsAfter: readonly ContainerEnd[];
  /** The signal that then stops the command; `undefined`: SIGTERM. */
  readonly stopSignal?: string;
  /** The agent stays, and marks the end of the command. */
  readonly marksEnd: boolean;
  /**
   * After the command and all these containers have exited, the agent sends a POST request to the URL, and the proxy of
   * the mesh exits.
   */
  readonly quits?: { readonly url: string; readonly after: readonly ContainerEnd[] };
  /** The command of the image, after the agent; `undefined`: the command of the manifest. */
  readonly imageCommand?: ImageCommand;
  /** The startup probe that makes the check of the gate; `undefined`: the kubelet cannot make it. */
  readonly startupProbe?: CheckProbePlan;
  /** The agent marks that the gate has opened, for its startup probe or for other containers. */
  readonly marksOpen: boolean;
}

/** The end of a container: with exit code 0 (COMPLETED) or with any exit code (EXITED). */
export interface ContainerEnd {
  readonly container: string;
  readonly condition: StartCondition;
}

/**
 * An environment variable from the marker file of a dependency. The kubelet does not create the container before the
 * file contains the mark.
 */
export interface GuardPlan extends Injection {
  readonly dependency: string;
  readonly condition: StartCondition;
}

export interface PostStartPlan extends Injection {
  readonly usesAgent: boolean;
  /** The hook first empties the marker file of the container, which contains the marks of the previous run. */
  readonly resets: boolean;
  /** Containers that start later. The hook removes their marks of an earlier sandbox. */
  readonly forgets: readonly string[];
  /** The hook leaves a process that locks a file as long as the container runs. */
  readonly locks: boolean;
  /** The hook leaves a process that locks the marker file as long as the container runs. */
  readonly locksMarks: boolean;
  /** Steps of an agent that runs on in the background when the hook has completed; empty: no such agent. */
  readonly lingers: readonly WaitStep[];
  readonly waits: readonly WaitStep[];
  /** The hook is the `sleep` action of the kubelet, for this time. */
  readonly sleepSeconds?: number;
  /** `undefined`: the hook does not wait, or it is a single blocking command, which limits itself. */
  readonly timeoutSeconds?: number;
  readonly onTimeout: OnTimeout;
  /** The command of the user's own exec hook, which runs first. */
  readonly runFirst?: readonly string[];
}

/**
 * A check that has to pass; a mark, written after all steps before it; or a condition: without that mark, the agent
 * skips all later steps.
 */
export type WaitStep =
  | AwaitedDependency
  | { readonly dependency: string; readonly seen: StartCondition }
  | { readonly dependency: string; readonly marks: StartCondition };

/** A preStop hook that waits until other containers have exited. The kubelet sends SIGTERM after the hook. */
export interface PreStopPlan extends Injection {
  readonly after: readonly string[];
  /** The user's own hook, after the wait: a command, or seconds to sleep. */
  readonly runThen?: readonly string[];
  readonly sleepThen?: number;
}

/**
 * A startup probe that the kubelet makes without the agent. `readyCheck`: the ready check of a native sidecar. The
 * kubelet starts the next containers after the probe has passed. `gateCheck`: the check of the gate of the container.
 * The pod is not Ready before the probe has passed.
 */
export interface CheckProbePlan extends Injection {
  readonly kind: 'readyCheck' | 'gateCheck';
  readonly check: Check;
  /** The longest time for one try; `undefined`: the kubelet's default, 1 s. */
  readonly trySeconds?: number;
  /** The number of tries, one each second, until the kubelet restarts the container. */
  readonly failureThreshold: number;
  /** The timeout that `failureThreshold` represents; `undefined`: no limit. */
  readonly timeoutSeconds?: number;
}

/**
 * A probe that runs the agent. The agent writes marks, and success makes the kubelet sync the pod again; without marks
 * the probe only limits the wait.
 */
export interface MarkerProbePlan extends Injection {
  readonly kind: 'marker';
  /** After the timeout of a step the kubelet restarts the container; with CONTINUE the step passes. */
  readonly steps: readonly WaitStep[];
  /** `undefined`: the kubelet's default. */
  readonly failureThreshold?: number;
  /** The longest time of one run of the probe. */
  readonly timeoutSeconds: number;
  /** The grace period of a restart because of the probe; `undefined`: the pod's. */
  readonly graceSeconds?: number;
}

/** The startup probe that cdk8s-plus adds is left out. */
export interface RemovedProbe extends Injection {
  readonly kind: 'removed';
}

export type ProbeField = 'livenessProbe' | 'startupProbe';

/** A change of one field of a probe of the manifest. */
export interface ProbeChange extends Injection {
  readonly probe: ProbeField;
  readonly key: 'failureThreshold' | 'initialDelaySeconds' | 'terminationGracePeriodSeconds';
  readonly value: number;
}

export interface MountPlan {
  readonly volume: string;
  readonly path: string;
  readonly readOnly: boolean;
}

/** An init container that waits: for targets outside the pod, or for native sidecars before it in the list. */
export interface WaitContainerPlan extends Injection {
  readonly kind: 'wait';
  readonly name: string;
  /** `undefined`: the image of the tool. */
  readonly image?: string;
  /** Whether the checks need nothing of the image. */
  readonly anyImage: boolean;
  /** `undefined`: IfNotPresent. */
  readonly imagePullPolicy?: string;
  readonly tool?: Tool;
  readonly env?: ExternalTarget['env'];
  readonly file?: ExternalTarget['file'];
  /** In the order of the checks: the shortest timeout first, dependencies without a timeout last. */
  readonly awaited: readonly AwaitedDependency<ExternalCheck>[];
  /** The volumes of sidecars that the checks read. The wait mounts them at the same paths, read-only. */
  readonly sidecarMounts: readonly SidecarMount[];
  /** All mounts; empty before the plan of the volumes. */
  readonly mounts: readonly MountPlan[];
  /** Containers whose marks of an earlier sandbox the wait removes. */
  readonly forgets: readonly string[];
  /** The user whose traffic the mesh does not capture, or who writes the files of a check; `undefined`: any user. */
  readonly runAsUser?: number;
}

export interface SidecarMount {
  readonly container: string;
  readonly volume: string;
  readonly path: string;
}

/** The init container that copies the agent into its volume. It is the first entry of `initContainers`. */
export interface InstallerPlan extends Injection {
  readonly kind: 'installer';
  readonly name: string;
  /** Containers whose marks of an earlier sandbox the installer removes. */
  readonly forgets: readonly string[];
  readonly mounts: readonly MountPlan[];
}

/** A check of a dependency that a process waits for, and the longest time. */
export interface AwaitedDependency<C extends Awaitable = Awaitable> {
  readonly dependency: string;
  readonly check: C;
  /** `undefined`: no limit. */
  readonly timeoutSeconds?: number;
  /** After the timeout. `undefined`: FAIL. */
  readonly onTimeout?: OnTimeout;
}

/**
 * `agent`: the agent itself. `binaries`: its binaries, for the installer. `state`: marker files and lock files;
 * `stateOnDisk`: they survive a reboot of the node. `token`: the token of the service account.
 */
export type VolumePlan = Injection & { readonly name: string } & (
    | { readonly kind: 'agent' | 'binaries' | 'state' | 'stateOnDisk' | 'token' }
    | { readonly kind: 'configMap'; readonly configMap: string }
  );

export interface AnnotationPlan extends Injection {
  readonly key: string;
  readonly value: string;
}

export type PodFieldPlan = Injection &
  (
    | { readonly field: 'serviceAccountName'; readonly value: string }
    | { readonly field: 'automountServiceAccountToken'; readonly value: boolean }
  );

export interface EdgePlan {
  readonly dependent: string;
  readonly dependency: string;
  readonly external: boolean;
  /** The dependency is a container that a webhook injects. */
  readonly injected?: true;
  readonly condition: StartCondition;
  readonly check?: ExternalCheck;
  /** Where the check of a container was declared. */
  readonly checkSource?: CheckSource;
  readonly mechanism: Mechanism;
  readonly guarantee: Guarantee;
  /** The part of the pod for which the kubelet itself waits. */
  readonly part?: OrderPart;
  /** The bugs of the kubelet that open this order. */
  readonly exceptions: readonly KubeletException[];
  /** The user accepts the weakest guarantee. */
  readonly accepted: boolean;
  /**
   * Returns the changes that would raise the weakest guarantee; empty for another guarantee, and where no single change
   * would. The search is slow, so it is lazy. `intent`: that of the plan.
   */
  readonly findRemedies: (intent: PodIntent) => readonly string[];
  readonly waitsIn?: string;
  readonly timeoutSeconds?: number;
  readonly onTimeout?: OnTimeout;
  readonly reason: string;
  /** Stops the dependency only after the dependent has exited; `undefined`: nothing does. */
  readonly stopMechanism?: StopMechanism;
  /** For a target outside the pod: the time from the creation of the pod until the target is ready. */
  readonly expectedReadySeconds?: number;
}

/** Returns the containers of the manifest, in start order. */
export function listContainers({ initContainers, containers }: PodPlan): ContainerPlan[] {
  return [...initContainers.filter(entry => entry.kind === 'container'), ...containers];
}

/** Returns the init containers that wait, in start order. */
export function listWaits({ initContainers }: PodPlan): WaitContainerPlan[] {
  return initContainers.filter(entry => entry.kind === 'wait');
}

/**
 * Returns the period of the startup probe of a native sidecar. The kubelet starts the next containers after the probe
 * has passed. `undefined`: there is no such probe.
 */
export function findProbePeriod({ slot, startupProbe, container }: ContainerPlan): number | undefined {
  if (slot !== 'NATIVE_SIDECAR' || startupProbe?.kind === 'removed') {
    return undefined;
  }
  return startupProbe ? 1 : container.startup?.periodSeconds;
}

/** Whether the container waits in its gate. Its command runs after the gate has opened. */
export function isGated(gate: GatePlan | undefined): gate is GatePlan {
  return gate !== undefined && gate.awaited.length > 0;
}
