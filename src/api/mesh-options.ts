/**
 * A service mesh that injects its proxy into the pod. docs/how-to/meshes.md contains the facts about each version,
 * with their sources.
 *
 * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/how-to/meshes.md
 *
 * @example
 * new OrderedDeployment(chart, 'web', {
 *   startupOrder: { kubernetesVersion: '1.33', mesh: { product: 'istio', version: '1.26' } },
 *   orderedContainers: [{ name: 'web', image: 'shop/web:7' }],
 * });
 */
export interface MeshOptions {
  /**
   * The product, in the oldest version that the library knows.
   *
   * - `istio`: Istio 1.8 with sidecars. In ambient mode, the pod has no proxy and needs no order.
   * - `linkerd`: Linkerd 2.12.
   * - `consul`: Consul with consul-k8s 1.4; the version is that of consul-k8s.
   * - `kuma`: Kuma 2.4.
   * - `dapr`: Dapr 1.8. It redirects no traffic: the app sends requests to it. From 1.18 on, as a native sidecar, it
   *   starts before the app containers. No container waits until it is ready, and the plan warns (SW806).
   */
  readonly product: string;

  /**
   * The version of the mesh, as `major.minor`, such as `1.27`.
   */
  readonly version: string;

  /**
   * Whether the mesh injects its proxy as a native sidecar. Writes the annotation of the mesh for one pod, if the mesh
   * has such an annotation. Otherwise, set it as the mesh is installed.
   *
   * @default - true if the nodes have native sidecars and the mesh has such an annotation, otherwise false
   */
  readonly nativeSidecars?: boolean;

  /**
   * Whether a CNI plugin of the mesh redirects the traffic of the pod to the proxy. The traffic of init containers is
   * then captured too, before the proxy runs. An error for Dapr, which redirects no traffic.
   *
   * @default false
   */
  readonly cni?: boolean;
}
