import { checkOf } from './agent-limits';
import { checkSeenFrom, isSeenElsewhere } from './check-visibility';
import { ChosenEdge } from './choose-mechanism';
import { isRestartedForEver } from './container-slots';
import { Wait } from './external-waits';
import { HookedContainer, hookProblems } from './post-start-hooks';
import { Edge } from './resolve-edges';
import { placesOf, Proof, stableOrder } from './schedule';
import { SidecarWait } from './sidecar-waits';
import { Mechanism } from '../api/mechanism';
import { ContainerIntent, PodIntent } from '../pod/intent';

/** The containers of `initContainers` or of `containers`, in start order. */
export interface OrderedList {
  readonly order: readonly ContainerIntent[];
  readonly moved: readonly MovedContainer[];
}

export interface MovedContainer {
  readonly container: ContainerIntent;
  /** It moved before a container that needs it, or after a container that it needs. */
  readonly where: 'before' | 'after';
  readonly other: ContainerIntent;
}

/** `containers` in the order of declaration, as far as `edges` allow it. `holds`: the kubelet holds everything after it in the list. */
export function orderList(
  containers: readonly ContainerIntent[], edges: readonly Edge[], holds: (container: ContainerIntent) => boolean,
): OrderedList {
  const indexOf = indicesOf(containers);
  const needs = containers.map((): number[] => []);
  for (const { dependent, dependency } of edges) {
    const needed = indexOf[dependency.place];
    if (needed !== undefined && indexOf[dependent.place] !== undefined) { needs[indexOf[dependent.place]!].push(needed); }
  }
  const { order, moves } = stableOrder(needs, containers.map(holds));
  return {
    order: order.map(i => containers[i]),
    moved: [...moves].map(([i, move]) => 'before' in move ? { container: containers[i], where: 'before', other: containers[move.before] }
      : { container: containers[i], where: 'after', other: containers[move.after] }),
  };
}

/** The containers of `initContainers` in start order, with each wait directly before the first container that needs it, or else last. */
export function withWaits(
  order: readonly ContainerIntent[], waits: readonly Wait[], sidecarWaits: readonly SidecarWait[],
): (ContainerIntent | Wait | SidecarWait)[] {
  const waitsAt: (Wait | SidecarWait)[][] = [];
  // Sidecars first: the way to something outside the pod may lead through one.
  for (const wait of sidecarWaits) { (waitsAt[wait.before] ??= []).push(wait); }
  for (const wait of waits) { (waitsAt[wait.before] ??= []).push(wait); }
  return [...order.flatMap((c, i) => [...waitsAt[i] ?? [], c]), ...waitsAt[order.length] ?? []];
}

/** A container that waits for the hook of `carrier` and needs nothing that the hook proves. */
export interface HeldBack {
  readonly name: string;
  readonly carrier: string;
  /** The container starts earlier when the list has it before this one; `undefined`: its own hook would then hold the others. */
  readonly after?: string;
}

export interface ListHooks {
  readonly hooked: readonly HookedContainer[];
  readonly heldBack: readonly HeldBack[];
}

/** Puts each proof that a dependency is ready onto a container of the list that it stands in. */
export function hooksOf(order: readonly ContainerIntent[], chosen: readonly ChosenEdge<Edge>[], intent: PodIntent): ListHooks {
  const indexOf = indicesOf(order);
  const edgesOn: Edge[][] = [];
  const isGuarded = order.map(() => false);
  for (const { edge, choice: { mechanism } } of chosen) {
    const dependent = indexOf[edge.dependent.place];
    const dependency = indexOf[edge.dependency.place];
    if (mechanism === Mechanism.POST_START && dependency !== undefined) { (edgesOn[dependency] ??= []).push(edge); }
    if (mechanism === Mechanism.GUARDED_HOOK && dependent !== undefined) { isGuarded[dependent] = true; }
  }
  // From the dependency itself to the container right before its first dependent.
  const proofs = edgesOn.flatMap((edges, first): Proof & { edges: readonly Edge[] } => ({
    edges,
    first,
    last: !edges.every(isProvenElsewhere) ? first
      : edges.reduce((earliest, { dependent }) => Math.min(earliest, indexOf[dependent.place] ?? Infinity), order.length) - 1,
  }));
  if (proofs.length === 0) { return { hooked: [], heldBack: [] }; }
  // A container that no hook has to prove gets no hook. The kubelet goes on to the next container where a guard holds the carrier, and where the
  // carrier ends: its hook ends with it.
  const canCarry = order.map((c, i) => edgesOn[i] !== undefined && !isGuarded[i] && hookProblems(c).length === 0 && isRestartedForEver(c, intent));
  const carriers = placesOf(proofs, (carrier, { edges }) => canCarry[carrier]
    && edges.every(edge => checkSeenFrom(order[carrier], edge.dependency, checkOf(edge)!) !== undefined));

  const toProve: (readonly Edge[])[][] = [];
  const carrierOf: number[] = [];
  proofs.forEach(({ first, edges }, i) => {
    (toProve[carriers[i]] ??= []).push(edges);
    carrierOf[order[first].place] = carriers[i];
  });
  return {
    hooked: toProve.flatMap((edges, i): HookedContainer => ({ carrier: order[i], toProve: edges })),
    heldBack: heldBackIn(order, chosen, carrierOf),
  };
}

function isProvenElsewhere(edge: Edge): boolean {
  return isSeenElsewhere(edge.dependency, checkOf(edge)!);
}

/** `carrierOf`: by the place of a dependency that a hook proves, the index of the container that carries the hook. */
function heldBackIn(order: readonly ContainerIntent[], chosen: readonly ChosenEdge<Edge>[], carrierOf: readonly (number | undefined)[]): HeldBack[] {
  const carriers = new Set(carrierOf);
  const edgesOf: ChosenEdge<Edge>[][] = [];
  for (const one of chosen) { (edgesOf[one.edge.dependent.place] ??= []).push(one); }
  // By place, the index of the last hook that the container needs, be it for the sake of its dependencies.
  const needed: number[] = [];
  const heldBack: HeldBack[] = [];
  let last = -1;
  let needer: string | undefined;
  order.forEach((container, i) => {
    const { name, place } = container;
    needed[place] = (edgesOf[place] ?? []).reduce((latest, { edge: { dependency }, choice }) => Math.max(latest, needed[dependency.place] ?? -1,
      choice.mechanism === Mechanism.POST_START ? carrierOf[dependency.place] ?? -1 : -1), -1);
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

function indicesOf(containers: readonly ContainerIntent[]): (number | undefined)[] {
  const indexOf: (number | undefined)[] = [];
  containers.forEach((c, i) => { indexOf[c.place] = i; });
  return indexOf;
}
