import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { OrderPart } from '../../pod/kubelet-bugs';
import { Edge, ExternalEdge } from '../graph/edge';

/** The promise of a mechanism for a dependency. */
export interface Offer {
  readonly guarantee: Guarantee;
  readonly reason: string;
  /** The part of the pod for which the kubelet itself waits; `undefined`: something else holds the dependent. */
  readonly part?: OrderPart;
}

/** The mechanism for a dependency. */
export interface Choice extends Offer {
  readonly mechanism: Mechanism;
}

/** A dependency and the mechanism that enforces it. */
export interface ChosenEdge<E extends Edge | ExternalEdge> {
  readonly edge: E;
  readonly choice: Choice;
}

/** All dependencies of a pod and their mechanisms. */
export interface Choices {
  readonly edges: readonly ChosenEdge<Edge>[];
  readonly externals: readonly ChosenEdge<ExternalEdge>[];
}

/** Returns the edges that this mechanism enforces. */
export function selectEdges<E extends Edge | ExternalEdge>(
  chosen: readonly ChosenEdge<E>[],
  mechanism: Mechanism,
): E[] {
  return chosen.flatMap(({ edge, choice }) => (choice.mechanism === mechanism ? [edge] : []));
}
