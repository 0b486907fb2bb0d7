import { sorted } from './sorted';
import { escapeForExpansion } from '../agent/contract';
import { HandlerJson, ProbeJson } from '../api/private/pod-spec';
import { ProbeDecision } from '../pod/pod-plan';

/** A ready check as the startup probe of a native sidecar. None names a host, so the kubelet asks the pod's IP. */
export function startupProbe(probe: ProbeDecision): ProbeJson {
  return sorted({
    ...handler(probe),
    failureThreshold: probe.failureThreshold,
    periodSeconds: 1,
    ...(probe.trySeconds === undefined ? {} : { timeoutSeconds: probe.trySeconds }),
  });
}

function handler({ check, container }: ProbeDecision): HandlerJson {
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
    default: throw new Error(`unreachable: the planner makes no startup probe of ${check.kind} for '${container}'`);
  }
}
