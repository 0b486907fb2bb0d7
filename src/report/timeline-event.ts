/** A moment of a prediction, and the moment that it follows. The chain back to the creation of the pod explains why it is not earlier. */
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

export function after(moment: Moment, seconds: number, who: string, what: string): Moment {
  return { at: moment.at + seconds, who, what, after: moment };
}

/** A moment that something else decides, such as the next tick of a clock, not before `moment`. */
export function notBefore(moment: Moment, at: number, who: string, what: string): Moment {
  return at <= moment.at ? moment : { at, who, what, after: moment };
}

/** Returns the latest moment; of several that are equally late, the first. */
export function latest(first: Moment, ...others: readonly Moment[]): Moment {
  return others.reduce((a, b) => b.at > a.at ? b : a, first);
}

/** From the creation of the pod on. */
export function chainOf(last: Moment): Moment[] {
  const chain: Moment[] = [];
  for (let m: Moment | undefined = last; m; m = m.after) { chain.push(m); }
  return chain.reverse();
}
