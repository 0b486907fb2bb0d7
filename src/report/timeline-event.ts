/** A moment of a prediction, and the moment before it. The chain back to the creation of the pod explains the time. */
export interface Moment {
  /** Seconds from the pod's creation. */
  readonly at: number;
  /** The name of the container, or `KUBELET`. */
  readonly who: string;
  /** The step between `after` and this moment. */
  readonly what: string;
  readonly after?: Moment;
}

export const KUBELET = 'kubelet';

export const CREATION: Moment = { at: 0, who: KUBELET, what: 'the pod is created' };

export function createMomentAfter(moment: Moment, seconds: number, who: string, what: string): Moment {
  return { at: moment.at + seconds, who, what, after: moment };
}

/** Returns a moment at a given time, such as the next run of a probe, but not before `moment`. */
export function createMomentNotBefore(moment: Moment, at: number, who: string, what: string): Moment {
  return at <= moment.at ? moment : { at, who, what, after: moment };
}

/** Returns the latest moment; of equally late moments, the first. */
export function findLatest(first: Moment, ...others: readonly Moment[]): Moment {
  return others.reduce((a, b) => (b.at > a.at ? b : a), first);
}

/** Returns the chain of moments from the creation of the pod. */
export function listChain(last: Moment): Moment[] {
  const chain: Moment[] = [];
  for (let m: Moment | undefined = last; m; m = m.after) {
    chain.push(m);
  }
  return chain.reverse();
}
