import { ProductVersion } from './version';
import { Mesh, MeshDeclaration } from '../../api/private/mesh';

/** The behaviour of a product depends on its version, on its options, and on the nodes. */
export interface MeshSituation {
  readonly version: ProductVersion;
  readonly declared: MeshDeclaration;
  readonly nodes: MeshNodes;
  /** Whether the proxy is a native sidecar. */
  readonly native: boolean;
}

export interface MeshNodes {
  /** The minor version of the oldest node. */
  readonly minor: number;
  readonly nativeSidecars: boolean;
}

/**
 * The labels and annotations of a pod or its namespace that request or refuse injection, and the annotations that make
 * the proxy a native sidecar.
 */
export interface InjectionSigns {
  readonly requested: (texts: MetadataTexts) => boolean;
  readonly refused: (texts: MetadataTexts) => boolean;
  readonly native: (annotations: MetadataTexts) => boolean;
}

/** Labels or annotations. */
export type MetadataTexts = Readonly<Record<string, string>>;

/** A mesh product, and its effect on a pod. */
export interface MeshModule {
  readonly title: string;
  /** The oldest supported version. */
  readonly oldest: string;
  /** The first version that can inject the proxy as a native sidecar. */
  readonly nativeSince: string;
  /**
   * The first version with an annotation of the pod for a native sidecar. For older versions, or if `undefined`, only
   * the user knows whether the installation injects a native sidecar.
   */
  readonly nativeByPod?: string;
  readonly injection: InjectionSigns;
  /** Returns the effect on a pod; `forNative` follows from the versions. */
  readonly meshOf: (situation: MeshSituation) => Omit<Mesh, 'forNative'>;
}

/** Returns what happens to the traffic of init containers before the proxy, for a mesh that redirects it. */
export function findInitTraffic({ native, declared: { cni } }: MeshSituation): Mesh['initTraffic'] {
  if (native) {
    return 'meshed';
  }
  return cni ? 'lost' : 'early';
}
