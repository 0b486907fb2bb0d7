import { HookPlacement, findHookProblems } from './plan';
import { Mechanism } from '../../../api/mechanism';
import { Problem } from '../../../api/private/problem';
import { ContainerIntent, PodIntent } from '../../../pod/intent';
import { Edge, findCheck, groupByPlace } from '../../graph/edge';
import { isRestartedForEver } from '../../schedule/container-slots';
import { indexContainers, StartOrder } from '../../schedule/list-order';
import { choosePositions, WaitRange } from '../../schedule/schedule';
import { translateCheck, isVisibleElsewhere } from '../check-visibility';
import { Choices, ChosenEdge, selectEdges } from '../chosen-edge';

/** The hooks that wait for dependencies, and the containers that the hooks delay. */
export interface HookWaits {
  readonly hooked: HookPlacement[];
  readonly heldBack: DelayedContainer[];
  readonly problems: readonly Problem[];
}

/** Assigns the wait for each dependency to a hook of the dependency's list. */
export function placeHookWaits({ edges }: Choices, { init, app }: StartOrder, intent: PodIntent): HookWaits {
  const found: Omit<HookWaits, 'problems'> = { hooked: [], heldBack: [] };
  [init, app].forEach(list => placeInList(list, edges, intent, found));
  return { ...found, problems: found.hooked.flatMap(h => findHookProblems(h.carrier)) };
}

/** A container that waits for the hook of `carrier`, although it needs no dependency of the hook. */
export interface DelayedContainer {
  readonly name: string;
  readonly carrier: string;
  /**
   * The container starts earlier if the list contains it before this container; `undefined`: its own hook would then
   * hold the others.
   */
  readonly after?: string;
}

/** Adds what it finds in one list to `found`. */
function placeInList(
  order: readonly ContainerIntent[],
  chosen: readonly ChosenEdge<Edge>[],
  intent: PodIntent,
  found: Omit<HookWaits, 'problems'>,
): void {
  const indexOf = indexContainers(order);
  const edgesOn: Edge[][] = [];
  for (const edge of selectEdges(chosen, Mechanism.POST_START)) {
    const dependency = indexOf[edge.dependency.place];
    if (dependency !== undefined) {
      (edgesOn[dependency] ??= []).push(edge);
    }
  }
  // The range from the dependency to the container before its first dependent.
  const waits = edgesOn.flatMap((edges, first): WaitRange & { edges: readonly Edge[] } => ({
    edges,
    first,
    last: !edges.every(canWaitElsewhere)
      ? first
      : edges.reduce(
          (earliest, { dependent }) => Math.min(earliest, indexOf[dependent.place] ?? Infinity),
          order.length,
        ) - 1,
  }));
  if (waits.length === 0) {
    return;
  }
  // Only a dependency carries a hook. A carrier that exits ends its hook.
  const canCarry = order.map(
    (c, i) => edgesOn[i] !== undefined && findHookProblems(c).length === 0 && isRestartedForEver(c, intent),
  );
  const carriers = choosePositions(
    waits,
    (carrier, { edges }) =>
      canCarry[carrier] &&
      edges.every(edge => translateCheck(order[carrier], edge.dependency, findCheck(edge)!) !== undefined),
  );

  const edgesOfCarrier: (readonly Edge[])[][] = [];
  const carrierOf: number[] = [];
  waits.forEach(({ first, edges }, i) => {
    (edgesOfCarrier[carriers[i]] ??= []).push(edges);
    carrierOf[order[first].place] = carriers[i];
  });
  edgesOfCarrier.forEach((edgesByDependency, i) => found.hooked.push({ carrier: order[i], edgesByDependency }));
  found.heldBack.push(...findHeldBack(order, chosen, carrierOf));
}

function canWaitElsewhere(edge: Edge): boolean {
  return isVisibleElsewhere(edge.dependency, findCheck(edge)!);
}

/**
 * Finds containers that wait for a hook without needing it. `carrierOf`: the index of the container that carries the
 * hook, by the index of the dependency.
 */
function findHeldBack(
  order: readonly ContainerIntent[],
  chosen: readonly ChosenEdge<Edge>[],
  carrierOf: readonly (number | undefined)[],
): DelayedContainer[] {
  const carriers = new Set(carrierOf);
  const edgesOf = groupByPlace(chosen, c => c.edge.dependent);
  // The index of the last hook that the container needs directly or indirectly, by container index.
  const needed: number[] = [];
  const heldBack: DelayedContainer[] = [];
  let last = -1;
  let needer: string | undefined;
  order.forEach((container, i) => {
    const { name, place } = container;
    needed[place] = (edgesOf[place] ?? []).reduce(
      (latest, { edge: { dependency }, choice }) =>
        Math.max(
          latest,
          needed[dependency.place] ?? -1,
          choice.mechanism === Mechanism.POST_START ? (carrierOf[dependency.place] ?? -1) : -1,
        ),
      -1,
    );
    if (needed[place] === last) {
      needer ??= name;
    } else {
      const carrier = order[last].name;
      heldBack.push({ name, carrier, after: needer ?? (carriers.has(i) ? undefined : carrier) });
    }
    if (carriers.has(i)) {
      last = i;
      needer = undefined;
    }
  });
  return heldBack;
}
