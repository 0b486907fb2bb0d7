import { Check } from '../api/private/check';
import { ContainerJson, EnvVarJson, ProbeJson } from '../api/private/pod-spec';

/** The check that a kubelet probe makes, as the agent could make it; `undefined` for a handler or a named port that leads nowhere. */
export function checkOfProbe(probe: ProbeJson, container: ContainerJson): Check | undefined {
  const trySeconds = probe.timeoutSeconds;
  if (probe.exec?.command) { return { kind: 'command', command: expanded(probe.exec.command, container.env), trySeconds }; }
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

/**
 * The words that the kubelet runs. Of `$(VAR)` it knows what stands in the manifest as `value`, and leaves what it does not know.
 *
 * kubelet 1.27–1.37, container/helpers.go ExpandContainerCommandOnlyStatic
 */
export function expanded(command: readonly string[], env: readonly EnvVarJson[] = []): string[] {
  const values = new Map(env.map(({ name, value }) => [name, value ?? '']));
  return command.map(word => word.replace(/\$\$|\$\(([^)]*)\)/g, (found, name?: string) => name === undefined ? '$' : values.get(name) ?? found));
}

function portOf(port: number | string, container: ContainerJson): number | undefined {
  return typeof port === 'number' ? port : container.ports?.find(p => p.name === port)?.containerPort;
}
