import { tryTimeout } from './agent-arguments';
import { CheckModule, ContainerCheckModule } from './check-module';
import { hostAndPort, LOOPBACK, probeObstacleOfHost } from './hosts';
import { validateHost, validatePort } from './validate';
import { CheckOf } from '../../api/private/check';

export const tcpSocket: ContainerCheckModule<CheckOf<'tcpSocket'>> = {
  describe: (check, defaultHost) => `TCP ${check.host ?? defaultHost}:${check.port}`,
  validate: (check, where) => [...validateHost(check.host, where), ...validatePort(check.port, where)],
  agentArguments: check => [`--tcp=${hostAndPort(check.host ?? LOOPBACK, check.port)}`, ...tryTimeout(check)],
  toolOf: () => undefined,
  traffic: 'connection',
  scope: 'pod',
  probeHandler: ({ host, port }) => host ? probeObstacleOfHost(host) : { tcpSocket: { port } },
};

export const grpc: ContainerCheckModule<CheckOf<'grpc'>> = {
  describe: check => `gRPC health on port ${check.port}${check.service ? ` (service ${check.service})` : ''}`,
  validate: (check, where) => validatePort(check.port, where),
  agentArguments: ({ port }) => ({
    why: 'the wait agent speaks no gRPC',
    instead: `use ReadyCheck.command(['grpc_health_probe', '-addr=:${port}']) if the image has it, or ReadyCheck.tcpSocket(${port})`,
  }),
  toolOf: () => undefined,
  traffic: 'request',
  scope: 'pod',
  probeHandler: ({ port, service }) => ({ grpc: { port, ...(service === undefined ? {} : { service }) } }),
};

export const dns: CheckModule<CheckOf<'dns'>> = {
  describe: check => `the name ${check.host}`,
  validate: (check, where) => validateHost(check.host, where),
  agentArguments: check => [`--dns=${check.host}`, ...tryTimeout(check)],
  toolOf: () => undefined,
  traffic: 'request',
};
