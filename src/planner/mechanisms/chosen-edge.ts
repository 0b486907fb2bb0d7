import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { Edge, ExternalEdge } from '../graph/edge';

/** The mechanism for a dependency. */
export interface Choice {
  readonly mechanism: Mechanism;
  readonly guarantee: Guarantee;
  readonly reason: string;
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
export function selectEdges<E extends Edge | ExternalEdge>(chosen: readonly ChosenEdge<E>[], mechanism: Mechanism): E[] {
  return chosen.flatMap(({ edge, choice }) => choice.mechanism === mechanism ? [edge] : []);
}
