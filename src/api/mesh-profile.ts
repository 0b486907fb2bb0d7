import { MeshOptions } from './mesh-options';
import { checkArguments, required } from './private/kind';
import { MeshDeclaration } from './private/mesh';
import { DAPR_OPTIONS, MESH_OPTIONS } from './private/structs';

/**
 * A service mesh that injects its proxy into the pod: for `startupOrder.mesh`.
 *
 * Writes the annotations that make the mesh start its proxy first, and plans waits over the network that the mesh does
 * not capture. docs/reference/meshes.md contains the facts about each version, with their sources.
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
   * Istio, 1.8 or newer, with sidecars. In ambient mode, the pod has no proxy and needs no order.
   *
   * Writes `sidecar.istio.io/nativeSidecar: "true"` (Istio ≥ 1.24, Kubernetes ≥ 1.29; nothing if it is the default), or
   * `holdApplicationUntilProxyStarts` in `proxy.istio.io/config`.
   *
   * @param options the version and the installation of the mesh
   * @see https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
   */
  public static istio(options: MeshOptions): MeshProfile {
    return MeshProfile.of('istio', options);
  }

  /**
   * Linkerd, 2.12 or newer.
   *
   * Writes `config.linkerd.io/proxy-await: enabled`, and from 2.15 on the annotation for native sidecars (Kubernetes ≥
   * 1.29) if they are not the default.
   *
   * @param options the version and the installation of the mesh
   * @see https://linkerd.io/2/reference/proxy-configuration/
   */
  public static linkerd(options: MeshOptions): MeshProfile {
    return MeshProfile.of('linkerd', options);
  }

  /**
   * Consul, with consul-k8s 1.4 or newer. The version is that of consul-k8s.
   *
   * Writes `consul.hashicorp.com/sidecar-proxy-lifecycle-startup-grace-period-seconds` and the annotations that it
   * requires; with `nativeSidecars`, `consul.hashicorp.com/enable-consul-dataplane-as-sidecar`.
   *
   * @param options the version and the installation of the mesh
   */
  public static consul(options: MeshOptions): MeshProfile {
    return MeshProfile.of('consul', options);
  }

  /**
   * Kuma, 2.4 or newer.
   *
   * Writes `kuma.io/wait-for-dataplane-ready: "true"`. Writes nothing with `nativeSidecars`, which only its control
   * plane can enable.
   *
   * @param options the version and the installation of the mesh
   */
  public static kuma(options: MeshOptions): MeshProfile {
    return MeshProfile.of('kuma', options);
  }

  /**
   * Dapr, 1.8 or newer. It redirects no traffic: the app sends requests to it.
   *
   * Writes `dapr.io/enable-native-sidecar` from 1.18 on. With an older version no container waits for it, and the plan
   * warns.
   *
   * @param options the version and the installation of the mesh
   */
  public static dapr(options: MeshOptions): MeshProfile {
    return MeshProfile.of('dapr', options);
  }

  private static of(product: MeshDeclaration['product'], options: MeshOptions): MeshProfile {
    checkArguments(`MeshProfile.${product}`, {
      options: [options, required(product === 'dapr' ? DAPR_OPTIONS : MESH_OPTIONS)],
    });
    const { version, nativeSidecars, cni = false } = options;
    return new MeshProfile({ product, version, nativeSidecars, cni });
  }

  /** @internal */
  public readonly _declaration: MeshDeclaration;

  private constructor(declaration: MeshDeclaration) {
    this._declaration = declaration;
  }
}
