/** The start order of one list (`initContainers` or `containers`), and the places of its proofs. Containers are named by their index. */

/** Why a container has another place among the others of its list than in the list as given. */
export type Move =
  /** It moved up, since that container needs it and may not wait. */
  | { readonly before: number }
  /** It waits for that container. */
  | { readonly after: number };

export interface StableOrder {
  readonly order: readonly number[];
  readonly moves: ReadonlyMap<number, Move>;
}

/**
 * The list in its own order, except that each container comes after what it needs. `needs` is free of cycles. `holds`: the kubelet holds
 * everything after the container in the list as given, so the container may not fall back behind any of that.
 *
 * Each container has its turn in the order of the list. A container that lacks a dependency waits until the dependency has a place; for a
 * container that holds others, the dependencies move up. A list that satisfies `needs` stays as it is, and a hold is lost only where
 * dependencies contradict it.
 */
export function sortStably(needs: readonly (readonly number[])[], holds: readonly boolean[]): StableOrder {
  const dependents = needs.map((): number[] => []);
  needs.forEach((dependencies, i) => dependencies.forEach(d => dependents[d].push(i)));
  const missing = needs.map(dependencies => dependencies.length);
  const isPlaced = needs.map(() => false);
  const isWaiting = needs.map(() => false);
  const order: number[] = [];
  const moves = new Map<number, Move>();
  // The last container that got its place in its own turn.
  let reached = -1;

  /** Places the container, and those that have waited for it: the first of the list first. */
  const place = (container: number) => {
    const ready = [-container];
    while (ready.length > 0) {
      const next = -ready.pop()!;
      order.push(next);
      isPlaced[next] = true;
      for (const dependent of dependents[next]) {
        missing[dependent] -= 1;
        if (missing[dependent] > 0 || !isWaiting[dependent]) { continue; }
        insertSorted(ready, -dependent);
        if (reached > dependent && !moves.has(dependent)) { moves.set(dependent, { after: next }); }
      }
    }
  };

  /** Everything that the container needs, directly or not, and that has no place yet; in the order of the list. */
  const missingFor = (container: number) => {
    const found = new Set([container]);
    for (const i of found) {
      for (const d of needs[i].filter(n => !isPlaced[n] && !found.has(n))) {
        found.add(d);
        if (!isWaiting[d]) { moves.set(d, { before: i }); }
      }
    }
    found.delete(container);
    return [...found].sort((a, b) => a - b);
  };

  // The list; and on top of it, while a container waits for what moves up, that.
  const turns: { readonly list: readonly number[]; next: number; readonly last?: number }[] = [{ list: needs.map((_, i) => i), next: 0 }];
  while (turns.length > 0) {
    const turn = turns[turns.length - 1];
    const isOver = turn.next === turn.list.length;
    if (isOver) { turns.pop(); }
    const container = isOver ? turn.last : turn.list[turn.next++];
    if (container === undefined || isPlaced[container] || isWaiting[container]) { continue; }
    if (missing[container] === 0) {
      if (turns.length === 1) { reached = container; }
      place(container);
    } else if (holds[container]) {
      turns.push({ list: missingFor(container), next: 0, last: container });
    } else {
      isWaiting[container] = true;
    }
  }
  return { order, moves };
}

/** A proof that a dependency is ready, and the places in the list at which it can be made. */
export interface Proof {
  readonly first: number;
  /** The last one before the first dependent. */
  readonly last: number;
}

/** Whether the proof can be made at that place, which is not its first one. */
export type CanProve<P extends Proof> = (place: number, proof: P) => boolean;

/**
 * The place of each proof: as few places as possible, and each proof as late as possible. Everything that is to be proved at a place has
 * started by then, so that takes as long as the slowest of it.
 */
export function findPlaces<P extends Proof>(proofs: readonly P[], canProve: CanProve<P> = () => true): number[] {
  const places: number[] = [];
  const latestFor = (proof: P) => {
    let at = findIndex(places, proof.last + 1) - 1;
    while (at >= 0 && places[at] > proof.first && !canProve(places[at], proof)) { at -= 1; }
    return at >= 0 && places[at] >= proof.first ? places[at] : undefined;
  };
  // Those that have no choice come first.
  const isFixed = ({ first, last }: Proof) => first === last;
  proofs.filter(isFixed).forEach(p => { if (latestFor(p) === undefined) { insertSorted(places, p.first); } });
  for (const proof of proofs.filter(p => !isFixed(p)).sort((a, b) => a.last - b.last || a.first - b.first)) {
    if (latestFor(proof) !== undefined) { continue; }
    let place = proof.last;
    while (place > proof.first && !canProve(place, proof)) { place -= 1; }
    insertSorted(places, place);
  }
  return proofs.map(p => latestFor(p)!);
}

/** `sorted` is ascending. */
function insertSorted(sorted: number[], value: number): void {
  sorted.splice(findIndex(sorted, value), 0, value);
}

/** The index of the first that is not smaller than `value`. */
function findIndex(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (sorted[middle] < value) { low = middle + 1; } else { high = middle; }
  }
  return low;
}
