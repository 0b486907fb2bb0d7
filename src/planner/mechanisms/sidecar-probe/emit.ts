import { ProbeJson } from '../../../api/private/pod-spec';
import { buildProbeHandler } from '../../../pod/checks';
import { ReadyProbePlan } from '../../../pod/pod-plan';
import { sortKeys } from '../../../pod/sort-keys';

/**
 * Returns the ready check of a native sidecar as its startup probe. The probe names no host, so the kubelet uses the IP
 * of the pod.
 */
export function writeReadyProbe({ check, failureThreshold, trySeconds }: ReadyProbePlan): ProbeJson {
  const handler = buildProbeHandler(check);
  if (typeof handler === 'string') {
    throw new Error(`unreachable: the planner plans no startup probe for the check ${check.kind}`);
  }
  return sortKeys({
    ...handler,
    failureThreshold,
    periodSeconds: 1,
    ...(trySeconds === undefined ? {} : { timeoutSeconds: trySeconds }),
  });
}
