import { formatTryTimeout } from './agent-arguments';
import { CheckModule, ContainerCheckModule } from './check-module';
import { joinHostAndPort, LOOPBACK, describeHostObstacle } from './hosts';
import { validateHost, validatePort } from './validate';
import { CheckOf } from '../../api/private/check';

export const tcpSocket: ContainerCheckModule<CheckOf<'tcpSocket'>> = {
  describe: (check, defaultHost) => `TCP ${check.host ?? defaultHost}:${check.port}`,
  validate: (check, where) => [...validateHost(check.host, where), ...validatePort(check.port, where)],
  buildAgentArguments: check => [
    `--tcp=${joinHostAndPort(check.host ?? LOOPBACK, check.port)}`,
    ...formatTryTimeout(check),
  ],
  findTool: () => undefined,
  traffic: 'connection',
  scope: 'pod',
  buildProbeHandler: ({ host, port }) => (host ? describeHostObstacle(host) : { tcpSocket: { port } }),
};

export const grpc: ContainerCheckModule<CheckOf<'grpc'>> = {
  describe: check => `gRPC health on port ${check.port}${check.service ? ` (service ${check.service})` : ''}`,
  validate: (check, where) => validatePort(check.port, where),
  buildAgentArguments: ({ port }) => ({
    why: 'the wait agent does not support gRPC',
    instead:
      `use the command \`grpc_health_probe -addr=:${port}\` if the image has it, or \`tcpSocket\` with ` +
      `port ${port}`,
  }),
  findTool: () => undefined,
  traffic: 'request',
  scope: 'pod',
  buildProbeHandler: ({ port, service }) => ({ grpc: { port, ...(service === undefined ? {} : { service }) } }),
};

export const dns: CheckModule<CheckOf<'dns'>> = {
  describe: check => `the name ${check.host}`,
  validate: (check, where) => validateHost(check.host, where),
  buildAgentArguments: check => [`--dns=${check.host}`, ...formatTryTimeout(check)],
  findTool: () => undefined,
  traffic: 'request',
};
