import {
  formatTryTimeout,
  CheckModule,
  ContainerCheckModule,
  needed,
  optional,
  hostRule,
  portRule,
} from './check-module';
import { describeHostObstacle, HOST_FIELD, joinHostAndPort, LOOPBACK, resolvePort } from './hosts';
import { CheckOf } from '../../api/private/check';

export const tcpSocket: ContainerCheckModule<CheckOf<'tcpSocket'>> = {
  field: {
    name: 'tcpSocket',
    title: 'TcpSocketOfContainer',
    means: 'The port accepts a TCP connection.',
    value: { port: needed('number', 'The port.'), host: HOST_FIELD },
    hasTries: true,
  },
  describe: (check, defaultHost) => `TCP ${joinHostAndPort(check.host ?? defaultHost, check.port)}`,
  rules: check => [hostRule(check.host), portRule(check.port)],
  buildAgentArguments: check => [
    `--tcp=${joinHostAndPort(check.host ?? LOOPBACK, check.port)}`,
    ...formatTryTimeout(check),
  ],
  argument: { options: ['--tcp'], read: readAddress },
  traffic: 'connection',
  scope: 'pod',
  buildProbeHandler: ({ host, port }) => (host ? describeHostObstacle(host) : { tcpSocket: { port } }),
  readProbe: ({ tcpSocket: handler }, container) => {
    const port = handler && resolvePort(handler.port, container);
    return port === undefined ? undefined : { kind: 'tcpSocket', host: handler?.host || undefined, port };
  },
};

export const grpc: ContainerCheckModule<CheckOf<'grpc'>> = {
  field: {
    name: 'grpc',
    means: 'The gRPC health service returns SERVING. Only the kubelet can make this check.',
    value: {
      port: needed('number', 'The port of the gRPC server.'),
      service: optional('text', 'The name of the service. Default: the whole server.'),
    },
  },
  describe: check => `gRPC health on port ${check.port}${check.service ? ` (service ${check.service})` : ''}`,
  rules: check => [portRule(check.port)],
  buildAgentArguments: ({ port }) => ({
    why: 'the wait agent does not support gRPC',
    instead:
      `use the command \`grpc_health_probe -addr=:${port}\` if the image has it, or \`tcpSocket\` with ` +
      `port ${port}`,
  }),
  traffic: 'request',
  scope: 'pod',
  buildProbeHandler: ({ port, service }) => ({ grpc: { port, ...(service === undefined ? {} : { service }) } }),
  readProbe: ({ grpc: handler }) => handler && { kind: 'grpc', port: handler.port, service: handler.service },
};

export const dns: CheckModule<CheckOf<'dns'>> = {
  describe: check => `the name ${check.host}`,
  rules: check => [hostRule(check.host)],
  buildAgentArguments: check => [`--dns=${check.host}`, ...formatTryTimeout(check)],
  argument: { options: ['--dns'], read: host => ({ kind: 'dns', host }) },
  traffic: 'request',
};

/** Reads `HOST:PORT`, with an IPv6 address in brackets. */
function readAddress(address: string): CheckOf<'tcpSocket'> | undefined {
  const [, host, port] = /^\[?([^\]]*)\]?:(\d+)$/.exec(address) ?? [];
  return port === undefined ? undefined : { kind: 'tcpSocket', host, port: Number(port) };
}
