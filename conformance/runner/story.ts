import { Chart } from 'cdk8s';
import { Behaviour } from './behaviour';
import { Expectation } from './expectations';
import { Fault } from './faults';
import { Bar } from './load';

export * from './behaviour';
export * from './expectations';
export * from './faults';
export * from './timestamps';

/** The cluster on which a story runs. */
export interface Target {
  /** The version of the API server, such as `1.37`, for `startupOrder.kubernetesVersion`. */
  readonly kubernetesVersion: string;
  /** The version of the kubelet, for stories about an older kubelet. */
  readonly kubeletVersion: string;
  /** The addresses of the pods in `beside` and `objects`. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The time until a dependency is ready, such as `1873ms`. Random in each run, because the tickers of the kubelet have phases. */
  readonly delay: string;
}

/** An app, the behaviour of its containers, and the expectations of its run on a kubelet. The name of the story is the name of its file. */
export interface Story {
  /** The fact that the story shows, in one sentence. */
  readonly about: string;
  /** Builds the app with the public interface of the library. The chart has the namespace of the run. */
  readonly app: (chart: Chart, target: Target) => void;
  /** The behaviour of each container, except injected containers and containers with an image of `images`. */
  readonly containers: Readonly<Record<string, Behaviour>> | ((target: Target) => Readonly<Record<string, Behaviour>>);
  readonly expect: readonly Expectation[];
  readonly faults?: readonly Fault[];
  /** Pods of one container each, outside the pod, which run before the creation of the app. */
  readonly beside?: Readonly<Record<string, Behaviour>> | ((target: Pick<Target, 'delay'>) => Readonly<Record<string, Behaviour>>);
  /**
   * Objects outside the app, created before it, such as a database or a Job. `containers` has their containers, and gets no `hosts` for them; the
   * addresses of their pods are then in `hosts`. Expectations about the pod do not apply to their pods.
   */
  readonly objects?: (chart: Chart) => void;
  /** Images of other projects. A container with such an image runs unchanged, and need not be in `containers`. */
  readonly images?: readonly ImageOfOthers[];
  /** The number of pods of the app and its `objects`. */
  readonly pods?: number;
  /** The longest time for all expectations. */
  readonly deadlineMs?: number;
  /** Returns the reason why the story does not apply to a version; `undefined` if it applies. */
  readonly doesNotApply?: (minor: number) => string | undefined;
  /** The minor version of the kubelet, if older than the API server. Only such stories run with `--kubelet`. */
  readonly kubelet?: number;
  /** The pod has an image volume, and so needs a container runtime that mounts images: on our own node, `--containerd newest`. */
  readonly mountsImages?: boolean;
  /** The pod has its own user namespace (`hostUsers: false`), and so needs a container runtime with user namespaces: on our own node, `--containerd newest`. */
  readonly ownUsers?: boolean;
  /** The `runtimeClassName` of the pod: on our own node, `gvisor` with `--gvisor`. */
  readonly runtimeClass?: string;
  /** The kubelet reads the pods of the app from its folder of manifests. */
  readonly staticPods?: boolean;
  /** The reason why the story needs our own node. Faults other than a deletion need no reason. */
  readonly needsOwnNode?: string;
  /** The range of `delay` in milliseconds; by default 1500 to 2500. */
  readonly delayMs?: readonly [number, number];
  /** The number of runs with `--full`, for stories whose times matter; by default 3. */
  readonly timesInFull?: number;
  /** The dependencies of each container, in a pod whose stop is measured. */
  readonly stops?: Readonly<Record<string, readonly string[]>>;
  /** Returns what a failed run prints after its observations. */
  readonly onFailure?: () => string;
  /** The measurement of `--bench`. */
  readonly bench?: Measurement;
}

/** The images of other projects on our own node (images/others.sh), which other clusters pull, and our own images with their own commands. */
export type ImageOfOthers = 'registry.k8s.io/kubectl:v1.35.4' | 'postgres:17' | 'redis:7-alpine' | 'curlimages/curl:8.11.1'
  | 'envoyproxy/envoy:v1.31.0' | 'hashicorp/vault:1.20.0' | 'istio/proxyv2:1.27.3' | 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.3'
  | `registry.local/entrypoint:${string}`;

export type Measurement =
  /** From `ready` of the dependency to the first instruction of the dependent. */
  | { readonly kind: 'pair'; readonly dependency: string; readonly dependent: string }
  /** From the first instruction of the first container to that of the last. Without any overhead this takes `criticalPathMs`. */
  | { readonly kind: 'makespan'; readonly of: readonly string[]; readonly last: string; readonly criticalPathMs: number }
  /** For many pods created at once: until the dependent has started in each pod, and the CPU of the node until the end of the story. */
  | { readonly kind: 'scaleOut'; readonly dependency: string; readonly dependent: string }
  /** For many pods created at once: what they cost until all are Ready. */
  | { readonly kind: 'load'; readonly bars: readonly Bar[] };

export function besideOf({ beside = {} }: Story, target: Pick<Target, 'delay'>): Readonly<Record<string, Behaviour>> {
  return typeof beside === 'function' ? beside(target) : beside;
}

/** For `doesNotApply`. */
export function before(minor: number, reason: string): (version: number) => string | undefined {
  return version => version < minor ? `Kubernetes 1.${version}: ${reason}` : undefined;
}
