import { Edge, ExternalEdge } from './graph/edge';
import { Choices, selectEdges } from './mechanisms/chosen-edge';
import { Mechanism } from '../api/mechanism';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { planOutsideWaits } from './mechanisms/init-container/plan';
import { planSidecarWaits } from './mechanisms/sidecar-wait-init/plan';
import { WaitDraft } from './mechanisms/wait-draft';
import { StartOrder } from './schedule/list-order';
import { Problem } from '../api/private/problem';
import { problem } from '../pod/problems';

/** The init containers that wait. */
export interface Waits {
  /** The init container that waits for a dependency. */
  readonly waitFor: ReadonlyMap<Edge | ExternalEdge, WaitDraft>;
  /** The entries of `initContainers`, in start order. */
  readonly entries: readonly (ContainerIntent | WaitDraft)[];
  readonly problems: readonly Problem[];
}

/**
 * Puts each wait directly before the first container of `initContainers` that needs it, otherwise at the end of the
 * list.
 */
export function draftWaits({ edges, externals }: Choices, { init }: StartOrder, intent: PodIntent): Waits {
  const names = new Set<string>();
  const external = planOutsideWaits(selectEdges(externals, Mechanism.INIT_CONTAINER), init, names, intent);
  // Sidecars first: the traffic to a target outside the pod may pass through a sidecar.
  const waits = [...planSidecarWaits(init, edges, names), ...external];
  const before: WaitDraft[][] = [];
  for (const wait of waits) {
    (before[wait.before] ??= []).push(wait.plan);
  }
  return {
    waitFor: new Map(waits.flatMap(wait => wait.edges.map(edge => [edge, wait.plan]))),
    entries: [...init.flatMap((c, i) => [...(before[i] ?? []), c]), ...(before[init.length] ?? [])],
    problems: intent.containers
      .filter(c => names.has(c.name))
      .map(({ name }) => problem('SO502', { what: 'container', name })),
  };
}
