import { proofOf } from './agent-limits';
import { ChosenEdge } from './choose-mechanism';
import { Wait } from './external-waits';
import { Guarded } from './markers';
import { waysToFailClosed } from './remedies';
import { Edge, ExternalEdge, wantedOf } from './resolve-edges';
import { longestTimeout } from './timeouts';
import { Guarantee } from '../api/guarantee';
import { Mechanism } from '../api/mechanism';
import { OnTimeout } from '../api/on-timeout';
import { StartCondition } from '../api/start-condition';
import { PodIntent } from '../pod/intent';
import { EdgeDecision, HookDecision, ProbeDecision, WaitDecision } from '../pod/pod-plan';

/** What holds dependents back. */
export interface Waiting {
  /** By the place of a dependency, the hook that proves it. */
  readonly hookFor: readonly (HookDecision | undefined)[];
  readonly probes: readonly ProbeDecision[];
  readonly sidecarWaits: readonly WaitDecision[];
  /** By the place of a dependency, what guards wait for. */
  readonly guarded: readonly (Guarded | undefined)[];
}

/** What became of each dependency on a container of the pod. */
export function edgeDecisions(chosen: readonly ChosenEdge<Edge>[], waiting: Waiting, intent: PodIntent): EdgeDecision[] {
  const { hookFor, probes, sidecarWaits, guarded } = waiting;
  const probeOf = new Map(probes.map(p => [p.container, p]));
  const waitOf = new Map(sidecarWaits.flatMap(({ name, awaited }) => awaited.map(a => [a.dependency, { ...a, name }] as const)));
  return chosen.map(({ edge, choice }) => {
    const hook = choice.mechanism === Mechanism.POST_START ? hookFor[edge.dependency.place] : undefined;
    const probe = choice.mechanism === Mechanism.SIDECAR_PROBE ? probeOf.get(edge.dependency.name) : undefined;
    const guard = choice.mechanism === Mechanism.GUARDED_HOOK ? guarded[edge.dependency.place] : undefined;
    const wait = choice.mechanism === Mechanism.SIDECAR_WAIT_INIT ? waitOf.get(edge.dependency.name) : undefined;
    const gate = choice.mechanism === Mechanism.ENTRYPOINT_GATE ? edge : undefined;
    const kept = hook?.timeoutSeconds ?? probe?.timeoutSeconds ?? wait?.timeoutSeconds ?? (guard && longestTimeout(guard.edges));
    const proof = isChecked(edge, choice.mechanism) ? proofOf(edge) : undefined;
    const timeoutSeconds = gate ? gate.declared.timeoutSeconds : kept;
    return {
      dependent: edge.dependent.name,
      dependency: edge.dependency.name,
      external: false,
      condition: edge.condition,
      check: proof?.check,
      checkSource: proof?.source,
      mechanism: choice.mechanism,
      guarantee: choice.guarantee,
      reason: choice.reason,
      accepted: wantedOf(edge, intent) === Guarantee.BEST_EFFORT,
      ways: () => choice.guarantee === Guarantee.BEST_EFFORT ? waysToFailClosed(edge, intent) : [],
      waitsIn: hook?.carrier ?? probe?.container ?? wait?.name ?? guard?.dependency.name ?? gate?.dependent.name,
      timeoutSeconds,
      onTimeout: timeoutSeconds === undefined ? undefined : hook?.onTimeout ?? wait?.onTimeout ?? gate?.declared.onTimeout ?? OnTimeout.FAIL,
    };
  });
}

/** On a native sidecar STARTED rests on no check but that of a startup probe which stays there. */
function isChecked({ dependency, condition }: Edge, mechanism: Mechanism): boolean {
  return condition !== StartCondition.RUNNING
    && !(condition === StartCondition.STARTED && mechanism === Mechanism.POSITION && dependency.startup?.automatic);
}

/** What became of each dependency on something outside the pod. */
export function externalEdgeDecisions(chosen: readonly ChosenEdge<ExternalEdge>[], waits: readonly Wait[]): EdgeDecision[] {
  const waitFor = new Map(waits.flatMap(({ decision, edges }) => edges.map(e => [e, decision] as const)));
  return chosen.map(({ edge, choice }) => {
    const { timeoutSeconds, onTimeout = OnTimeout.FAIL } = edge.declared;
    return {
      dependent: edge.dependent.name,
      dependency: edge.target.name,
      external: true,
      inApp: edge.target.inApp,
      condition: StartCondition.READY,
      check: edge.target.check,
      mechanism: choice.mechanism,
      guarantee: choice.guarantee,
      reason: choice.reason,
      // It was asked for by name: OnTimeout.CONTINUE.
      accepted: true,
      ways: () => choice.guarantee === Guarantee.BEST_EFFORT ? [{ kind: 'onTimeoutFail', container: edge.dependent.name }] : [],
      waitsIn: waitFor.get(edge)?.name ?? edge.dependent.name,
      expectedReadySeconds: edge.declared.expectedReadySeconds,
      timeoutSeconds,
      onTimeout: timeoutSeconds === undefined ? undefined : onTimeout,
    };
  });
}
