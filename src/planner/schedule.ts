/**
 * The order of one list (initContainers or containers) and where its hooks go.
 *
 * The kubelet starts a list serially, and a hook holds back everything behind it. So that nobody waits for a hook whose result he does
 * not need, entries are put in tranches: an entry stands one tranche behind the latest dependency that a hook has to prove for it, and
 * all dependencies that the next tranche needs are proved at once, by one hook at the end of theirs. The pod then waits for the slowest
 * of them and not for the sum.
 */
export interface Entry {
  readonly name: string;
  /** Ties are broken by this number, the place of declaration. */
  readonly place: number;
  /** Entries that only have to stand in front of it. */
  readonly after: readonly string[];
  /** Entries that a hook has to prove ready before it starts. */
  readonly afterReady: readonly string[];
  /** Something behind this whole list needs it ready. */
  readonly neededReadyBehind: boolean;
  /** Stands behind everything else, as it concerns only what comes after this list. */
  readonly last: boolean;
}

export interface Schedule {
  readonly order: readonly string[];
  /** Which entries the hook of an entry has to prove, by carrier. */
  readonly hooks: ReadonlyMap<string, readonly string[]>;
  /** Entries of a hook's own tranche that could not be put in front of it, by carrier. */
  readonly heldBack: ReadonlyMap<string, readonly string[]>;
}

/** Whether a hook on `carrier` can prove that `dependency` is ready. Always true for a dependency's own hook. */
export type CanProve = (carrier: string, dependency: string) => boolean;

/** `entries` must be free of cycles. Linear, but for sorting. */
export function schedule(entries: readonly Entry[], canProve: CanProve): Schedule {
  const byName = new Map(entries.map(e => [e.name, e]));
  const tranches = tranchesOf(entries, byName);
  const proofs = proofsByTranche(entries, tranches, canProve);
  const inTranche = (tranche: number) => (name: string) => tranches.get(name) === tranche;

  // Those that only their own hook can prove go last in their tranche. The last of a tranche's dependencies then carries the hook, and
  // one before it only what no later hook of the tranche can prove.
  const alone = new Set([...proofs].flatMap(([tranche, names]) => provenOnlyByThemselves(names, inTranche(tranche), canProve)));
  const draft = inOrder(entries, byName, tranches, e => alone.has(e.name) ? 1 : 0, e => e.after);
  const placeInDraft = new Map(draft.map((name, i) => [name, i]));
  const hooks = new Map<string, string[]>();
  for (const [tranche, names] of proofs) {
    names.sort((a, b) => placeInDraft.get(a)! - placeInDraft.get(b)!);
    const carriers: string[] = [];
    const carrierFor = new Map([...names].reverse().map(name => {
      const carrier = carriers.find(c => canProve(c, name)) ?? name;
      if (carrier === name && inTranche(tranche)(name)) { carriers.push(name); }
      return [name, carrier];
    }));
    for (const name of names) {
      const carrier = carrierFor.get(name)!;
      hooks.set(carrier, hooks.get(carrier) ?? []);
      hooks.get(carrier)!.push(name);
    }
  }

  // Every edge that is added here points backwards in the draft too, so there is still no cycle.
  const rank = (e: Entry) => !hooks.has(e.name) ? 0 : hooks.get(e.name)!.every(d => d === e.name) ? 1 : 2;
  const others = (e: Entry) => (hooks.get(e.name) ?? []).filter(d => d !== e.name);
  const order = inOrder(entries, byName, tranches, rank, e => [...e.after, ...others(e)]);
  return { order, hooks, heldBack: heldBackBy(order.filter(name => !byName.get(name)!.last), tranches, hooks) };
}

/** 0 for whatever can start at once. */
function tranchesOf(entries: readonly Entry[], byName: ReadonlyMap<string, Entry>): Map<string, number> {
  const tranches = new Map<string, number>();
  for (const name of dependenciesFirst(entries, e => [...e.after, ...e.afterReady], byName)) {
    const entry = byName.get(name)!;
    tranches.set(name, Math.max(0, ...entry.after.map(n => tranches.get(n)!), ...entry.afterReady.map(n => tranches.get(n)! + 1)));
  }
  const end = Math.max(0, ...tranches.values());
  for (const entry of entries) {
    if (entry.last) { tranches.set(entry.name, end); }
  }
  return tranches;
}

/**
 * At the end of which tranche which dependencies have to be proved: as late as their first dependent allows, or at the end of their own
 * when nothing there can prove them.
 */
function proofsByTranche(entries: readonly Entry[], tranches: ReadonlyMap<string, number>, canProve: CanProve): Map<number, string[]> {
  const deadline = new Map<string, number>();
  for (const entry of entries) {
    for (const dependency of entry.afterReady) {
      deadline.set(dependency, Math.min(deadline.get(dependency) ?? Infinity, tranches.get(entry.name)! - 1));
    }
  }
  const behind = entries.filter(e => e.neededReadyBehind && !deadline.has(e.name));
  const latest = Math.max(0, ...behind.map(e => tranches.get(e.name)!));
  behind.forEach(e => deadline.set(e.name, latest));

  const wanted = byTranche(entries, deadline);
  const carriers = new Map([...wanted].map(([tranche, names]) => [tranche, names.filter(name => tranches.get(name) === tranche)]));
  for (const [name, tranche] of deadline) {
    if (tranches.get(name) !== tranche && !carriers.get(tranche)!.some(c => canProve(c, name))) { deadline.set(name, tranches.get(name)!); }
  }
  return byTranche(entries, deadline);
}

function byTranche(entries: readonly Entry[], tranches: ReadonlyMap<string, number>): Map<number, string[]> {
  const grouped = new Map<number, string[]>();
  for (const { name } of entries) {
    const tranche = tranches.get(name);
    if (tranche === undefined) { continue; }
    const known = grouped.get(tranche);
    if (known) { known.push(name); } else { grouped.set(tranche, [name]); }
  }
  return grouped;
}

function heldBackBy(order: readonly string[], tranches: ReadonlyMap<string, number>, hooks: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const heldBack = new Map<string, string[]>();
  let carriers: string[] = [];
  order.forEach((name, i) => {
    if (i > 0 && tranches.get(name) !== tranches.get(order[i - 1])) { carriers = []; }
    carriers.forEach(c => heldBack.set(c, [...heldBack.get(c) ?? [], name]));
    if (hooks.has(name)) { carriers.push(name); }
  });
  return heldBack;
}

function provenOnlyByThemselves(names: readonly string[], isInTranche: (name: string) => boolean, canProve: CanProve): string[] {
  const carriers = names.filter(isInTranche);
  return names.filter(name => !carriers.some(carrier => carrier !== name && canProve(carrier, name)));
}

/** Tranche by tranche; within one by rank, then in order of declaration, but each behind what it needs. */
function inOrder(
  entries: readonly Entry[], byName: ReadonlyMap<string, Entry>, tranches: ReadonlyMap<string, number>,
  rank: (entry: Entry) => number, needs: (entry: Entry) => readonly string[],
): string[] {
  const trancheOf = (e: Entry) => tranches.get(e.name)!;
  const effectiveRank = (e: Entry) => e.last ? 3 : rank(e);
  const sorted = [...entries].sort((a, b) => trancheOf(a) - trancheOf(b) || effectiveRank(a) - effectiveRank(b) || a.place - b.place);
  return dependenciesFirst(sorted, needs, byName);
}

/** The names in the given order, but each behind those it names: depth first, with its own stack. */
function dependenciesFirst(entries: readonly Entry[], needs: (entry: Entry) => readonly string[], byName: ReadonlyMap<string, Entry>): string[] {
  const done = new Set<string>();
  const order: string[] = [];
  for (const root of entries) {
    const stack: { entry: Entry; needs: readonly string[]; next: number }[] = [];
    const enter = (entry: Entry) => { done.add(entry.name); stack.push({ entry, needs: needs(entry), next: 0 }); };
    if (!done.has(root.name)) { enter(root); }
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (top.next === top.needs.length) {
        order.push(top.entry.name);
        stack.pop();
        continue;
      }
      const need = top.needs[top.next++];
      if (!done.has(need)) { enter(byName.get(need)!); }
    }
  }
  return order;
}
