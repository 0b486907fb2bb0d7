import { Script, SyntaxNode } from 'unbash';
import { ServiceHealthcheck } from './compose-model';
import { Protocol } from '../../src/api/private/enums';
import { EXCHANGES } from '../../src/api/private/protocols';
import { isLoopback } from '../../src/pod/checks/hosts';
import { DatabaseClient, findDatabaseClient, parseClientOptions } from '../read/command/database-clients';
import { findValue, hasOnly } from '../read/command/options';
import { listWords, parseScript, unwrapNode } from '../read/command/syntax';
import { getProgramName } from '../read/command/unwrap-command';

/** A server that its own health check asks. */
interface AskedServer {
  readonly protocol: Protocol;
  /** In the container. */
  readonly port: number;
}

const RABBITMQ: DatabaseClient = {
  programs: ['rabbitmq-diagnostics', 'rabbitmqctl'],
  protocol: 'AMQP',
  hostOptions: [],
  portOptions: [],
  values: '-t --timeout',
  flags: '-q --quiet -s --silent',
  words: /^$/,
  // Less than AMQP, which is the last part of the server that starts: rabbitmq.com/docs/monitoring#health-checks.
  asks: /^(?:ping|status|check_running|check_port_listener 5672)$/,
};

/**
 * Returns the server that the health check of a service asks; `undefined`: the check proves more than an answer of the
 * server, such as a password, or is unknown.
 */
export function findAskedServer(service: string, { test }: ServiceHealthcheck = {}): AskedServer | undefined {
  const [kind, ...words] = test ?? [];
  const [program = '', ...others] = kind === 'CMD-SHELL' ? readScript(words.join(' ')) : words;
  const name = getProgramName(program);
  const client = RABBITMQ.programs.includes(name) ? RABBITMQ : findDatabaseClient(name);
  if (!client?.asks) {
    return undefined;
  }
  const { hostOptions, portOptions } = client;
  const { flags, values, rest } = parseClientOptions(others, client);
  const known = [...hostOptions, ...portOptions, client.values, client.flags, client.queries].join(' ');
  const asked = client.asks.exec([...rest, values.get('--eval')].join(' ').trim());
  const host = findValue(values, ...hostOptions);
  const isLocal = host === undefined || host === service || host.startsWith('/') || isLoopback(host);
  const hasAddress = /[=:]/.test(findValue(values, '-d', '--dbname') ?? '');
  const port = Number(findValue(values, ...portOptions) ?? asked?.[1] ?? EXCHANGES[client.protocol].port);
  return asked && isLocal && !hasAddress && hasOnly(flags, known) && Number.isInteger(port)
    ? { protocol: client.protocol, port }
    : undefined;
}

/** Returns the words of a script that only runs a client; otherwise none. */
function readScript(text: string): string[] {
  const script = parseScript(text);
  const node = script?.commands.length === 1 ? withoutAlternative(script) : undefined;
  if (node?.type !== 'Pipeline') {
    return node ? readWords(node) : [];
  }
  const [first, second, ...others] = node.commands.map(command => readWords(unwrapNode(command)));
  if (node.prefixes.length > 0 || others.length > 0) {
    return [];
  }
  if (/^grep (-q )?PONG$/.test(second.join(' '))) {
    return first;
  }
  return first[0] === 'echo' && first.length === 2 ? [...second, '--eval', first[1]] : [];
}

/** Without `|| exit 1`, because a failed client ends with an error, too. */
function withoutAlternative({ commands: [statement] }: Script): SyntaxNode | undefined {
  const node = unwrapNode(statement);
  if (node.type !== 'AndOr') {
    return node;
  }
  const [first, second, ...others] = node.commands.map(unwrapNode);
  const fails = node.operators[0] === '||' && /^(exit 1|false)$/.test(readWords(second).join(' '));
  return fails && others.length === 0 ? first : undefined;
}

function readWords(node: SyntaxNode): string[] {
  return node.type === 'Command' ? listWords(node).map(({ text }) => text) : [];
}
