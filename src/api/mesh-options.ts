/**
 * Options of a mesh profile.
 */
export interface MeshOptions {
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
