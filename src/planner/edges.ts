import { Edge, ExternalEdge, getStatedGuarantee, findCheckWithSource } from './graph/edge';
import { Choices, ChosenEdge } from './mechanisms/chosen-edge';
import { MECHANISMS } from './mechanisms/index';
import { EdgeWait } from './mechanisms/mechanism';
import { findRemedies } from './mechanisms/remedies';
import { WaitPlans } from './mechanisms/wait-plans';
import { Shutdown } from './shutdown';
import { Guarantee } from '../api/guarantee';
import { Mechanism } from '../api/mechanism';
import { OnTimeout } from '../api/on-timeout';
import { StartCondition } from '../api/start-condition';
import { PodIntent } from '../pod/intent';
import { KubeletException, OrderPart } from '../pod/kubelet-bugs';
import { EdgePlan } from '../pod/pod-plan';

export function planEdges(
  { edges, externals }: Choices,
  plans: WaitPlans,
  { mechanisms: stopMechanisms }: Shutdown,
  intent: PodIntent,
): EdgePlan[] {
  return [
    ...edges.map(chosen => ({
      ...planEdge(chosen, MECHANISMS[chosen.choice.mechanism].locateWait(chosen.edge, plans), intent),
      stopMechanism: stopMechanisms.get(chosen.edge),
    })),
    // An external edge without an init container waits in the gate of the dependent.
    ...externals.map(chosen =>
      planExternalEdge(chosen, plans.waits.waitFor.get(chosen.edge)?.name ?? chosen.edge.dependent.name, intent),
    ),
  ];
}

function planEdge(
  { edge, choice }: ChosenEdge<Edge>,
  { waitsIn, timeoutSeconds, onTimeout = OnTimeout.FAIL }: EdgeWait,
  intent: PodIntent,
): EdgePlan {
  const { part, ...chosen } = choice;
  const found = isChecked(edge, choice.mechanism) ? findCheckWithSource(edge) : undefined;
  return {
    dependent: edge.dependent.name,
    dependency: edge.dependency.name,
    external: false,
    condition: edge.condition,
    check: found?.check,
    checkSource: found?.source,
    ...chosen,
    exceptions: findExceptions(part, intent),
    accepted: getStatedGuarantee(edge, intent) === Guarantee.BEST_EFFORT,
    findRemedies: () => (choice.guarantee === Guarantee.BEST_EFFORT ? findRemedies(edge, intent) : []),
    waitsIn,
    timeoutSeconds,
    onTimeout: timeoutSeconds === undefined ? undefined : onTimeout,
  };
}

export function findExceptions(part: OrderPart | undefined, { kubeletExceptions }: PodIntent): KubeletException[] {
  return part === undefined ? [] : kubeletExceptions.filter(e => e.opens === part);
}

/** On a native sidecar, STARTED needs a check only with a startup probe of the user. */
function isChecked({ dependency, condition }: Edge, mechanism: Mechanism): boolean {
  return (
    condition !== StartCondition.RUNNING &&
    !(condition === StartCondition.STARTED && mechanism === Mechanism.POSITION && dependency.startup?.automatic)
  );
}

function planExternalEdge({ edge, choice }: ChosenEdge<ExternalEdge>, waitsIn: string, intent: PodIntent): EdgePlan {
  const { part, ...chosen } = choice;
  const {
    dependent,
    target,
    declared: { timeoutSeconds, onTimeout = OnTimeout.FAIL, expectedReadySeconds },
  } = edge;
  return {
    dependent: dependent.name,
    dependency: target.name,
    external: true,
    injected: target.injected,
    condition: StartCondition.READY,
    check: target.check,
    ...chosen,
    exceptions: findExceptions(part, intent),
    // OnTimeout.CONTINUE states the weakest guarantee.
    accepted: true,
    findRemedies: () =>
      choice.guarantee === Guarantee.BEST_EFFORT ? [{ kind: 'onTimeoutFail', container: dependent.name }] : [],
    waitsIn,
    expectedReadySeconds,
    timeoutSeconds,
    onTimeout: timeoutSeconds === undefined ? undefined : onTimeout,
  };
}
