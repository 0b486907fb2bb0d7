import { sorted } from './sorted';
import { ProbeJson } from '../api/private/pod-spec';
import { probeHandler } from '../pod/checks';
import { ProbeDecision } from '../pod/pod-plan';

/** The ready check as the startup probe of a native sidecar. The probe names no host, so the kubelet uses the IP of the pod. */
export function startupProbe({ check, container, failureThreshold, trySeconds }: ProbeDecision): ProbeJson {
  const handler = probeHandler(check);
  if (typeof handler === 'string') { throw new Error(`unreachable: the planner makes no startup probe of ${check.kind} for '${container}'`); }
  return sorted({ ...handler, failureThreshold, periodSeconds: 1, ...(trySeconds === undefined ? {} : { timeoutSeconds: trySeconds }) });
}
