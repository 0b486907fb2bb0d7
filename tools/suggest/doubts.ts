import { isHelper, isStore, Party, Reference } from './parties';
import { groupBy } from '../../src/api/private/collections';

/**
 * Returns all references with their doubts. A program does not answer without its data stores, so a reference to a data
 * store gets no doubt. `certain`: references without a doubt, which replace other references of the same two programs.
 */
export function addDoubts(references: readonly Reference[], certain: readonly Reference[] = []): Reference[] {
  const isKnown = new Set(certain.map(formatPair));
  const found = references.filter(reference => !isKnown.has(formatPair(reference)));
  const doubted = found.map(r => ({ ...r, doubt: isSure(r) ? undefined : (r.doubt ?? findDoubt(r)) }));
  const needs = groupBy(
    [...certain, ...doubted].filter(({ doubt }) => doubt === undefined),
    ({ from }) => from,
  );
  const all = doubted.map(r => {
    const isBack = r.doubt === undefined && !isSure(r) && reaches(r.to, r.from, needs);
    return isBack ? { ...r, doubt: `the needs of '${r.to.name}' lead back to '${r.from.name}'` } : r;
  });
  return [...certain, ...all];
}

function formatPair({ container, to }: Reference): string {
  return `${container} ${to.name}`;
}

function isSure({ from, to }: Reference): boolean {
  return isStore(to) && !isStore(from);
}

function findDoubt({ from, to }: Reference): string | undefined {
  return isHelper(to) && !isHelper(from) ? `'${to.name}' only watches or shows other programs` : undefined;
}

/** Whether the needs of a program lead to another one. */
function reaches(start: Party, wanted: Party, needs: ReadonlyMap<Party, readonly Reference[]>): boolean {
  const found = new Set([start]);
  for (const party of found) {
    (needs.get(party) ?? []).forEach(({ to }) => found.add(to));
  }
  return found.has(wanted);
}
