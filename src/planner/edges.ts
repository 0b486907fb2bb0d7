import { AnyEdge, Edge, ExternalEdge, findCheckWithSource, isExternal } from './graph/edge';
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
  // Without spread, which is many times slower here.
  return [...edges, ...externals].map(edge =>
    Object.assign(
      planEdge(edge, intent),
      isExternal(edge) ? describeTarget(edge) : describeDependency(edge, stops, intent),
    ),
  );
}

function planEdge(
  { dependent, declared, condition, mechanism, guarantee, reason, part, wait }: Chosen<AnyEdge>,
  intent: PodIntent,
) {
  const timeoutSeconds = wait?.timeoutSeconds;
  return {
    dependent: dependent.name,
    dependency: declared.target.name,
    condition,
    mechanism,
    guarantee,
    reason,
    part,
    exceptions: findExceptions(part, intent),
    waitsIn: wait?.waitsIn,
    timeoutSeconds,
    onTimeout: timeoutSeconds === undefined ? undefined : (wait?.onTimeout ?? OnTimeout.FAIL),
  };
}

function describeTarget({ dependent, target, declared, guarantee }: Chosen<ExternalEdge>) {
  return {
    external: true,
    injected: target.injected,
    check: target.check,
    // A dependency outside the pod is BEST_EFFORT only with OnTimeout.CONTINUE, which states that guarantee.
    accepted: true,
    findRemedies: () => (guarantee === Guarantee.BEST_EFFORT ? [useFail(dependent)] : []),
    expectedReadySeconds: declared.expectedReadySeconds,
  };
}

function describeDependency(edge: Chosen<Edge>, stops: ReadonlyMap<Edge, StopMechanism>, intent: PodIntent) {
  const { dependency, condition, mechanism, guarantee, askedGuarantee } = edge;
  // On a native sidecar, STARTED needs a check only with a startup probe of the user.
  const isUnchecked =
    condition === StartCondition.STARTED && mechanism === Mechanism.POSITION && dependency.startup?.automatic;
  const found = isUnchecked ? undefined : findCheckWithSource(edge);
  return {
    external: false,
    check: found?.check,
    checkSource: found?.source,
    accepted: askedGuarantee === Guarantee.BEST_EFFORT,
    findRemedies: () => (guarantee === Guarantee.BEST_EFFORT ? findRemedies(edge, intent) : []),
    stopMechanism: stops.get(edge),
  };
}

export function findExceptions(part: OrderPart | undefined, { kubeletExceptions }: PodIntent): KubeletException[] {
  return part === undefined ? [] : kubeletExceptions.filter(e => e.opens === part);
}
