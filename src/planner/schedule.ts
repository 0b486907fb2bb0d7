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
  /** Entries without whose readiness the kubelet does not start it, whatever the order: no hook has to prove them. */
  readonly guardedBy: readonly number[];
  /** Entries that an entry in between, which `closes` a tranche, has to wait for before it starts. */
  readonly afterWait: readonly number[];
  /** Something behind this whole list needs it ready. */
  readonly neededReadyBehind: boolean;
  /** Stands behind everything else, as it concerns only what comes after this list. */
  readonly last: boolean;
  /** Waits at the end of this tranche, behind all else of it. */
  readonly closes?: number;
}

export interface Schedule {
  readonly order: readonly number[];
  /** Which entries the hook of an entry has to prove; empty where it carries none. */
  readonly hooks: readonly (readonly number[])[];
  /** Entries of a hook's own tranche that could not be put in front of it, by carrier. */
  readonly heldBack: ReadonlyMap<number, readonly number[]>;
}

/** Whether a hook on `carrier` can prove that `dependency` is ready. Always true for a dependency's own hook. */
export type CanProve = (carrier: number, dependency: number) => boolean;

const NEVER = Number.MAX_SAFE_INTEGER;
/** The rank of what stands behind all else of its tranche. */
const LAST = 3;

/** `entries` must be free of cycles. Linear, but for sorting. */
export function schedule(entries: readonly Entry[], canProve: CanProve): Schedule {
  const tranches = tranchesOf(entries);
  const proofs = proofsByTranche(entries, tranches, canProve);

  // Those that only their own hook can prove go last in their tranche. The last of a tranche's dependencies then carries the hook, and
  // one before it only what no later hook of the tranche can prove.
  const guardRanks = guardRanksOf(entries, tranches, canProve);
  const ranks = entries.map((e, i): number => isLast(e) ? LAST : guardRanks[i]);
  proofs.forEach((proved, tranche) => {
    for (const i of proved) {
      if (!proved.some(carrier => carrier !== i && tranches[carrier] === tranche && canProve(carrier, i))) { ranks[i] = Math.max(ranks[i], 1); }
    }
  });
  const needs = entries.map(e => joined(e.after, e.guardedBy));
  const draft = inOrder(entries, tranches, ranks, needs);
  const hooks = hooksOf(proofs, tranches, draft, canProve);

  // Every edge that is added here points backwards in the draft too, so there is still no cycle.
  hooks.forEach((proved, i) => {
    const others = proved.filter(d => d !== i);
    needs[i] = joined(needs[i], others);
    if (!isLast(entries[i])) { ranks[i] = proved.length === 0 ? guardRanks[i] : others.length === 0 ? 1 : 2; }
  });
  const order = inOrder(entries, tranches, ranks, needs);
  return { order, hooks, heldBack: heldBackBy(order.filter(i => !isLast(entries[i])), tranches, hooks) };
}

function isLast({ last, closes }: Entry): boolean {
  return last || closes !== undefined;
}

/**
 * What guards wait for goes behind what is free, so that its hook delays nobody; and last what another one of its tranche cannot prove,
 * so that one hook may serve them all.
 */
function guardRanksOf(entries: readonly Entry[], tranches: readonly number[], canProve: CanProve): number[] {
  const guarding = new Set(entries.flatMap(e => e.guardedBy));
  if (guarding.size === 0) { return entries.map(() => 0); }
  const groups = grouped(entries.map((_, i) => guarding.has(i) ? tranches[i] : NEVER));
  const ranks = entries.map(() => 0);
  groups.forEach(group => group.forEach(i => {
    const other = group[0] === i ? group[1] : group[0];
    ranks[i] = other !== undefined && canProve(other, i) ? 1 : 2;
  }));
  return ranks;
}

/** What is proved ready at the end of a tranche before its own, in whatever way. */
function provedFirst({ afterReady, guardedBy, afterWait }: Entry): readonly number[] {
  return joined(afterReady, joined(guardedBy, afterWait));
}

/** 0 for whatever can start at once. */
export function tranchesOf(entries: readonly Entry[]): number[] {
  const tranches = entries.map(() => 0);
  let end = 0;
  for (const i of dependenciesFirst(entries.map((_, at) => at), entries.map(e => joined(e.after, provedFirst(e))))) {
    for (const d of entries[i].after) { tranches[i] = Math.max(tranches[i], tranches[d]); }
    for (const d of provedFirst(entries[i])) { tranches[i] = Math.max(tranches[i], tranches[d] + 1); }
    end = Math.max(end, tranches[i]);
  }
  return tranches.map((tranche, i) => entries[i].last ? end : entries[i].closes ?? tranche);
}

/**
 * At the end of which tranche which dependencies have to be proved: as late as their first dependent allows, or at the end of their own
 * when nothing there can prove them.
 */
function proofsByTranche(entries: readonly Entry[], tranches: readonly number[], canProve: CanProve): number[][] {
  const deadlines = entries.map(() => NEVER);
  entries.forEach(({ afterReady }, i) => {
    for (const dependency of afterReady) { deadlines[dependency] = Math.min(deadlines[dependency], tranches[i] - 1); }
  });
  const isBehind = entries.map((e, i) => e.neededReadyBehind && deadlines[i] === NEVER);
  const latest = tranches.reduce((max, tranche, i) => isBehind[i] ? Math.max(max, tranche) : max, 0);
  isBehind.forEach((behind, i) => { if (behind) { deadlines[i] = latest; } });

  const atOnce = grouped(deadlines.map((deadline, i) => deadline === tranches[i] ? deadline : NEVER));
  return grouped(deadlines.map((deadline, i) => deadline === NEVER || deadline === tranches[i] || atOnce[deadline]?.some(c => canProve(c, i))
    ? deadline : tranches[i]));
}

/** Indices by the tranche that `tranches` says; `NEVER`: in none. */
function grouped(tranches: readonly number[]): number[][] {
  const groups: number[][] = [];
  tranches.forEach((tranche, i) => {
    if (tranche === NEVER) { return; }
    if (groups[tranche]) { groups[tranche].push(i); } else { groups[tranche] = [i]; }
  });
  return groups;
}

/** What each entry's hook has to prove. */
function hooksOf(proofs: readonly number[][], tranches: readonly number[], draft: readonly number[], canProve: CanProve): number[][] {
  const placeInDraft = draft.map(() => 0);
  draft.forEach((i, place) => { placeInDraft[i] = place; });
  const hooks = draft.map((): number[] => []);
  proofs.forEach((proved, tranche) => {
    proved.sort((a, b) => placeInDraft[a] - placeInDraft[b]);
    const carriers: number[] = [];
    for (const dependency of proved.reverse()) {
      const carrier = carriers.find(c => canProve(c, dependency)) ?? dependency;
      if (carrier === dependency && tranches[dependency] === tranche) { carriers.push(dependency); }
      hooks[carrier].push(dependency);
    }
    carriers.forEach(c => hooks[c].reverse());
  });
  return hooks;
}

function heldBackBy(order: readonly number[], tranches: readonly number[], hooks: readonly (readonly number[])[]): Map<number, number[]> {
  const heldBack = new Map<number, number[]>();
  let carriers: number[] = [];
  order.forEach((i, at) => {
    if (at > 0 && carriers.length > 0 && tranches[i] !== tranches[order[at - 1]]) { carriers = []; }
    carriers.forEach(c => heldBack.set(c, [...heldBack.get(c) ?? [], i]));
    if (hooks[i].length > 0) { carriers.push(i); }
  });
  return heldBack;
}

/** Tranche by tranche; within one by rank, then in order of declaration, but each behind what it needs. */
function inOrder(
  entries: readonly Entry[], tranches: readonly number[], ranks: readonly number[], needs: readonly (readonly number[])[],
): number[] {
  const sorted = entries.map((_, i) => i)
    .sort((a, b) => tranches[a] - tranches[b] || ranks[a] - ranks[b] || entries[a].place - entries[b].place);
  return dependenciesFirst(sorted, needs);
}

/** The indices in the given order, but each behind those it needs: depth first, with its own stack. */
function dependenciesFirst(indices: readonly number[], needs: readonly (readonly number[])[]): number[] {
  const next = indices.map(() => NEVER);
  const order: number[] = [];
  const stack: number[] = [];
  for (const root of indices) {
    if (next[root] !== NEVER) { continue; }
    next[root] = 0;
    stack.push(root);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (next[top] === needs[top].length) {
        order.push(top);
        stack.pop();
        continue;
      }
      const need = needs[top][next[top]++];
      if (next[need] === NEVER) {
        next[need] = 0;
        stack.push(need);
      }
    }
  }
  return order;
}

function joined(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}
