import { SelectingObject } from './app-objects';
import { Target } from './capabilities';
import { Delivery } from './delivery';
import { OrderSettings } from './settings';
import { Check } from '../api/private/check';
import { DependencyDeclaration } from '../api/private/declaration';
import { ContainerRole, ContainerSlot } from '../api/private/enums';
import { MeshProduct, PodMesh } from '../api/private/mesh';
import { HandlerJson, RestartRuleJson } from '../api/private/pod-spec';

/** The input of the planner: one pod as plain data, with defaults filled in and durations in seconds. */
export interface PodIntent
  extends Pick<OrderSettings, 'mechanism' | 'guarantee' | 'acceptedWarnings' | 'orderedShutdown'>,
    Pick<Target, 'capabilities' | 'lacks' | 'kubeletBugs' | 'kubeletExceptions'> {
  /** The containers in the order of the manifest, init containers first. */
  readonly containers: readonly ContainerIntent[];
  /** The annotations of the pod template. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Whether the pod spec is in no pod template, so that the pods get no annotations. */
  readonly lacksTemplate?: boolean;
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  /** The end of a container can restart all containers, with the marks and locks of their last run. */
  readonly restartsAllContainers: boolean;
  readonly windows: boolean;
  readonly hostNetwork: boolean;
  /** The pod asks the DNS servers of its node: kubelet 1.27–1.37, dns.go getPodDNSType. */
  readonly usesNodeDns: boolean;
  /** Whether the kubelet mounts any volume, the token of the service account included. */
  readonly hasVolumes: boolean;
  readonly terminationGracePeriodSeconds: number;
  /** The deadlines of the pod and of its workload, each with its field. */
  readonly deadlines: readonly { readonly field: string; readonly seconds: number }[];
  /** The container of each rule about exit codes in the `podFailurePolicy` of a Job; `undefined`: all containers. */
  readonly exitCodeRules: readonly (string | undefined)[];
  readonly delivery: Delivery;
  /** The pod has the QoS class BestEffort, and an injected container would have resource requests. */
  readonly mayLoseBestEffort: boolean;
  /** The app containers depend on all sidecars of the pod, and the pod has none. */
  readonly lacksSidecars: boolean;
  /** The processes of a container outlive it: `shareProcessNamespace` or `hostPID`. */
  readonly sharesProcesses: boolean;
  /** The service account for the waits, if the pod specifies no service account. */
  readonly serviceAccount?: AccountIntent;
  /** The mesh that injects its proxy into the pod. */
  readonly mesh?: PodMesh;
  /** The mesh whose proxy labels or annotations of the pod or its namespace request, if the options contain no mesh. */
  readonly unstatedMesh?: MeshProduct;
  /** The API version and kind of a custom resource with the pod template. */
  readonly customType?: string;
  /** The NetworkPolicies of the app that select the pods. */
  readonly policies?: readonly SelectingObject[];
}

/** The service account that is added to the pod. */
export interface AccountIntent {
  readonly name: string;
  /**
   * The `automountServiceAccountToken` of the manifest, which stays; `undefined`: the field becomes `false`, and only
   * the wait containers mount a token.
   */
  readonly automountsToken?: boolean;
}

/** A port that a Service can find by its name. */
export interface NamedPort {
  readonly name: string;
  readonly number: number;
  readonly protocol: string;
}

/**
 * How a container gets ports of the node. `mapped`: the kubelet maps its `hostPort`, which it does for app containers
 * only (kubelet 1.27–1.37, kuberuntime_sandbox.go generatePodSandboxConfig). `bound`: its process binds them, in a pod
 * with `hostNetwork`.
 */
export type HostPorts = 'mapped' | 'bound';

export interface ContainerIntent {
  readonly name: string;
  /** The index in `PodIntent.containers`. */
  readonly place: number;
  readonly role: ContainerRole;
  /** The list of the pod spec in which the role puts the container. */
  readonly slot: ContainerSlot;
  /** Whether the user states the role. */
  readonly roleStated: boolean;
  /** The containers that need it, if the planner gives it the role SIDECAR for them. */
  readonly inferredFor?: readonly string[];
  /** Whether the manifest contains the container in `initContainers`. */
  readonly inInitContainers: boolean;
  /** Whether the manifest contains the container in `initContainers` with `restartPolicy: Always`. */
  readonly alreadyNative: boolean;
  readonly ready?: ReadyCheckIntent;
  /** The startup probe; `undefined`: no startup probe. */
  readonly startup?: StartupProbeIntent;
  readonly dependsOn: readonly DependencyDeclaration[];
  readonly postStart?: HandlerJson;
  readonly preStop?: HandlerJson;
  /** The signal that stops the container, such as SIGQUIT; `undefined`: SIGTERM, or unknown. */
  readonly stopSignal?: string;
  /** `undefined`: unspecified. */
  readonly stopsWithinSeconds?: number;
  /** The time from the start of the container until it is ready, for predictions only; `undefined`: unspecified. */
  readonly expectedReadySeconds?: number;
  /**
   * The source of the command; `undefined`: the image specifies the command, and the image file does not contain the
   * image.
   */
  readonly command?: CommandIntent;
  readonly image: string;
  /** The TCP ports that the manifest declares. */
  readonly ports: readonly number[];
  readonly namedPorts: readonly NamedPort[];
  readonly hostPorts?: HostPorts;
  /** The kubelet creates it only after an app container has written the file of a variable (`fileKeyRef`). */
  readonly awaitsApp?: boolean;
  /** The port of its startup or readiness probe, if the container declares no port with this name. */
  readonly unknownPort?: string;
  /** The image file contains a HEALTHCHECK of the image. */
  readonly hasHealthcheck: boolean;
  readonly imagePullPolicy?: string;
  /**
   * The numeric user: `runAsUser` of the container, or the user of its image if the pod has no `runAsUser` either.
   * `undefined`: the user of the pod, or unknown.
   */
  readonly user?: number;
  readonly hasReadinessProbe: boolean;
  /** `initialDelaySeconds` of the readiness probe. */
  readonly readinessDelaySeconds: number;
  /** `undefined`: no liveness probe. */
  readonly liveness?: LivenessProbeIntent;
  /** The fields in the manifest that Kubernetes forbids for ordinary init containers. */
  readonly fieldsForbiddenOnInit: readonly string[];
  /** The fields in the manifest that Kubernetes forbids for native sidecars. */
  readonly fieldsForbiddenOnSidecar: readonly string[];
  /** The `restartPolicy` of an app container; `undefined`: the policy of the pod. */
  readonly restartPolicy?: PodIntent['restartPolicy'];
  /** `restartPolicyRules`. */
  readonly restartRules: readonly RestartRuleJson[];
  readonly restarts: Restarts;
  /** `partial`: another container that mounts the volume does not see the same files. */
  readonly mounts: readonly { readonly volume: string; readonly path: string; readonly partial: boolean }[];
}

/** When the kubelet restarts the container. */
export interface Restarts {
  /** After exit code 0. */
  readonly afterSuccess: boolean;
  /** After every exit code. */
  readonly always: boolean;
  /** After no exit code. */
  readonly never: boolean;
  /** After exit code 0 also not in a new sandbox: kubelet 1.27–1.37, kuberuntime_manager.go computePodActions. */
  readonly endsForGood: boolean;
}

export type CommandIntent = { readonly from: 'manifest' } | ({ readonly from: 'image' } & ImageCommand);

/** The command of an image, from the image file. */
export interface ImageCommand {
  /** The reference in the manifest. */
  readonly image: string;
  readonly digest: string;
  /** The words as the process receives them: Kubernetes expands no variables in the command of an image. */
  readonly command: readonly string[];
  /** `undefined`: the manifest specifies `args`, or the image has none. */
  readonly args?: readonly string[];
}

/** The check that proves readiness, and its source. */
export interface ReadyCheckIntent {
  readonly check: Check;
  readonly source: CheckSource;
}

/** The place where a check was declared. `automaticStartupProbe`: a probe that cdk8s-plus added for a `portNumber`. */
export type CheckSource = 'readyWhen' | 'startupProbe' | 'readinessProbe' | 'automaticStartupProbe';

export interface LivenessProbeIntent {
  /** `undefined`: the agent cannot make the check. */
  readonly check?: Check;
  /** `initialDelaySeconds`. */
  readonly delaySeconds: number;
  /** The grace period of the probe; `undefined`: the grace period of the pod. */
  readonly graceSeconds?: number;
}

export interface StartupProbeIntent {
  /** `undefined`: the probe has no check that a dependent could wait for. */
  readonly check?: Check;
  /** The same check; `undefined`: the agent cannot make it. */
  readonly agentCheck?: Check;
  /** The `failureThreshold` of the manifest. A gate raises it for an HTTP, TCP or gRPC probe. */
  readonly failureThreshold: number;
  readonly periodSeconds: number;
  /** The time until the probe has failed and the kubelet restarts the container. */
  readonly limitSeconds: number;
  /** The grace period of the probe; `undefined`: the grace period of the pod. */
  readonly graceSeconds?: number;
  /** Whether cdk8s-plus added the probe for a `portNumber`; the library may remove it. */
  readonly automatic: boolean;
}
