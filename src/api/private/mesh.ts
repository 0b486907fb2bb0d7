import { Check } from './check';
import { MeshOptions } from '../mesh-options';

/** A mesh as the user declared it. */
export interface MeshDeclaration extends MeshOptions {
  readonly product: MeshProduct;
}

export type MeshProduct = 'istio' | 'linkerd' | 'consul' | 'kuma' | 'dapr';

/** The effect of the mesh's injector on a pod, on these nodes. src/pod/meshes has the facts. */
export interface Mesh {
  /** Product and version, such as `Istio 1.27`. */
  readonly name: string;
  /** The name of the injected container. */
  readonly proxy: string;
  /**
   * How the app containers wait for the proxy. `native`: the proxy is a native sidecar, and the kubelet waits for it;
   * `hook`: the proxy is the first app container, and its postStart hook waits; `none`: the app containers do not wait.
   */
  readonly order: 'native' | 'hook' | 'none';
  /** The reason for `order`. */
  readonly reason: string;
  /** The ready check of the proxy; `undefined`: the proxy counts as ready when it has started. */
  readonly ready?: Check;
  /** The annotations of the pod template that the order needs. */
  readonly annotations: readonly MeshAnnotation[];
  /** Whether the proxy is the first or the last container of its list. */
  readonly place: 'first' | 'last';
  readonly initTraffic: InitTraffic;
  /** A TCP probe of a native sidecar passes at once: the proxy accepts the connection of the kubelet. */
  readonly passesTcpProbes: boolean;
  /** The annotation with the ports whose traffic the mesh does not capture, for the whole pod. */
  readonly excludePorts?: string;
  /**
   * The mesh does not capture the traffic of this user; `undefined`: unknown, or the wait agent cannot run as that
   * user.
   */
  readonly uncapturedUser?: number;
  /**
   * The request from a container of the pod that terminates the proxy; `undefined`: the proxy exits by itself, or there
   * is no such request.
   */
  readonly quit?: QuitRequest;
  /** The label or annotation that excludes the pod from injection; the first one with the key decides. */
  readonly optOut?: { readonly in: readonly MetadataField[]; readonly key: string; readonly value: string };
  /** The injector skips pods with `hostNetwork`; `undefined`: unknown. */
  readonly skipsHostNetwork?: true;
  /** The remedy that would make the proxy a native sidecar; `undefined`: it is one. */
  readonly forNative?: string;
  /** The time after which the hook of the proxy gives up, and an exception. */
  readonly hook?: { readonly after: string; readonly unless?: string };
  /** The proxy itself waits for the port of the app. */
  readonly waitsForApp?: true;
}

/** The mesh and one pod, with the settings in its manifest. */
export interface PodMesh extends Omit<Mesh, 'annotations'> {
  /** The values for the manifest. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly uncapturedPorts: readonly { readonly from: number; readonly to: number }[];
}

type MetadataField = 'labels' | 'annotations';

/**
 * The network traffic of an init container. `meshed`: it goes through the proxy; `early`: the mesh does not capture it
 * yet, so it goes out in plain text; `lost`: the mesh captures it before the proxy runs; `free`: the mesh captures no
 * traffic.
 */
export type InitTraffic = 'meshed' | 'early' | 'lost' | 'free';

export interface MeshAnnotation {
  readonly key: string;
  readonly value: string;
  /** The annotation is YAML text, and this field gets the value; the other fields of the user stay unchanged. */
  readonly field?: string;
}

/** A POST request that terminates the proxy. */
export interface QuitRequest {
  readonly url: string;
  /** The setting of the mesh that enables the request. */
  readonly needs?: string;
}
