import { sorted } from './sorted';
import { escapeForExpansion } from '../agent/contract';
import { Check } from '../api/private/check';
import { HandlerJson, ProbeJson } from '../api/private/pod-spec';
import { ReadyProbePlan } from '../pod/pod-plan';

/** Returns the ready check of a native sidecar as its startup probe. The probe names no host, so the kubelet connects to the IP of the pod. */
export function writeReadyProbe(probe: ReadyProbePlan): ProbeJson {
  return sorted({
    ...writeHandler(probe.check),
    failureThreshold: probe.failureThreshold,
    periodSeconds: 1,
    ...(probe.trySeconds === undefined ? {} : { timeoutSeconds: probe.trySeconds }),
  });
}

function writeHandler(check: Check): HandlerJson {
  switch (check.kind) {
    case 'httpGet': return {
      httpGet: {
        ...(check.headers?.length ? { httpHeaders: check.headers.map(({ name, value }) => ({ name, value })) } : {}),
        path: check.path,
        port: check.port,
        ...(check.scheme === 'https' ? { scheme: 'HTTPS' } : {}),
      },
    };
    case 'tcpSocket': return { tcpSocket: { port: check.port } };
    case 'grpc': return { grpc: { port: check.port, ...(check.service === undefined ? {} : { service: check.service }) } };
    case 'command': return { exec: { command: check.command.map(escapeForExpansion) } };
    default: throw new Error(`unreachable: the planner plans no startup probe for the check ${check.kind}`);
  }
}
