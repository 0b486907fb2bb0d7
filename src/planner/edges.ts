import { Edge, ExternalEdge, findCheckWithSource, isExternal } from './graph/edge';
import { Choices, Chosen } from './mechanisms/mechanism';
import { findRemedies } from './mechanisms/remedies';
import { Guarantee, Mechanism, StartCondition } from '../api/enums';
import { OnTimeout, StopMechanism } from '../api/private/enums';
import { PodIntent } from '../pod/intent';
import { KubeletException, OrderPart } from '../pod/kubelet-bugs';
import { EdgePlan } from '../pod/pod-plan';
import { useFail } from '../pod/remedy';

/** Describes each dependency, its mechanism and its wait. `stops`: the mechanism of an ordered shutdown. */
export function planEdges(
  { edges, externals }: Choices,
  stops: ReadonlyMap<Edge, StopMechanism>,
  intent: PodIntent,
): EdgePlan[] {
  return [...edges, ...externals].map(edge => planEdge(edge, stops, intent));
}

function planEdge(
  edge: Chosen<Edge> | Chosen<ExternalEdge>,
  stops: ReadonlyMap<Edge, StopMechanism>,
  intent: PodIntent,
): EdgePlan {
  const { dependent, declared, mechanism, guarantee, reason, wait } = edge;
  const outside = isExternal(edge) ? edge.target : undefined;
  const found = isExternal(edge) || !isChecked(edge) ? undefined : findCheckWithSource(edge);
  const timeoutSeconds = wait?.timeoutSeconds;
  return {
    dependent: dependent.name,
    dependency: declared.target.name,
    external: outside !== undefined,
    injected: outside?.injected,
    condition: isExternal(edge) ? StartCondition.READY : edge.condition,
    check: outside?.check ?? found?.check,
    checkSource: found?.source,
    mechanism,
    guarantee,
    reason,
    part: edge.part,
    exceptions: findExceptions(edge.part, intent),
    // A dependency outside the pod is BEST_EFFORT only with OnTimeout.CONTINUE, which states that guarantee.
    accepted: isExternal(edge) || edge.askedGuarantee === Guarantee.BEST_EFFORT,
    findRemedies: () => (guarantee === Guarantee.BEST_EFFORT ? advise(edge, intent) : []),
    waitsIn: wait?.waitsIn,
    timeoutSeconds,
    onTimeout: timeoutSeconds === undefined ? undefined : (wait?.onTimeout ?? OnTimeout.FAIL),
    expectedReadySeconds: outside && declared.expectedReadySeconds,
    stopMechanism: isExternal(edge) ? undefined : stops.get(edge),
  };
}

function advise(edge: Edge | ExternalEdge, intent: PodIntent): string[] {
  return isExternal(edge) ? [useFail(edge.dependent)] : findRemedies(edge, intent);
}

export function findExceptions(part: OrderPart | undefined, { kubeletExceptions }: PodIntent): KubeletException[] {
  return part === undefined ? [] : kubeletExceptions.filter(e => e.opens === part);
}

/** On a native sidecar, STARTED needs a check only with a startup probe of the user. */
function isChecked({ dependency, condition, mechanism }: Chosen<Edge>): boolean {
  return (
    condition !== StartCondition.RUNNING &&
    !(condition === StartCondition.STARTED && mechanism === Mechanism.POSITION && dependency.startup?.automatic)
  );
}
