import { ProductVersion } from './version';
import { Mesh, MeshDeclaration, MeshFact } from '../model/private/mesh';

/** What a product does depends on its version, on what the user says of the installation, and on the nodes. */
export interface MeshSituation {
  readonly version: ProductVersion;
  readonly declared: MeshDeclaration;
  readonly nodes: MeshNodes;
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
  readonly facts: readonly MeshFact[];
  readonly meshOf: (situation: MeshSituation) => Mesh;
}
