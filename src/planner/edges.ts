import { findRemedies } from './advice/remedies';
import { Edge, ExternalEdge, findCheckWithSource, isExternal } from './graph/edge';
import { Choices, Chosen } from './mechanisms/mechanism';
import { StopMechanism } from '../api/private/enums';
import { PodIntent, ReadyCheckIntent } from '../pod/intent';
import { KubeletException, OrderPart } from '../pod/kubelet-bugs';
import { EdgePlan } from '../pod/pod-plan';

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
  const { dependent, declared, condition, mechanism, guarantee, reason, part, wait } = edge;
  const outside = isExternal(edge) ? edge.target : undefined;
  const inside = isExternal(edge) ? undefined : edge;
  const found = inside && findEnforcedCheck(inside);
  const timeoutSeconds = wait?.timeoutSeconds;
  return {
    dependent: dependent.name,
    dependency: declared.target.name,
    external: outside !== undefined,
    injected: outside?.injected,
    condition,
    check: outside?.check ?? found?.check,
    checkSource: found?.source,
    mechanism,
    guarantee,
    reason,
    part,
    exceptions: findExceptions(part, intent),
    // A dependency outside the pod is BEST_EFFORT only with `onTimeout` CONTINUE, which states that guarantee.
    accepted: outside !== undefined || edge.askedGuarantee === 'BEST_EFFORT',
    findRemedies: pod => (guarantee === 'BEST_EFFORT' ? findRemedies(edge, pod) : []),
    waitsIn: wait?.waitsIn,
    timeoutSeconds,
    onTimeout: timeoutSeconds === undefined ? undefined : (wait?.onTimeout ?? 'FAIL'),
    expectedReadySeconds: outside && declared.expectedReadySeconds,
    stopMechanism: inside && stops.get(inside),
  };
}

/** On a native sidecar, STARTED needs a check only with a startup probe of the user. */
function findEnforcedCheck(edge: Chosen<Edge>): ReadyCheckIntent | undefined {
  const { dependency, condition, mechanism } = edge;
  const isUnchecked = condition === 'STARTED' && mechanism === 'POSITION' && dependency.startup?.automatic;
  return isUnchecked ? undefined : findCheckWithSource(edge);
}

export function findExceptions(part: OrderPart | undefined, { kubeletExceptions }: PodIntent): KubeletException[] {
  return part === undefined ? [] : kubeletExceptions.filter(e => e.opens === part);
}
