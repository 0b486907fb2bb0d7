/**
 * Returns the known name that is most similar to `given`, apart from the prefix before the last `:` or `/`.
 * `undefined`: no known name is similar.
 */
export function closestName(given: string, known: readonly string[]): string | undefined {
  const name = withoutPrefix(given);
  const ranked = known.map(k => ({ k, d: distance(name, withoutPrefix(k)) })).sort((a, b) => a.d - b.d);
  return ranked.length > 0 && ranked[0].d <= Math.max(1, Math.floor(name.length / 3)) ? ranked[0].k : undefined;
}

function withoutPrefix(name: string): string {
  return name.replace(/^.*[:/]/, '').toLowerCase();
}

/**
 * Returns the number of edits (insert, delete, replace, swap of neighbours) from `a` to `b`: the optimal string
 * alignment distance.
 */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      current[j] = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        current[j] = Math.min(current[j], before[j - 2] + 1);
      }
    }
    before = previous;
    previous = current;
  }
  return previous[b.length];
}
