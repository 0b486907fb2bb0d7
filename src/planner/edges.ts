import { Edge, ExternalEdge, getStatedGuarantee, findCheckWithSource } from './graph/edge';
import { Choices, Chosen } from './mechanisms/mechanism';
import { findRemedies } from './mechanisms/remedies';
import { Guarantee } from '../api/guarantee';
import { Mechanism } from '../api/mechanism';
import { OnTimeout } from '../api/on-timeout';
import { StartCondition } from '../api/start-condition';
import { StopMechanism } from '../api/stop-mechanism';
import { PodIntent } from '../pod/intent';
import { KubeletException, OrderPart } from '../pod/kubelet-bugs';
import { EdgePlan } from '../pod/pod-plan';
import { Remedy } from '../pod/remedy';

/** Describes each dependency, its mechanism and its wait. `stops`: the mechanism of an ordered shutdown. */
export function planEdges(
  { edges, externals }: Choices,
  stops: ReadonlyMap<Edge, StopMechanism>,
  intent: PodIntent,
): EdgePlan[] {
  return [
    ...edges.map(edge => {
      const { dependency, condition } = edge;
      const found = isChecked(edge) ? findCheckWithSource(edge) : undefined;
      return {
        ...planEdge(edge, intent, () => findRemedies(edge, intent)),
        dependency: dependency.name,
        external: false,
        condition,
        check: found?.check,
        checkSource: found?.source,
        accepted: getStatedGuarantee(edge, intent) === Guarantee.BEST_EFFORT,
        stopMechanism: stops.get(edge),
      };
    }),
    ...externals.map(edge => {
      const { dependent, target, declared } = edge;
      return {
        ...planEdge(edge, intent, () => [{ kind: 'onTimeoutFail', container: dependent.name }]),
        dependency: target.name,
        external: true,
        injected: target.injected,
        condition: StartCondition.READY,
        check: target.check,
        // OnTimeout.CONTINUE states the weakest guarantee.
        accepted: true,
        expectedReadySeconds: declared.expectedReadySeconds,
      };
    }),
  ];
}

/** `advise`: finds the changes that would raise the weakest guarantee. */
function planEdge(
  { dependent, mechanism, guarantee, reason, part, wait }: Chosen<Edge | ExternalEdge>,
  intent: PodIntent,
  advise: () => Remedy[],
) {
  const { waitsIn, timeoutSeconds, onTimeout = OnTimeout.FAIL } = wait ?? {};
  return {
    dependent: dependent.name,
    mechanism,
    guarantee,
    reason,
    exceptions: findExceptions(part, intent),
    findRemedies: () => (guarantee === Guarantee.BEST_EFFORT ? advise() : []),
    waitsIn,
    timeoutSeconds,
    onTimeout: timeoutSeconds === undefined ? undefined : onTimeout,
  };
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
