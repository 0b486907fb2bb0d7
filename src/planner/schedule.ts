/**
 * The order of one list (initContainers or containers) and where its hooks go. Entries are named by their index in the list as given.
 *
 * The kubelet starts a list serially, and a hook holds back everything behind it. So that nobody waits for a hook whose result he does
 * not need, entries are put in tranches: an entry stands one tranche behind the latest dependency that a hook has to prove for it, and
 * all dependencies that the next tranche needs are proved at once, by one hook at the end of theirs. The pod then waits for the slowest
 * of them and not for the sum.
 */
export interface Entry {
  /** Ties are broken by this number, the place of declaration. */
  readonly place: number;
  /** Entries that only have to stand in front of it. */
  readonly after: readonly number[];
  /** Entries that a hook has to prove ready before it starts. */
  readonly afterReady: readonly number[];
  /** Something behind this whole list needs it ready. */
  readonly neededReadyBehind: boolean;
  /** Stands behind everything else, as it concerns only what comes after this list. */
  readonly last: boolean;
}

export interface Schedule {
  readonly order: readonly number[];
  /** Which entries the hook of an entry has to prove, by carrier. */
  readonly hooks: ReadonlyMap<number, readonly number[]>;
  /** Entries of a hook's own tranche that could not be put in front of it, by carrier. */
  readonly heldBack: ReadonlyMap<number, readonly number[]>;
}

/** Whether a hook on `carrier` can prove that `dependency` is ready. Always true for a dependency's own hook. */
export type CanProve = (carrier: number, dependency: number) => boolean;

/** `entries` must be free of cycles. Linear, but for sorting. */
export function schedule(entries: readonly Entry[], canProve: CanProve): Schedule {
  const tranches = tranchesOf(entries);
  const proofs = proofsByTranche(entries, tranches, canProve);

  // Those that only their own hook can prove go last in their tranche. The last of a tranche's dependencies then carries the hook, and
  // one before it only what no later hook of the tranche can prove.
  const alone = entries.map(() => false);
  proofs.forEach((proved, tranche) => {
    const carriers = proved.filter(i => tranches[i] === tranche);
    for (const i of proved) { alone[i] = !carriers.some(carrier => carrier !== i && canProve(carrier, i)); }
  });
  const draft = inOrder(entries, tranches, i => alone[i] ? 1 : 0, i => entries[i].after);
  const placeInDraft = entries.map(() => 0);
  draft.forEach((i, place) => { placeInDraft[i] = place; });
  const hooks = new Map<number, number[]>();
  proofs.forEach((proved, tranche) => {
    proved.sort((a, b) => placeInDraft[a] - placeInDraft[b]);
    const carriers: number[] = [];
    const carrierOf = [...proved];
    for (let i = proved.length - 1; i >= 0; i--) {
      carrierOf[i] = carriers.find(c => canProve(c, proved[i])) ?? proved[i];
      if (carrierOf[i] === proved[i] && tranches[proved[i]] === tranche) { carriers.push(proved[i]); }
    }
    proved.forEach((dependency, i) => {
      const known = hooks.get(carrierOf[i]);
      if (known) { known.push(dependency); } else { hooks.set(carrierOf[i], [dependency]); }
    });
  });

  // Every edge that is added here points backwards in the draft too, so there is still no cycle.
  const others = (i: number) => (hooks.get(i) ?? []).filter(d => d !== i);
  const rank = (i: number) => !hooks.has(i) ? 0 : others(i).length === 0 ? 1 : 2;
  const order = inOrder(entries, tranches, rank, i => joined(entries[i].after, others(i)));
  return { order, hooks, heldBack: heldBackBy(order.filter(i => !entries[i].last), tranches, hooks) };
}

/** 0 for whatever can start at once. */
function tranchesOf(entries: readonly Entry[]): number[] {
  const tranches = entries.map(() => 0);
  let end = 0;
  for (const i of dependenciesFirst(tranches.map((_, at) => at), at => joined(entries[at].after, entries[at].afterReady))) {
    for (const d of entries[i].after) { tranches[i] = Math.max(tranches[i], tranches[d]); }
    for (const d of entries[i].afterReady) { tranches[i] = Math.max(tranches[i], tranches[d] + 1); }
    end = Math.max(end, tranches[i]);
  }
  return tranches.map((tranche, i) => entries[i].last ? end : tranche);
}

/**
 * At the end of which tranche which dependencies have to be proved: as late as their first dependent allows, or at the end of their own
 * when nothing there can prove them.
 */
function proofsByTranche(entries: readonly Entry[], tranches: readonly number[], canProve: CanProve): number[][] {
  const deadlines: (number | undefined)[] = entries.map(() => undefined);
  entries.forEach(({ afterReady }, i) => {
    for (const dependency of afterReady) { deadlines[dependency] = Math.min(deadlines[dependency] ?? Infinity, tranches[i] - 1); }
  });
  const behind = [...entries.keys()].filter(i => entries[i].neededReadyBehind && deadlines[i] === undefined);
  const latest = Math.max(0, ...behind.map(i => tranches[i]));
  behind.forEach(i => { deadlines[i] = latest; });

  const carriers = grouped(deadlines, i => tranches[i] === deadlines[i]);
  return grouped(deadlines.map((deadline, i) =>
    deadline !== undefined && tranches[i] !== deadline && !carriers[deadline]?.some(c => canProve(c, i)) ? tranches[i] : deadline));
}

/** Indices by what `groups` says of them. */
function grouped(groups: readonly (number | undefined)[], isIn = (_i: number) => true): number[][] {
  const members: number[][] = [];
  groups.forEach((group, i) => {
    if (group !== undefined && isIn(i)) { (members[group] ??= []).push(i); }
  });
  return members;
}

function heldBackBy(order: readonly number[], tranches: readonly number[], hooks: ReadonlyMap<number, unknown>): Map<number, number[]> {
  const heldBack = new Map<number, number[]>();
  let carriers: number[] = [];
  order.forEach((i, at) => {
    if (at > 0 && tranches[i] !== tranches[order[at - 1]]) { carriers = []; }
    carriers.forEach(c => heldBack.set(c, [...heldBack.get(c) ?? [], i]));
    if (hooks.has(i)) { carriers.push(i); }
  });
  return heldBack;
}

/** Tranche by tranche; within one by rank, then in order of declaration, but each behind what it needs. */
function inOrder(
  entries: readonly Entry[], tranches: readonly number[], rank: (i: number) => number, needs: (i: number) => readonly number[],
): number[] {
  const ranks = entries.map((e, i) => e.last ? 3 : rank(i));
  const sorted = grouped(tranches).map(tranche => tranche.sort((a, b) => ranks[a] - ranks[b] || entries[a].place - entries[b].place));
  return dependenciesFirst(sorted.flat(), needs);
}

/** The indices in the given order, but each behind those it needs: depth first, with its own stack. */
function dependenciesFirst(indices: readonly number[], needs: (i: number) => readonly number[]): number[] {
  const done = indices.map(() => false);
  const order: number[] = [];
  const stack: { i: number; needs: readonly number[]; next: number }[] = [];
  const enter = (i: number) => {
    done[i] = true;
    stack.push({ i, needs: needs(i), next: 0 });
  };
  for (const root of indices) {
    if (!done[root]) { enter(root); }
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (top.next === top.needs.length) {
        order.push(top.i);
        stack.pop();
        continue;
      }
      const need = top.needs[top.next++];
      if (!done[need]) { enter(need); }
    }
  }
  return order;
}

function joined(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}
