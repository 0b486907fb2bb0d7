import { AnyEdge, Edge } from './graph/edge';
import { Chosen, Refused } from './mechanisms/mechanism';
import { Problem } from '../api/private/problem';
import { ContainerIntent } from '../pod/intent';

/**
 * A dependency that is impossible as the user states it. The planner only finds it; src/planner/advice explains it, and
 * finds what the user can change.
 */
export type Conflict =
  /** The dependency starts after the dependent, or an init container cannot meet the condition. */
  | { readonly kind: 'startsLater' | 'wrongCondition'; readonly edge: Edge }
  | { readonly kind: 'neverEnds'; readonly edge: Edge; readonly why: string; readonly remedy?: string }
  | ({ readonly kind: 'refused' } & Refused)
  /** The guarantee is weaker than the user demands. */
  | { readonly kind: 'tooWeak'; readonly edge: Chosen<AnyEdge> }
  /** A hook that cannot hold its dependent, because a guard holds this container. */
  | {
      readonly kind: 'bypassed';
      readonly edge: Edge;
      readonly held: ContainerIntent;
      readonly needs: readonly string[];
    };

/** A finding of the planner: an error, or a conflict that becomes one. */
export type Finding = Problem | Conflict;
