import { ContainerResources } from 'cdk8s-plus-27';
import { ContainerOrder } from './container-order';
import { Guarantee, Mechanism } from './enums';
import { MeshOptions } from './mesh-options';

/**
 * Options of the wait agent and of the injected containers.
 */
export interface AgentOptions {
  /**
   * The way in which the agent, a static binary, gets into the containers that run it.
   *
   * - `CONFIG_MAP`: a projected volume with a ConfigMap that contains the binary for one architecture. The library adds
   *   the ConfigMap to the chart, before the workloads: immutable, with a hash of the binary in its name. Needs the
   *   architecture of the nodes.
   * - `COPY`: the init container `install-wait-agent` copies the binary for its node from a ConfigMap for amd64 and
   *   arm64 into an `emptyDir` in memory. Each pod starts 0.5 to 0.8 s later and needs an image with `sh`, `cp` and
   *   `uname`. A pod in which only init containers with this image wait needs no copy.
   * - `IMAGE_VOLUME`: a read-only volume with the image of the agent. Needs `agent.image`, Kubernetes 1.35 or newer and
   *   a container runtime that can mount images with executable files, such as containerd 2.1 or newer.
   * - `IN_IMAGE`: your images contain the agent at `agent.path`: copy it from the image of the agent or from the npm
   *   package. Writes the path into an annotation of the pod template, so that the command line recognizes the waits.
   *   Containers that wait for something outside the pod run in the image of the dependent.
   * - `NONE`: no container runs the agent: only the kubelet keeps the order, by the position in the list and by startup
   *   probes of native sidecars. A dependency, or an ordered shutdown, that needs the agent is an error (SO409, SO701)
   *   that describes what would do without it.
   *
   * @default - the construct context value `cdk8s-startup-order:agentDelivery`; otherwise `CONFIG_MAP` if
   *   `architecture`, or the node selector or node affinity of the pod, specifies the architecture of the nodes;
   *   otherwise `COPY`
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/how-to/platform-teams.md
   */
  readonly delivery?: string;

  /**
   * The name of a ConfigMap with the agent in the namespace of the workload, such as the ConfigMap of a
   * `WaitAgentConfigMap`. The library then adds no ConfigMap to the chart.
   *
   * @default - a ConfigMap of the chart
   */
  readonly configMap?: string;

  /**
   * The image of the init container `install-wait-agent`, with `sh`, `cp` and `uname`. With `IMAGE_VOLUME`,
   * the image of the agent, with `/wait`.
   *
   * @default - 'busybox:1.37.0'; an error with `IMAGE_VOLUME`
   */
  readonly image?: string;

  /**
   * The absolute path of the agent in the images, such as '/usr/local/bin/wait'. Only with `IN_IMAGE`,
   * which needs it (SO621). Each image whose container waits, checks, marks or locks has to contain the agent:
   * containers with a gate, a hook or a probe of the library, and the dependents of targets outside the pod.
   *
   * @default - none; an error with `IN_IMAGE`
   */
  readonly path?: string;

  /**
   * A registry, with an optional path, for the default images: `registry.example.com/mirror`. The registry is the
   * prefix of the image name and replaces `registry.k8s.io/`.
   *
   * @default - the default registry of the container runtime
   */
  readonly registry?: string;

  /**
   * Writes `resources` of the injected containers. `{}` leaves `resources` out, for a namespace whose LimitRange fills
   * them in. An unspecified request or memory limit has its default: requests of 10m CPU and 16 MiB, or 64 MiB with
   * kubectl or curl, and a memory limit of twice the default request. It gives way to what is specified: a request is
   * at most its limit, and in a pod of QoS class Guaranteed both are equal.
   *
   * @default - the default requests and memory limit, and no CPU limit; in a pod of QoS class Guaranteed, limits of
   *   100m CPU and twice the default memory, with equal requests; none in a pod with `resources` of its own
   */
  readonly resources?: ContainerResources;

  /**
   * Whether to leave `runAsUser` out of the injected containers, for a cluster that assigns the user, such as
   * OpenShift. Otherwise the injected containers run as the `runAsUser` of the pod, or as 65534 if the pod has none. In
   * a pod whose `runAsUser` is 0 they always run as 65534.
   *
   * @default false
   */
  readonly omitRunAsUser?: boolean;
}

/**
 * Options of the start order of one workload.
 */
export interface StartupOrderOptions {
  /**
   * The Kubernetes version of the **oldest node** of the cluster, as `major.minor` or `major.minor.patch`. With a patch
   * version, the plan also names the bugs of the kubelet that a later patch release fixes; without one, it assumes the
   * newest patch release. A version below '1.27' is an error (SO604). For a version newer than the newest known
   * version, the plan is made for the newest known version, with a warning.
   *
   * @default - the construct context value `cdk8s-startup-order:kubernetesVersion`, otherwise '1.29', the oldest
   *   version with native sidecars
   */
  readonly kubernetesVersion?: string;

  /**
   * The architecture of all nodes of the cluster, as in the label `kubernetes.io/arch`: 'amd64', 'arm64', 'arm',
   * 'ppc64le', 'riscv64' or 's390x'. With it, the agent comes from a ConfigMap and needs no init container. The node
   * selector and the required node affinity of the pod take precedence. Any other value is an error (SO612).
   *
   * @default - the construct context value `cdk8s-startup-order:architecture`, otherwise unknown
   */
  readonly architecture?: string;

  /**
   * Capabilities of the nodes that differ from the features of `kubernetesVersion`, such as a feature gate that is
   * disabled: `{ envFiles: false }`. `false` also disables the mechanisms that need the capability. An unknown name is
   * an error (SO609) that lists all names. Each entry overrides the entry of the construct context.
   *
   * @default - the construct context value `cdk8s-startup-order:capabilities`, an object of the same form; otherwise
   *   none
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/limits.md
   */
  readonly capabilities?: { [name: string]: boolean };

  /**
   * The path of the image file, which `cdk8s-startup-order images` writes, relative to the working directory. The file
   * contains the commands of images, so that a dependent without `command` can have a gate. A file that cannot be read
   * is an error (SO644).
   *
   * @default - the construct context value `cdk8s-startup-order:images`, otherwise `startup-order.images.json` in the
   *   working directory, if it exists
   */
  readonly images?: string;

  /**
   * Options of the wait agent and of the injected containers.
   *
   * @default - the agent comes from a ConfigMap if the architecture is known
   */
  readonly agent?: AgentOptions;

  /**
   * The mechanism for every dependency that specifies none and that the position in the list does not enforce.
   *
   * @default - chosen for each dependency
   */
  readonly mechanism?: Mechanism;

  /**
   * The guarantee for every dependency that specifies none. The library chooses the least intrusive mechanism that
   * reaches it. An error if no mechanism does.
   *
   * @default - FAIL_CLOSED; where no mechanism reaches it, the strongest guarantee that can be reached
   */
  readonly guarantee?: Guarantee;

  /**
   * The codes of warnings that you accept for this workload, such as `SW101`: the plan shows them as notes. Each
   * warning ends with its code, and the page of errors lists all codes. An unknown code is an error (SO623).
   *
   * @default - none
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/errors.md#warnings
   */
  readonly acceptedWarnings?: string[];

  /**
   * Whether the containers stop in reverse order: each container gets SIGTERM only after its dependents have exited.
   * The kubelet stops native sidecars in this order. For any other container this writes a `preStop` hook, which runs
   * your hook after the wait, and `terminationGracePeriodSeconds` of its liveness and startup probes; its dependents
   * lock a file, by `command` or a `postStart` hook. The order holds within the grace period of the pod, and not in an
   * eviction or with `--grace-period=0`.
   *
   * @default false
   */
  readonly orderedShutdown?: boolean;

  /**
   * The service mesh that injects its proxy into the pod. Writes the annotations that make the mesh start its proxy
   * first, and plans waits over the network that the mesh does not capture. For a proxy in the manifest, use a
   * dependency on its container.
   *
   * @default - none
   */
  readonly mesh?: MeshOptions;

  /**
   * Whether a pod without a service account gets one of its own for a dependency that needs the Kubernetes API, such as
   * `Dependency.onJob`. The image pull secrets and the cloud identity of the account `default` then no longer apply to
   * the pod. Without it, such a dependency of a pod without a service account is an error (SO914).
   *
   * @default false
   */
  readonly createServiceAccount?: boolean;

  /**
   * Disables the order, for this reason: the manifest is the same as without this library. The plan shows the reason.
   * An empty reason is an error (SO608).
   *
   * @default - the order is enabled
   */
  readonly disabledReason?: string;

  /**
   * Only for `StartupOrder.of` and `StartupOrderMixin`: the name of the workload in its manifest, or its kind and name
   * as in `Deployment/web`, for an `Include`, a `Helm` chart or a List with several workloads.
   *
   * @default - the only workload in the construct; for a mixin, every workload
   */
  readonly workload?: string;

  /**
   * Only for `StartupOrder.of` and `StartupOrderMixin`: the path to the pod spec in the manifest of a custom resource,
   * as a JSON pointer such as `/spec/template/spec`.
   *
   * @default - known for the workloads of Kubernetes
   */
  readonly podSpecPath?: string;

  /**
   * The order of each container, by container name: for containers without an order of their own, as `declare` does.
   *
   * @default - none
   */
  readonly containers?: { [name: string]: ContainerOrder };

  /**
   * The names of containers with the role SIDECAR. All sidecars of the pod are ready before any app container starts.
   *
   * @default - app containers wait only for their dependencies
   */
  readonly sidecars?: string[];
}
