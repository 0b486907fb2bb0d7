import { ProductVersion } from './version';
import { Mesh, MeshDeclaration, MeshFact } from '../../api/private/mesh';

/** What a product does depends on its version, on what the user says of the installation, and on the nodes. */
export interface MeshSituation {
  readonly version: ProductVersion;
  readonly declared: MeshDeclaration;
  readonly nodes: MeshNodes;
  /** Its proxy is a native sidecar. */
  readonly native: boolean;
}

export interface MeshNodes {
  /** The minor version of the oldest one. */
  readonly minor: number;
  readonly nativeSidecars: boolean;
}

/** One product: what is known of it, and what follows for a pod. */
export interface MeshModule {
  readonly title: string;
  /** The oldest version that these facts are about. */
  readonly oldest: string;
  /** The version from which on a pod, or the whole installation, can have the proxy as a native sidecar. */
  readonly nativeSince: string;
  /**
   * The version from which on an annotation of the pod decides it: there it is a native sidecar wherever the nodes can. Before that, and where this is
   * `undefined`, only the user knows what the installation does.
   */
  readonly nativeByPod?: string;
  readonly facts: readonly MeshFact[];
  /** All but `nativeFrom`, which follows from `nativeByPod`. */
  readonly meshOf: (situation: MeshSituation) => Omit<Mesh, 'nativeFrom'>;
}
