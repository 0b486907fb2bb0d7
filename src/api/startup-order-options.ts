import { Guarantee } from './guarantee';
import { Mechanism } from './mechanism';
import { MeshProfile } from './mesh-profile';

/**
 * How the wait agent, a static binary, gets into the containers that run it.
 */
export enum AgentDelivery {
  /**
   * A projected volume with a ConfigMap that holds the binary for one architecture: writes `volumes[].projected`. The library adds the ConfigMap to the chart, before the
   * workloads: immutable, with a hash of the binary in its name. Adds no image and no init container. Needs the architecture of the nodes.
   *
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/agent-contract.md
   */
  CONFIG_MAP = 'CONFIG_MAP',

  /**
   * The init container `install-wait-agent` copies the binary for the node out of ConfigMaps for amd64 and arm64 into an `emptyDir` in memory. Works without the
   * architecture of the nodes; costs the start of that container, 0.5 to 0.8 s for each pod, and an image with `sh`, `cp` and `uname`.
   */
  INIT_CONTAINER = 'INIT_CONTAINER',

  /**
   * The image of the agent is mounted, read-only: writes `volumes[].image`. Needs `agent.image`, Kubernetes 1.35 or newer and a container runtime that mounts images so that
   * they can be executed, such as containerd 2.1 or newer.
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
 * The wait agent, and the containers that are injected: delivery, image, resources, user.
 */
export interface AgentOptions {
  /**
   * How the agent gets into the containers that run it.
   *
   * @default - AgentDelivery.CONFIG_MAP where the architecture of the nodes is known (`architecture`, or the node selector or node affinity of the pod), else
   * AgentDelivery.INIT_CONTAINER
   */
  readonly delivery?: AgentDelivery;

  /**
   * The name of a ConfigMap that holds the agent in the namespace of the workload, such as the ConfigMap of a `WaitAgentConfigMap`. The library then adds no ConfigMap to the chart.
   *
   * @default - a ConfigMap of the chart
   */
  readonly configMap?: string;

  /**
   * The image of the init container `install-wait-agent`, with `sh`, `cp` and `uname`. With AgentDelivery.IMAGE_VOLUME, the image of the agent, with `/wait`.
   *
   * @default - 'busybox:1.37.0'; an error with AgentDelivery.IMAGE_VOLUME
   */
  readonly image?: string;

  /**
   * A registry, with an optional path, for the default images: `registry.example.com/mirror`. It comes before the name of the image and replaces `registry.k8s.io/`.
   *
   * @default - the runtime's default registry
   */
  readonly registry?: string;

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
   * The architecture of all nodes of the cluster, as the label `kubernetes.io/arch` has it: 'amd64', 'arm64', 'arm', 'ppc64le', 'riscv64' or 's390x'. The agent then comes from a ConfigMap, without an init
   * container. The node selector and the required node affinity of the pod count before it. Another value is an error (SO612).
   *
   * @default - the construct context value `cdk8s-startup-order:architecture`, else unknown
   */
  readonly architecture?: string;

  /**
   * Corrections to what `kubernetesVersion` says, such as a feature gate that is switched off. Each one counts before that of the
   * construct context `cdk8s-startup-order:capabilities`.
   *
   * @default - the construct context value `cdk8s-startup-order:capabilities`, an object of the same form; else what the version says
   */
  readonly capabilities?: CapabilityOptions;

  /**
   * The wait agent, and the containers that are injected: delivery, image, resources, user.
   *
   * @default - the agent comes from a ConfigMap where `architecture` is known
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
