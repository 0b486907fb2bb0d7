import { Edge, ExternalEdge, statedGuarantee } from './graph/edge';
import { proofOf } from './mechanisms/agent-limits';
import { Choices, ChosenEdge } from './mechanisms/chosen-edge';
import { Markers } from './mechanisms/guarded-hook/markers';
import { waysToFailClosed } from './mechanisms/remedies';
import { longestTimeout } from './mechanisms/timeouts';
import { Waits } from './wait-drafts';
import { Guarantee } from '../api/guarantee';
import { Mechanism } from '../api/mechanism';
import { OnTimeout } from '../api/on-timeout';
import { StartCondition } from '../api/start-condition';
import { PodIntent } from '../pod/intent';
import { EdgePlan, PostStartPlan, ReadyProbePlan } from '../pod/pod-plan';

/** The parts of the plan in which dependents wait. */
export interface WaitPlans {
  /** The hook that proves a dependency, by the index of the dependency. */
  readonly hookFor: readonly (ProvingHook | undefined)[];
  /** By the index of the sidecar. */
  readonly readyProbes: readonly (ReadyProbePlan | undefined)[];
  readonly waits: Waits;
  readonly markers: Markers;
}

export interface ProvingHook {
  readonly carrier: string;
  readonly hook: PostStartPlan;
}

/** Where a dependent waits, and how long. */
type EdgeWait = Pick<EdgePlan, 'waitsIn' | 'timeoutSeconds' | 'onTimeout'>;

export function planEdges({ edges, externals }: Choices, plans: WaitPlans, intent: PodIntent): EdgePlan[] {
  const sidecarWaitFor = new Map(plans.waits.sidecar.flatMap(({ plan }) =>
    plan.awaited.map(a => [a.dependency, { ...a, waitsIn: plan.name }] as const)));
  const waitFor: Readonly<Record<Mechanism, (edge: Edge) => EdgeWait>> = {
    [Mechanism.POSITION]: () => ({}),
    [Mechanism.SIDECAR_PROBE]: ({ dependency: { name, place } }) => ({ waitsIn: name, timeoutSeconds: plans.readyProbes[place]!.timeoutSeconds }),
    [Mechanism.ENTRYPOINT_GATE]: ({ dependent, declared: { timeoutSeconds, onTimeout } }) => ({ waitsIn: dependent.name, timeoutSeconds, onTimeout }),
    [Mechanism.GUARDED_HOOK]: ({ dependency: { name, place } }) =>
      ({ waitsIn: name, timeoutSeconds: longestTimeout(plans.markers.guarded[place]!.edges) }),
    [Mechanism.SIDECAR_WAIT_INIT]: ({ dependency }) => sidecarWaitFor.get(dependency.name)!,
    [Mechanism.POST_START]: ({ dependency }) => {
      const { carrier, hook } = plans.hookFor[dependency.place]!;
      return { waitsIn: carrier, timeoutSeconds: hook.timeoutSeconds, onTimeout: hook.onTimeout };
    },
    [Mechanism.INIT_CONTAINER]: () => ({}),
  };
  const externalWaitFor = new Map(plans.waits.external.flatMap(w => w.edges.map(e => [e, w.plan.name] as const)));
  return [
    ...edges.map(chosen => planEdge(chosen, waitFor[chosen.choice.mechanism](chosen.edge), intent)),
    ...externals.map(chosen => planExternalEdge(chosen, externalWaitFor.get(chosen.edge) ?? chosen.edge.dependent.name)),
  ];
}

function planEdge(
  { edge, choice }: ChosenEdge<Edge>, { waitsIn, timeoutSeconds, onTimeout = OnTimeout.FAIL }: EdgeWait, intent: PodIntent,
): EdgePlan {
  const proof = isChecked(edge, choice.mechanism) ? proofOf(edge) : undefined;
  return {
    dependent: edge.dependent.name,
    dependency: edge.dependency.name,
    external: false,
    condition: edge.condition,
    check: proof?.check,
    checkSource: proof?.source,
    ...choice,
    accepted: statedGuarantee(edge, intent) === Guarantee.BEST_EFFORT,
    ways: () => choice.guarantee === Guarantee.BEST_EFFORT ? waysToFailClosed(edge, intent) : [],
    waitsIn,
    timeoutSeconds,
    onTimeout: timeoutSeconds === undefined ? undefined : onTimeout,
  };
}

/** On a native sidecar, STARTED needs a check only with a startup probe of the user. */
function isChecked({ dependency, condition }: Edge, mechanism: Mechanism): boolean {
  return condition !== StartCondition.RUNNING
    && !(condition === StartCondition.STARTED && mechanism === Mechanism.POSITION && dependency.startup?.automatic);
}

function planExternalEdge({ edge, choice }: ChosenEdge<ExternalEdge>, waitsIn: string): EdgePlan {
  const { dependent, target, declared: { timeoutSeconds, onTimeout = OnTimeout.FAIL, expectedReadySeconds } } = edge;
  return {
    dependent: dependent.name,
    dependency: target.name,
    external: true,
    inApp: target.inApp,
    condition: StartCondition.READY,
    check: target.check,
    ...choice,
    // OnTimeout.CONTINUE states the weakest guarantee.
    accepted: true,
    ways: () => choice.guarantee === Guarantee.BEST_EFFORT ? [{ kind: 'onTimeoutFail', container: dependent.name }] : [],
    waitsIn,
    expectedReadySeconds,
    timeoutSeconds,
    onTimeout: timeoutSeconds === undefined ? undefined : onTimeout,
  };
}
