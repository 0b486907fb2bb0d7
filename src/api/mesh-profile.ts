import { checkArguments, required } from './private/kind';
import { MeshDeclaration } from './private/mesh';
import { CAPTURING_MESH_OPTIONS, MESH_OPTIONS } from './private/structs';

/**
 * Options that every mesh profile has.
 */
export interface MeshOptions {
  /**
   * The version of the mesh, as `major.minor`, such as `1.27`.
   */
  readonly version: string;

  /**
   * Whether the proxy is injected as a native sidecar. Where the mesh has an annotation for one pod, that is written; elsewhere this tells how the mesh is
   * installed.
   *
   * @default - true where the nodes have native sidecars and the mesh has such an annotation, else false
   */
  readonly nativeSidecars?: boolean;
}

/**
 * Options of meshes that redirect the traffic of the pod to their proxy (Dapr does not).
 */
export interface CapturingMeshOptions extends MeshOptions {
  /**
   * Whether a CNI plugin of the mesh sets those rules up: then what init containers send is captured too, before there is a proxy.
   *
   * @default false
   */
  readonly cni?: boolean;
}

/**
 * A service mesh that injects its proxy into the pod: for `startupOrder.mesh`.
 *
 * It writes the annotations that have the mesh start its proxy first, and keeps waits over the network from running where the mesh would
 * swallow them. What is known about each version stands in docs/reference/meshes.md, with its sources.
 *
 * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/meshes.md
 *
 * @example
 * new OrderedDeployment(chart, 'web', {
 *   startupOrder: { kubernetesVersion: '1.33', mesh: MeshProfile.istio({ version: '1.26' }) },
 *   containers: [{ name: 'web', image: 'shop/web:7' }],
 * });
 */
export class MeshProfile {
  /**
   * Istio, 1.8 or newer, with sidecars; its ambient mode has nothing in the pod that could be ordered.
   *
   * Writes `sidecar.istio.io/nativeSidecar: "true"` (Istio ≥ 1.24, Kubernetes ≥ 1.29; nothing where that is the default), or sets `holdApplicationUntilProxyStarts` in
   * `proxy.istio.io/config`.
   *
   * @param options its version, and how it is installed
   * @see https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
   */
  public static istio(options: CapturingMeshOptions): MeshProfile {
    return MeshProfile.of('istio', options);
  }

  /**
   * Linkerd, 2.12 or newer.
   *
   * Writes `config.linkerd.io/proxy-await: enabled`, and from 2.15 on the annotation for native sidecars (Kubernetes ≥ 1.29) where they are not the
   * default.
   *
   * @param options its version, and how it is installed
   * @see https://linkerd.io/2/reference/proxy-configuration/
   */
  public static linkerd(options: CapturingMeshOptions): MeshProfile {
    return MeshProfile.of('linkerd', options);
  }

  /**
   * Consul, by the version of consul-k8s: 1.4 or newer.
   *
   * Writes `consul.hashicorp.com/sidecar-proxy-lifecycle-startup-grace-period-seconds` and what it needs; with `nativeSidecars`
   * `consul.hashicorp.com/enable-consul-dataplane-as-sidecar`.
   *
   * @param options its version, and how it is installed
   */
  public static consul(options: CapturingMeshOptions): MeshProfile {
    return MeshProfile.of('consul', options);
  }

  /**
   * Kuma, 2.4 or newer.
   *
   * Writes `kuma.io/wait-for-dataplane-ready: "true"`; nothing with `nativeSidecars`, which only its control plane can be told.
   *
   * @param options its version, and how it is installed
   */
  public static kuma(options: CapturingMeshOptions): MeshProfile {
    return MeshProfile.of('kuma', options);
  }

  /**
   * Dapr, 1.8 or newer. It captures nothing; the app calls it.
   *
   * Writes `dapr.io/enable-native-sidecar` from 1.18 on. Before that nothing waits for it, and the plan says so.
   *
   * @param options its version, and how it is installed
   */
  public static dapr(options: MeshOptions): MeshProfile {
    return MeshProfile.of('dapr', options);
  }

  private static of(product: MeshDeclaration['product'], options: CapturingMeshOptions): MeshProfile {
    checkArguments(`MeshProfile.${product}`, { options: [options, required(product === 'dapr' ? MESH_OPTIONS : CAPTURING_MESH_OPTIONS)] });
    const { version, nativeSidecars, cni = false } = options;
    return new MeshProfile({ product, version, nativeSidecars, cni });
  }

  /** @internal */
  public readonly _declaration: MeshDeclaration;

  private constructor(declaration: MeshDeclaration) {
    this._declaration = declaration;
  }
}
