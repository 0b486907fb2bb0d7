/** The range of positions at which the pod can wait for a dependency. */
export interface WaitRange {
  readonly first: number;
  /** The last position before the first dependent. */
  readonly last: number;
}

/**
 * Returns a position for each wait: as few positions as possible, and each wait as late as possible. All dependencies
 * of a position have started by then, so the position takes as long as its slowest dependency. `canWait`: whether the
 * pod can wait at this position. The first position of a range is always possible.
 */
export function choosePositions<W extends WaitRange>(
  waits: readonly W[],
  canWait: (place: number, wait: W) => boolean = () => true,
): number[] {
  const places: number[] = [];
  const latestFor = (wait: W) => {
    let at = findIndex(places, wait.last + 1) - 1;
    while (at >= 0 && places[at] > wait.first && !canWait(places[at], wait)) {
      at -= 1;
    }
    return at >= 0 && places[at] >= wait.first ? places[at] : undefined;
  };
  // Waits with a single possible position come first.
  const isFixed = ({ first, last }: WaitRange) => first === last;
  waits.filter(isFixed).forEach(p => {
    if (latestFor(p) === undefined) {
      insertSorted(places, p.first);
    }
  });
  for (const wait of waits.filter(p => !isFixed(p)).sort((a, b) => a.last - b.last || a.first - b.first)) {
    if (latestFor(wait) !== undefined) {
      continue;
    }
    let place = wait.last;
    while (place > wait.first && !canWait(place, wait)) {
      place -= 1;
    }
    insertSorted(places, place);
  }
  return waits.map(p => latestFor(p)!);
}

/** `sorted` is ascending. */
export function insertSorted(sorted: number[], value: number): void {
  sorted.splice(findIndex(sorted, value), 0, value);
}

/** Returns the index of the first item that is not less than `value`. */
function findIndex(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (sorted[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
