import { Check } from './check';

/** A mesh as the user declared it. */
export interface MeshDeclaration {
  readonly product: MeshProduct;
  readonly version: string;
  /** `undefined`: as the product, its version and the nodes have it. */
  readonly nativeSidecars?: boolean;
  /** A CNI plugin of the mesh captures traffic, from the first container on. */
  readonly cni: boolean;
}

export type MeshProduct = 'istio' | 'linkerd' | 'consul' | 'kuma' | 'dapr';

/** What its injector will do to this pod, on these nodes. Which annotation makes it do so, and since when, is in the files of `src/meshes/`. */
export interface Mesh {
  /** Product and version, such as `Istio 1.27`. */
  readonly name: string;
  /** The container that is injected. */
  readonly proxy: string;
  /**
   * How the app containers are kept behind the proxy. `native`: it is a native sidecar, and the kubelet waits for it; `hook`: it comes first in
   * the list, and its postStart hook waits; `none`: nothing waits.
   */
  readonly order: 'native' | 'hook' | 'none';
  /** Why it is that one. */
  readonly reason: string;
  /** When the proxy counts as ready; `undefined`: as soon as it has started. */
  readonly ready?: Check;
  /** What makes it so, in the annotations of the pod template; empty where it is so anyway. */
  readonly annotations: readonly MeshAnnotation[];
  /** A native proxy stands in front of all other init containers of the pod, or behind them. */
  readonly place: 'first' | 'last';
  readonly initTraffic: InitTraffic;
  /** The annotation that takes ports out of the capture, for the whole pod. */
  readonly excludePorts?: string;
  /** What this user sends is not captured; `undefined`: of nobody it is known, or the wait agent may not run as that user. */
  readonly uncapturedUser?: number;
  /** Ends the proxy, asked from within the pod; `undefined`: it need not be asked, or nothing does. */
  readonly quit?: QuitRequest;
  /** With this the injector leaves the pod alone. */
  readonly optOut?: { readonly in: 'labels' | 'annotations'; readonly key: string; readonly value: string };
  /** The injector leaves pods with `hostNetwork` alone; `undefined`: not known. */
  readonly skipsHostNetwork?: true;
  /** A native proxy would fail closed, where nodes are new enough. */
  readonly nativeFrom?: string;
  /** What somebody should know. */
  readonly warnings: readonly string[];
}

/** The mesh and one pod: what its manifest says of the mesh is counted in. */
export interface PodMesh extends Omit<Mesh, 'annotations'> {
  /** As they shall stand in the manifest. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly uncapturedPorts: readonly { readonly from: number; readonly to: number }[];
}

/**
 * What calls over the network meet that an init container makes. `meshed`: the proxy is there; `early`: nothing is captured yet, so they go out in
 * plain text; `lost`: they are captured, and the proxy is not there; `free`: nothing is ever captured.
 */
export type InitTraffic = 'meshed' | 'early' | 'lost' | 'free';

export interface MeshAnnotation {
  readonly key: string;
  readonly value: string;
  /** The annotation is YAML text, in which this field gets the value; what else the user has there stays. */
  readonly field?: string;
}

/** By a POST. */
export interface QuitRequest {
  readonly url: string;
  /** What has to be switched on for it. */
  readonly needs?: string;
}

/** What is known about a product, and where that was read. docs/reference/meshes.md is generated from these. */
export interface MeshFact {
  readonly what: string;
  /** The version of the product from which on it is so. */
  readonly since?: string;
  readonly url: string;
  /** What was read there: version, commit or date. */
  readonly read: string;
}
