import { Check } from '../api/private/check';
import { ContainerJson, EnvVarJson, ProbeJson } from '../api/private/pod-spec';

/**
 * Returns the check of a kubelet probe, for the agent; `undefined`: the probe has no handler, or its named port does
 * not exist.
 */
export function readProbe(probe: ProbeJson, container: ContainerJson): Check | undefined {
  const trySeconds = probe.timeoutSeconds;
  if (probe.exec?.command) {
    return { kind: 'command', command: expandVariables(probe.exec.command, container.env), trySeconds };
  }
  if (probe.grpc) {
    return { kind: 'grpc', port: probe.grpc.port, service: probe.grpc.service, trySeconds };
  }
  if (probe.tcpSocket) {
    const port = resolvePort(probe.tcpSocket.port, container);
    return port === undefined ? undefined : { kind: 'tcpSocket', host: probe.tcpSocket.host, port, trySeconds };
  }
  if (probe.httpGet) {
    const port = resolvePort(probe.httpGet.port, container);
    const path = probe.httpGet.path ?? '/';
    return port === undefined
      ? undefined
      : {
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
 * Expands `$(VAR)` in a command as the kubelet does, with the variables that have a `value` in the manifest. Unknown
 * variables stay unchanged.
 *
 * kubelet 1.27–1.37, container/helpers.go ExpandContainerCommandOnlyStatic
 */
export function expandVariables(command: readonly string[], env: readonly EnvVarJson[] = []): string[] {
  const values = new Map(env.map(({ name, value }) => [name, value ?? '']));
  return command.map(word =>
    word.replace(/\$\$|\$\(([^)]*)\)/g, (found, name?: string) =>
      name === undefined ? '$' : (values.get(name) ?? found),
    ),
  );
}

function resolvePort(port: number | string, container: ContainerJson): number | undefined {
  return typeof port === 'number' ? port : container.ports?.find(p => p.name === port)?.containerPort;
}
