import {
  formatOption,
  formatTryTimeout,
  ContainerCheckModule,
  needed,
  optional,
  hostRule,
  portRule,
  Rule,
} from './check-module';
import { joinHostAndPort, LOOPBACK } from './hosts';
import { ServerCheck } from '../../api/private/check';
import { serverCheck } from '../../api/private/external-target';
import { EXCHANGES } from '../../api/private/protocols';

export const server: ContainerCheckModule<ServerCheck> = {
  field: {
    name: 'server',
    title: 'ServerOfContainer',
    means: 'The server answers in its own protocol, without credentials. The wait agent makes this check.',
    value: {
      protocol: needed('protocol', 'The protocol.'),
      port: optional('number', 'The port. Default: the default port of the protocol.'),
      host: optional('text', 'The host. Default: 127.0.0.1.'),
    },
    hasTries: true,
    read: ({ protocol, ...options }: ServerCheck) => serverCheck(protocol, options),
  },
  describe: ({ protocol, host, port }) => `${protocol} at ${joinHostAndPort(host ?? LOOPBACK, port)}`,
  rules: ({ protocol, host, port }) => [hostRule(host), plainPortRule(protocol, port)],
  buildAgentArguments: check => {
    const { send, answers } = EXCHANGES[check.protocol];
    return [
      `--tcp=${joinHostAndPort(check.host ?? LOOPBACK, check.port)}`,
      `--protocol=${check.protocol}`,
      ...formatOption('--send', send),
      ...answers.map(([verdict, pattern]) => `--${verdict}=${pattern}`),
      ...formatTryTimeout(check),
    ];
  },
  traffic: 'request',
  scope: 'pod',
  buildProbeHandler: () =>
    'a kubelet probe cannot ask a server in its protocol (a command of the image can, such as pg_isready)',
};

/** Each protocol except TLS needs a port that accepts connections without TLS. */
function plainPortRule(protocol: ServerCheck['protocol'], port: number): Rule {
  if (Number.isNaN(port)) {
    return [false, 'port', 'missing', `specified, because the protocol ${protocol} has no default port`];
  }
  return port === EXCHANGES[protocol].tlsPort
    ? [false, 'port', `${port}`, `a port for ${protocol} without TLS; for port ${port}, use the protocol TLS`]
    : portRule(port);
}
