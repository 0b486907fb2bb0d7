import { formatSeconds } from './seconds';
import { Timeline, TimelineRow } from './timeline';
import { StopMechanism } from '../api/private/enums';
import { PlannedDependency } from '../api/startup-plan';

/** 'native sidecar, injected'. */
export function describePlace({ place, injected }: TimelineRow): string {
  if (place === 'outside') {
    return injected ? 'injected by a webhook' : 'outside the pod';
  }
  return `${place}${injected ? ', injected' : ''}`;
}

/** '60 s at each start, then fails'; `undefined`: no limit. */
export function describeLimit({ timeout, onTimeout }: PlannedDependency): string | undefined {
  return timeout && `${timeout.toSeconds()} s at each start, then ${onTimeout === 'FAIL' ? 'fails' : 'goes on'}`;
}

/** The additional time until all app containers are ready, compared with the pod without an order, in seconds. */
export interface OrderCost {
  /** The time that the dependencies need. Each mechanism has to wait for it. */
  readonly waits: number;
  /** The time that the mechanisms add. */
  readonly overhead: number;
}

/** `undefined`: nothing is ordered, or a time is not known. */
export function computeCost({
  allReady,
  allReadyWithFreeWaits: free,
  allReadyWithoutOrder: plain,
  edges,
}: Timeline): OrderCost | undefined {
  if (edges.length === 0 || allReady === undefined || plain === undefined) {
    return undefined;
  }
  const waits = Math.max(0, Math.min(allReady, free ?? allReady) - plain);
  return { waits, overhead: Math.max(0, allReady - plain - waits) };
}

/**
 * 'all app containers ready after 5.2 s, without order after 3.2 s: the order adds 2 s (waits 1.9 s, overhead 0.1 s)'.
 */
export function describeOutcome(timeline: Timeline): string {
  const { allReady, allReadyWithoutOrder: plain, kind } = timeline;
  if (allReady === undefined) {
    return kind === 'predicted' ? 'not all app containers become ready' : 'not all app containers are ready';
  }
  const cost = computeCost(timeline);
  return (
    'all app containers ready after ' +
    `${formatAllReady(timeline)}${cost ? `, without order after ${formatSeconds(plain!)}: ${describeCost(cost)}` : ''}`
  );
}

/** '~5.2 s': a time on the critical path is a guess. */
export function formatAllReady({ allReady, rows }: Timeline): string {
  const isGuess = rows.some(({ guessed, critical }) => guessed && critical);
  return allReady === undefined ? '–' : `${isGuess ? '~' : ''}${formatSeconds(allReady)}`;
}

function describeCost({ waits, overhead }: OrderCost): string {
  const total = waits + overhead;
  return total >= 0.05
    ? `the order adds ${formatSeconds(total)} (waits ${formatSeconds(waits)}, overhead ${formatSeconds(overhead)})`
    : 'the order adds nothing';
}

/** The reason why a dependency stops after its dependent. */
export const STOP_REASONS: Readonly<Record<StopMechanism, string>> = {
  SIDECAR_ORDER: 'the kubelet stops native sidecars after the app containers, the last one first',
  LIFE_LOCK: 'its preStop hook waits for the lock that the dependent holds as long as it runs',
};
