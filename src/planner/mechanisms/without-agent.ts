/**
 * Explains dependencies that need the wait agent where `agent.delivery` is NONE: only the kubelet may keep the order.
 */
import { failsClosed, reportMissingCheck } from './mechanism';
import { position } from './position';
import { findRemedies } from './remedies';
import { sidecarProbe } from './sidecar-probe';
import { ContainerRole } from '../../api/container-role';
import { Guarantee } from '../../api/guarantee';
import { Mechanism } from '../../api/mechanism';
import { OnTimeout } from '../../api/on-timeout';
import { Check } from '../../api/private/check';
import { Problem } from '../../api/private/problem';
import { StartCondition } from '../../api/start-condition';
import { PodIntent } from '../../pod/intent';
import { describeRemedies, useFail } from '../../pod/remedy';
import {
  Edge,
  ExternalEdge,
  getStatedGuarantee,
  isExternal,
  namesOf,
  supposeSidecar,
  supposeSidecars,
  waitsForEnd,
  withDependency,
} from '../graph/edge';
import { problem } from '../problems';

/** The mechanisms of the kubelet itself. */
const OF_KUBELET = [position, sidecarProbe];

/** A check that each kubelet can make. */
const KUBELET_CHECK: Check = { kind: 'tcpSocket', port: 1 };

/** Whether the user asks for a mechanism that runs the agent. */
export function asksForAgent(mechanism: Mechanism | undefined): boolean {
  return mechanism !== undefined && !OF_KUBELET.some(m => m.mechanism === mechanism);
}

/** Why the kubelet alone cannot keep an order, and the changes with which it could. */
interface Explanation {
  readonly why: string;
  readonly remedies: readonly string[];
}

export function explainNeededAgent(edge: Edge | ExternalEdge, intent: PodIntent): Problem {
  const names = namesOf(edge);
  if (isExternal(edge)) {
    return problem('SO409', { ...names, condition: StartCondition.READY, ...explainExternal(edge) });
  }
  const { dependency, condition } = edge;
  if (condition === StartCondition.READY && !dependency.ready) {
    return reportMissingCheck(edge);
  }
  return problem('SO409', { ...names, condition, ...explain(edge, intent) });
}

function explainExternal({ dependent, target }: ExternalEdge): Explanation {
  if (target.injected) {
    return {
      why: `'${target.name}' is not in the manifest`,
      remedies: [`remove the dependency, and have '${target.name}' injected as a native sidecar`],
    };
  }
  return {
    why: 'it waits for nothing outside the pod',
    remedies: [
      `let '${dependent.name}' try again until '${target.name}' answers`,
      'write an init container of your own that waits',
    ],
  };
}

function explain(edge: Edge, intent: PodIntent): Explanation {
  const { dependency } = edge;
  if (waitsForEnd(edge)) {
    return {
      why: 'it waits for the end of init containers only',
      remedies: [`give '${dependency.name}' the role INIT and use the condition COMPLETED`],
    };
  }
  const mechanism = edge.declared.mechanism ?? intent.mechanism;
  const asksForEveryStart = getStatedGuarantee(edge, intent) === Guarantee.EVERY_START;
  const options: ('mechanism' | 'guarantee')[] = [];
  if (asksForAgent(mechanism)) {
    options.push('mechanism');
  }
  if (asksForEveryStart) {
    options.push('guarantee');
  }
  const sidecar = supposeSidecar(edge);
  const isInferable =
    intent.capabilities.nativeSidecars && dependency.role === ContainerRole.APP && !dependency.roleStated;
  const asInferred = isInferable ? sidecar : edge;
  if (options.length > 0 && canKubelet(asInferred, intent)) {
    const why = asksForAgent(mechanism)
      ? `${mechanism} runs the agent`
      : 'only the agent in a container checks at each start of that container';
    return { why, remedies: [`leave ${options.map(o => `\`${o}\``).join(' and ')} out`] };
  }
  if (!canKubelet(sidecar, intent)) {
    return explainCheck(edge, sidecar, intent);
  }
  // As a native sidecar, the kubelet could wait for it.
  const why = intent.capabilities.nativeSidecars
    ? `'${dependency.name}' is a regular container, and it waits for init containers and native sidecars only`
    : 'it waits for init containers and native sidecars only, and not all nodes have native sidecars';
  return { why, remedies: [describeRemedies(findRemedies(edge, intent))] };
}

/** Explains a dependency for which the kubelet cannot wait even if it is a native sidecar. */
function explainCheck(edge: Edge, sidecar: Edge, intent: PodIntent): Explanation {
  const { dependency, siblings } = edge;
  const judged = OF_KUBELET.map(m => m.judge(sidecar, intent)).reverse();
  const [refused] = judged.flatMap(verdict => (verdict.can ? [] : [verdict.why]));
  const [weak] = judged.flatMap(verdict => (verdict.can ? [verdict.reason] : []));
  const needsRole =
    dependency.role === ContainerRole.APP && dependency.roleStated ? ', and give it the role SIDECAR' : '';
  const why = weak ?? refused;
  const open = [edge, ...siblings.open].find(e => e.declared.onTimeout === OnTimeout.CONTINUE);
  // A timeout is no option of the other remedies.
  if (open) {
    return { why, remedies: [`${useFail(open.dependent)}${needsRole}`] };
  }
  const startup = {
    check: KUBELET_CHECK,
    agentCheck: KUBELET_CHECK,
    periodSeconds: 1,
    failureThreshold: 3,
    limitSeconds: 3,
    automatic: false,
  };
  const probed = withDependency(sidecar, { startup });
  const ready = (source: 'startupProbe' | 'readyWhen') => ({ ready: { check: KUBELET_CHECK, source } });
  const remedies: string[] = [];
  if (canKubelet(withDependency(sidecar, ready('readyWhen')), intent)) {
    remedies.push(
      `declare a check of '${dependency.name}' that the kubelet can make (HTTP, TCP, gRPC or a command)${needsRole}`,
    );
  }
  if (canKubelet(withDependency(probed, ready('startupProbe')), intent)) {
    remedies.push(`give '${dependency.name}' a startup probe of its own${needsRole}`);
  }
  if (OF_KUBELET.some(m => m.judge(supposeSidecars(edge), intent).can)) {
    remedies.push('accept the guarantee BEST_EFFORT');
  }
  return { why, remedies };
}

function canKubelet(edge: Edge, intent: PodIntent): boolean {
  return OF_KUBELET.some(m => failsClosed(m.judge(edge, intent)));
}
