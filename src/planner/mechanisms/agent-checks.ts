import { decline, declineWithoutCheck, Verdict } from './mechanism';
import { position } from './position';
import { sidecarProbe } from './sidecar-probe';
import { Check } from '../../api/private/check';
import { Mechanism } from '../../api/private/enums';
import { buildProbeHandler, describeCheck, findAgentObstacle } from '../../pod/checks';
import { PodIntent } from '../../pod/intent';
import { Edge, findCheck, namesOf, needsApp, supposeSidecar } from '../graph/edge';
import { problem } from '../problems';

/**
 * Returns a refusal if the wait agent cannot check the condition; `undefined`: the agent can, or the condition needs no
 * check.
 */
export function refuseUncheckable(edge: Edge, mechanism: Mechanism, intent: PodIntent): Verdict | undefined {
  const { dependency, condition } = edge;
  const check = findCheck(edge);
  if (!check && condition === 'READY') {
    return declineWithoutCheck(edge);
  }
  if (!check && condition === 'STARTED' && dependency.startup) {
    return decline(`the startup probe of '${dependency.name}' makes no check that the agent could repeat`);
  }
  return check && refuseCheck(edge, check, mechanism, intent);
}

/** Refuses a check that the wait agent cannot make, with the checks that remain; `undefined`: the agent can make it. */
export function refuseCheck(edge: Edge, check: Check, mechanism: Mechanism, intent: PodIntent): Verdict | undefined {
  const obstacle = findAgentObstacle(check);
  if (!obstacle) {
    return undefined;
  }
  const { why, instead } = obstacle;
  const handler = buildProbeHandler(check);
  return decline(
    why,
    problem('SO303', {
      ...namesOf(edge),
      check: describeCheck(check),
      mechanism,
      why: typeof handler === 'string' ? `${why}, and ${handler}` : why,
      remedy: `${adviseKubelet(edge, intent)}${instead}`,
    }),
  );
}

/** Advises to let the kubelet make the check, as the probe of a native sidecar; '' where the kubelet cannot make it. */
function adviseKubelet(edge: Edge, intent: PodIntent): string {
  const { dependency } = edge;
  const asSidecar = supposeSidecar(edge);
  const helps = [position, sidecarProbe].some(m => m.judge(asSidecar, intent).can);
  const isSidecar = dependency.slot === 'NATIVE_SIDECAR';
  const isBound = dependency.fieldsForbiddenOnSidecar.length > 0 || dependency.hostPorts === 'mapped';
  if (!helps || (!isSidecar && (isBound || needsApp(dependency, intent)))) {
    return '';
  }
  const { having } = intent.lacks.nativeSidecars;
  const changes = isSidecar ? [] : [`with the role SIDECAR and ${having}`];
  if (isSidecar || edge.askedMechanism !== undefined) {
    changes.push('without `mechanism`');
  }
  return `${changes.join(' and ')} the kubelet makes the check; otherwise `;
}
