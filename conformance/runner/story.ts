import { Chart } from 'cdk8s';
import { Behaviour } from './behaviour';
import { Expectation } from './expectations';
import { Fault } from './faults';

export * from './behaviour';
export * from './expectations';
export * from './faults';
export * from './timestamps';

/** What a story is told about where it runs. */
export interface Target {
  /** The version of the API server, such as `1.37`, for `startupOrder.kubernetesVersion`. */
  readonly kubernetesVersion: string;
  /** The version of the kubelet, where the story is about one that is older. */
  readonly kubeletVersion: string;
  /** The addresses of the pods in `beside` and `objects`. */
  readonly hosts: Readonly<Record<string, string>>;
  /** How long a dependency needs to become ready, such as `1873ms`. Drawn anew for each run, since the kubelet's tickers have phases. */
  readonly delay: string;
}

/** An app, what its containers do, and what must be true when it runs on a kubelet. Its name is that of its file. */
export interface Story {
  /** One sentence: the fact about the world that it shows. */
  readonly about: string;
  /** The app, by the public interface of the library. It is synthesized for the version that it says; the chart has the namespace in which it runs. */
  readonly app: (chart: Chart, target: Target) => void;
  /** What each container does. Only those that the library injects, and those with `images` of others, may be missing. */
  readonly containers: Readonly<Record<string, Behaviour>> | ((target: Target) => Readonly<Record<string, Behaviour>>);
  readonly expect: readonly Expectation[];
  readonly faults?: readonly Fault[];
  /** Things outside the pod: pods of one container each, which run before the app is made. */
  readonly beside?: Readonly<Record<string, Behaviour>> | ((target: Pick<Target, 'delay'>) => Readonly<Record<string, Behaviour>>);
  /**
   * Any objects outside the app, which are made before it: a database, a Job that the app waits for. Their containers are in `containers`, which is
   * asked for them while there are no `hosts` yet; the addresses of their pods are in `hosts` then. What is said of `the pod` is not said of theirs.
   */
  readonly objects?: (chart: Chart) => void;
  /** Images of others. A container that has one of them runs as it is, and need not be in `containers`. */
  readonly images?: readonly ImageOfOthers[];
  /** How many pods the app makes, and its `objects`. */
  readonly pods?: number;
  /** Longest time for all expectations. */
  readonly deadlineMs?: number;
  /** Why it says nothing about a version; `undefined` where it does. */
  readonly doesNotApply?: (minor: number) => string | undefined;
  /** The minor version of the kubelet, where that is older than the API server: the story runs with `--kubelet` only, and others do not. */
  readonly kubelet?: number;
  /** An image is a volume, so it needs a container runtime that mounts images: on a node of our own with `--containerd newest`. */
  readonly mountsImages?: boolean;
  /** Why it cannot run on any cluster; that faults other than a deletion cannot is known. */
  readonly needsOwnNode?: string;
  /** The times between which `delay` is drawn, in milliseconds; by default 1500 and 2500. */
  readonly delayMs?: readonly [number, number];
  /** How often it is run with `--full`, where its times matter; by default three times. */
  readonly timesInFull?: number;
  /** Who needs whom in a pod whose stop is measured. */
  readonly stops?: Readonly<Record<string, readonly string[]>>;
  /** Measured by --bench. */
  readonly bench?: Measurement;
}

/** What a node of our own has of images that others have made (images/others.sh); other clusters pull them. */
export type ImageOfOthers = 'registry.k8s.io/kubectl:v1.35.4' | 'wait4x/wait4x:3.7.1' | 'postgres:17' | 'redis:7-alpine' | 'curlimages/curl:8.11.1'
  | 'envoyproxy/envoy:v1.31.0' | 'hashicorp/vault:1.20.0' | 'istio/proxyv2:1.27.3' | 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.3';

export type Measurement =
  /** From the dependency's `ready` to the first instruction of the dependent. */
  | { readonly kind: 'pair'; readonly dependency: string; readonly dependent: string }
  /** From the first instruction of the first of these containers to that of the last; if nothing were lost between them that took `criticalPathMs`. */
  | { readonly kind: 'makespan'; readonly of: readonly string[]; readonly last: string; readonly criticalPathMs: number }
  /** Of many pods that are created at once: until the dependent has started in each pod, and the CPU of the node until the story is over. */
  | { readonly kind: 'scaleOut'; readonly dependency: string; readonly dependent: string };

export function besideOf({ beside = {} }: Story, target: Pick<Target, 'delay'>): Readonly<Record<string, Behaviour>> {
  return typeof beside === 'function' ? beside(target) : beside;
}

/** For `doesNotApply`. */
export function before(minor: number, reason: string): (version: number) => string | undefined {
  return version => version < minor ? `Kubernetes 1.${version}: ${reason}` : undefined;
}
