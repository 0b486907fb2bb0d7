import { Check } from '../model/private/check';
import { ContainerJson, ProbeJson } from '../model/private/pod-spec';

/** The check that a kubelet probe makes, as the agent could make it; `undefined` for a handler or a named port that leads nowhere. */
export function checkOfProbe(probe: ProbeJson, container: ContainerJson): Check | undefined {
  const trySeconds = probe.timeoutSeconds;
  if (probe.exec?.command) { return { kind: 'command', command: probe.exec.command, trySeconds }; }
  if (probe.grpc) { return { kind: 'grpc', port: probe.grpc.port, service: probe.grpc.service, trySeconds }; }
  if (probe.tcpSocket) {
    const port = portOf(probe.tcpSocket.port, container);
    return port === undefined ? undefined : { kind: 'tcpSocket', host: probe.tcpSocket.host, port, trySeconds };
  }
  if (probe.httpGet) {
    const port = portOf(probe.httpGet.port, container);
    const path = probe.httpGet.path ?? '/';
    return port === undefined ? undefined : {
      kind: 'httpGet',
      scheme: probe.httpGet.scheme === 'HTTPS' ? 'https' : 'http',
      host: probe.httpGet.host,
      port,
      path: path.startsWith('/') ? path : `/${path}`,
      headers: probe.httpGet.httpHeaders,
      trySeconds,
    };
  }
  return undefined;
}

function portOf(port: number | string, container: ContainerJson): number | undefined {
  return typeof port === 'number' ? port : container.ports?.find(p => p.name === port)?.containerPort;
}
