import { Guarantee } from './guarantee';
import { Mechanism } from './mechanism';
import { MeshProfile } from './mesh-profile';

/**
 * The shell that runs the wait agent's script.
 */
export enum AgentShell {
  /**
   * A static busybox that is brought into the pod (`delivery`): works in any Linux image, distroless too.
   */
  BUSYBOX = 'BUSYBOX',

  /**
   * `sh` of the container's own image; nothing is installed. For checks that need no tool of the agent: `command`, `blockingCommand`,
   * `fileExists`, `unixSocket`, `delay`.
   */
  IMAGE = 'IMAGE',
}

/**
 * How the wait agent's busybox gets into the containers that run it.
 */
export enum AgentDelivery {
  /**
   * The init container `install-wait-agent` copies it into an `emptyDir` in memory. Works on every node; costs that container's start, 0.7 to 1 s
   * for each pod.
   */
  INIT_CONTAINER = 'INIT_CONTAINER',

  /**
   * Its image is mounted, read-only: writes `volumes[].image`. No init container; without it nobody removes marks of an earlier sandbox: no GUARDED_HOOK, and no gate that waits for a mark.
   * Needs Kubernetes 1.35 or newer and a container runtime that mounts images so that they can be executed, such as containerd 2.1 or newer.
   * The script stands in each command that runs it, about 10 kB.
   *
   * @see https://kubernetes.io/docs/concepts/storage/volumes/#image
   */
  IMAGE_VOLUME = 'IMAGE_VOLUME',
}

/**
 * Compute resources of an injected container, in Kubernetes' notation. With any of these given, requests and limits are not made equal for the QoS class Guaranteed.
 */
export interface AgentResources {
  /**
   * Writes `resources.requests.cpu`.
   *
   * @default - '10m'; '100m' in a pod of QoS class Guaranteed
   */
  readonly cpuRequest?: string;

  /**
   * Writes `resources.limits.cpu`.
   *
   * @default - no limit
   */
  readonly cpuLimit?: string;

  /**
   * Writes `resources.requests.memory`.
   *
   * @default - '16Mi'; '64Mi' with kubectl, curl, wait4x or redis-cli; as much as the limit in a pod of QoS class Guaranteed
   */
  readonly memoryRequest?: string;

  /**
   * Writes `resources.limits.memory`.
   *
   * @default - '32Mi'; '128Mi' with kubectl, curl, wait4x or redis-cli
   */
  readonly memoryLimit?: string;
}

/**
 * The wait agent and the containers that are injected: image, shell, resources, user.
 */
export interface AgentOptions {
  /**
   * The image that holds the busybox. It must be statically linked: of the official images only the tags `-musl` and `-uclibc` are.
   *
   * @default 'busybox:1.37.0-musl'
   */
  readonly image?: string;

  /**
   * Where the busybox lies in `image`. The file name must begin with `busybox`.
   *
   * @default '/bin/busybox'
   */
  readonly path?: string;

  /**
   * A registry, with an optional path, put in front of the default images, of the agent and of kubectl, curl and wait4x: `registry.example.com/mirror`. `registry.k8s.io/` gives way to it.
   *
   * @default - the runtime's default registry
   */
  readonly registry?: string;

  /**
   * The shell that runs the agent's script in containers of the pod: in hooks, and in front of their commands.
   *
   * @default AgentShell.BUSYBOX
   */
  readonly shell?: AgentShell;

  /**
   * How the busybox gets into the containers that run it.
   *
   * @default AgentDelivery.INIT_CONTAINER
   */
  readonly delivery?: AgentDelivery;

  /**
   * Resources of the injected containers.
   *
   * @default - small requests and no CPU limit; limits equal to requests where all other containers of the pod have them, so that
   * the pod stays in the QoS class Guaranteed
   */
  readonly resources?: AgentResources;

  /**
   * Leave `resources` out of the injected containers, for namespaces where a LimitRange fills them in.
   *
   * @default false
   */
  readonly omitResources?: boolean;

  /**
   * Writes `securityContext.runAsUser` of the injected containers.
   *
   * @default - the pod's `runAsUser`; 65534 when the pod has none, or runs as root
   */
  readonly runAsUser?: number;

  /**
   * Leave `runAsUser` out of the injected containers, for clusters that assign the user, such as OpenShift. In a pod whose own `runAsUser` is 0 the injected containers still get 65534.
   *
   * @default false
   */
  readonly omitRunAsUser?: boolean;
}

/**
 * What the nodes can do, where it differs from what their version says: a feature gate that is switched off, or a runtime that keeps to
 * itself what others show. `false` also keeps a mechanism out of the manifests that rests on it.
 *
 * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/capabilities.md
 */
export interface CapabilityOptions {
  /**
   * `restartPolicy: Always` on an init container makes a native sidecar (feature gate `SidecarContainers`).
   *
   * @default - true from Kubernetes 1.29 on
   */
  readonly nativeSidecars?: boolean;

  /**
   * A startup probe that has not passed when the kubelet restarts is made again. Without that, the container counts as started if it had run
   * for 10 s, and what its startup probe holds back starts.
   *
   * @default - true before Kubernetes 1.35
   * @see https://github.com/kubernetes/kubernetes/issues/142305
   */
  readonly startupProbesSurviveKubeletRestart?: boolean;

  /**
   * A hook can be `sleep`, for which the image needs no program (feature gate `PodLifecycleSleepAction`).
   *
   * @default - true from Kubernetes 1.30 on
   */
  readonly sleepAction?: boolean;

  /**
   * An environment variable can come from a file in an emptyDir, and without that file the container is not created (feature gate
   * `EnvFiles`). A kubelet without it ignores the variable and starts the container at once.
   *
   * @default - true from Kubernetes 1.35 on
   */
  readonly envFiles?: boolean;

  /**
   * A container can have a `restartPolicy` of its own (feature gate `ContainerRestartRules`). What has `Never` or `OnFailure` can be waited for
   * until it has `COMPLETED` or `EXITED`.
   *
   * @default - true from Kubernetes 1.35 on
   * @see https://kep.k8s.io/5307
   */
  readonly containerRestartRules?: boolean;

  /**
   * The end of one container can restart all containers of its pod (feature gate `RestartAllContainersOnContainerExits`). Only
   * `OnDependencyRestart.RESTART_ALL_CONTAINERS` asks for it.
   *
   * @default - true from Kubernetes 1.36 on
   * @see https://kep.k8s.io/5532
   */
  readonly restartAllContainers?: boolean;

  /**
   * A volume can be an image (feature gate `ImageVolume`). Only `agent.delivery` asks for it. That the container runtime can do it too no version says.
   *
   * @default - true from Kubernetes 1.35 on
   */
  readonly imageVolumes?: boolean;

  /**
   * The kubelet can read what containers write into an emptyDir in memory. Runtimes in a virtual machine keep it inside, as Kata does.
   *
   * @default - true for a pod without `runtimeClassName`, false for one with it
   */
  readonly hostVisibleEmptyDirs?: boolean;
}

/**
 * Options for one workload.
 */
export interface StartupOrderOptions {
  /**
   * The Kubernetes version of the **oldest node** of the cluster, as `major.minor`. At least '1.27', else an error (SO604); a version newer than the newest known one is planned for as that one, with a warning.
   *
   * @default - the construct context value `cdk8s-startup-order:kubernetesVersion`, else '1.27'
   */
  readonly kubernetesVersion?: string;

  /**
   * Corrections to what `kubernetesVersion` says, such as a feature gate that is switched off. Each one counts before that of the
   * construct context `cdk8s-startup-order:capabilities`.
   *
   * @default - the construct context value `cdk8s-startup-order:capabilities`, an object of the same form; else what the version says
   */
  readonly capabilities?: CapabilityOptions;

  /**
   * The wait agent and the containers that are injected: image, shell, resources, user.
   *
   * @default - the official static busybox image
   */
  readonly agent?: AgentOptions;

  /**
   * Force this mechanism on every dependency that has none of its own and that the position in the list does not keep already.
   *
   * @default - chosen for each dependency
   */
  readonly mechanism?: Mechanism;

  /**
   * The guarantee that is needed for every dependency that states none of its own. The least intrusive mechanism that reaches it is taken;
   * it is an error when no mechanism does.
   *
   * @default - the strongest that can be reached
   */
  readonly guarantee?: Guarantee;

  /**
   * Stop the containers in reverse: each one gets SIGTERM only after those that depend on it have ended. Native sidecars stop so by themselves;
   * for any other container it writes a `preStop` hook (yours is run behind the wait), and `terminationGracePeriodSeconds` of its liveness and
   * startup probes. The order lasts as long as the grace period of the pod does, and not in an eviction or with `--grace-period=0`.
   *
   * @default false
   */
  readonly orderedShutdown?: boolean;

  /**
   * The service mesh that injects its proxy into the pod. Writes the annotations that have it start its proxy first, and plans waits over the
   * network so that the mesh does not swallow them. For a proxy that stands in the manifest use a dependency on that container.
   *
   * @default - none
   */
  readonly mesh?: MeshProfile;

  /**
   * `false`: leave the manifest as it would be without this library. Needs a `reason`, which the plan shows.
   *
   * @default true
   */
  readonly enabled?: boolean;

  /**
   * Why the order is switched off.
   *
   * @default - none
   */
  readonly reason?: string;
}
