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
    const inRange = places.filter(at => wait.first <= at && at <= wait.last).reverse();
    return inRange.find(at => at === wait.first || canWait(at, wait));
  };
  // Waits with a single possible position come first.
  const isFixed = ({ first, last }: WaitRange) => first === last;
  const sorted = [...waits].sort((a, b) => a.last - b.last || a.first - b.first);
  for (const wait of [...sorted.filter(isFixed), ...sorted]) {
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
  const index = sorted.findIndex(item => item >= value);
  sorted.splice(index < 0 ? sorted.length : index, 0, value);
}
