import { seconds } from './seconds';
import { Timeline, TimelineRow } from './timeline';
import { OnTimeout } from '../model/on-timeout';
import { PlannedDependency } from '../model/startup-plan';

/** 'native sidecar, injected'. */
export function placeOf({ place, injected }: TimelineRow): string {
  return `${place === 'outside' ? 'outside the pod' : place}${injected ? ', injected' : ''}`;
}

/** '60 s, then fails'; `undefined`: no limit. */
export function limitOf({ timeout, onTimeout }: PlannedDependency): string | undefined {
  return timeout && `${timeout.toSeconds()} s, then ${onTimeout === OnTimeout.FAIL ? 'fails' : 'goes on'}`;
}

/** 'all app containers ready after 5.19 s, without any order after 3.19 s: the order costs 2.01 s'. */
export function outcomeOf({ allReady, allReadyWithoutOrder: plain, edges }: Timeline): string {
  if (allReady === undefined) { return 'not all app containers are ready'; }
  const price = plain === undefined || edges.length === 0 ? '' : `, without any order after ${seconds(plain)}: ${priceOf(allReady - plain)}`;
  return `all app containers ready after ${seconds(allReady)}${price}`;
}

function priceOf(price: number): string {
  return price >= 0.005 ? `the order costs ${seconds(price)}` : 'the order costs nothing';
}
