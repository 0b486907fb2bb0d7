import { ChosenEdge } from './choose-mechanism';
import { gateWaitOf } from './gate-condition';
import { keptProbesOf } from './gated-probes';
import { Helping } from './job-sidecars';
import { Edge, ExternalEdge } from './resolve-edges';
import { byLimit } from './timeouts';
import { Mechanism } from '../api/mechanism';
import { OnTimeout } from '../api/on-timeout';
import { Awaitable } from '../api/private/check';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { AwaitedDecision, GateDecision } from '../pod/pod-plan';

/** A container whose command stands behind the agent. */
export interface Gated {
  readonly container: ContainerIntent;
  /** Empty: there is no gate, and it waits for nothing. */
  readonly awaited: GateDecision['awaited'];
  /** Others stop only after it. */
  readonly locks: boolean;
  /** It is a helper, and ends when these have. */
  readonly endsBehind: GateDecision['endsBehind'];
  /** A gate waits until it has ended, or a helper. */
  readonly marksEnd: boolean;
  /** The last of those that end asks the proxy of the mesh to end. */
  readonly quits?: GateDecision['quits'];
}

/** In the order of declaration. */
export function gatedOf(
  chosen: readonly ChosenEdge<Edge>[], chosenOutside: readonly ChosenEdge<ExternalEdge>[],
  locking: ReadonlySet<ContainerIntent>, helping: Helping, intent: PodIntent,
): (Gated | undefined)[] {
  const awaitedBy: AwaitedDecision<Awaitable>[][] = [];
  const marksEnd: boolean[] = [];
  for (const { edge, choice } of chosen) {
    if (choice.mechanism !== Mechanism.ENTRYPOINT_GATE) { continue; }
    const { dependent, dependency, declared } = edge;
    const { sees, check } = gateWaitOf(edge, intent);
    (awaitedBy[dependent.place] ??= []).push({ dependency: dependency.name, check, ...limitOf(declared) });
    if (sees === 'end') {
      marksEnd[dependency.place] = true;
      awaitedBy[dependency.place] ??= [];
    }
  }
  for (const { edge: { dependent, target, declared }, choice } of chosenOutside) {
    if (choice.mechanism !== Mechanism.ENTRYPOINT_GATE) { continue; }
    (awaitedBy[dependent.place] ??= []).push({ dependency: target.name, check: target.check, ...limitOf(declared) });
  }
  for (const { place } of [...locking, ...helping.helpers, ...helping.mains]) { awaitedBy[place] ??= []; }
  for (const { place } of helping.mains) { marksEnd[place] = true; }
  return awaitedBy.map((awaited, place) => {
    const container = intent.containers[place];
    return {
      container,
      awaited: awaited.sort(byLimit),
      locks: locking.has(container),
      endsBehind: helping.helpers.has(container) ? helping.endsBehind : [],
      marksEnd: marksEnd[place] ?? false,
      quits: helping.mains.includes(container) ? helping.quits : undefined,
    };
  });
}

export function gatesOf(gated: readonly (Gated | undefined)[]): GateDecision[] {
  return gated.flatMap(g => !g ? [] : [{
    container: g.container.name,
    awaited: g.awaited,
    locks: g.locks,
    endsBehind: g.endsBehind,
    marksEnd: g.marksEnd,
    quits: g.quits,
    keptProbes: keptProbesOf(g.container, g.awaited),
  }]);
}

function limitOf({ timeoutSeconds, onTimeout = OnTimeout.FAIL }: Edge['declared']): Pick<AwaitedDecision, 'timeoutSeconds' | 'onTimeout'> {
  return { timeoutSeconds, onTimeout };
}
