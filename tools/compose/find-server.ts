import { Script, SyntaxNode } from 'unbash';
import { ServiceHealthcheck } from './compose-model';
import { Protocol } from '../../src/api/private/enums';
import { EXCHANGES } from '../../src/api/private/protocols';
import { isLoopback } from '../../src/pod/checks/hosts';
import { findDatabaseClient, MONGO_PING } from '../read/command/database-clients';
import { findValue, omitPassword, parseOptions } from '../read/command/options';
import { listWords, parseScript, unwrapNode } from '../read/command/syntax';
import { getProgramName } from '../read/command/unwrap-command';

/** A server that its own health check asks. */
export interface AskedServer {
  readonly protocol: Protocol;
  /** In the container. */
  readonly port: number;
}

/** A program whose result proves no more than the answer to the wait agent. */
interface Client {
  readonly programs: readonly string[];
  readonly protocol: Protocol;
  /** Options with a value, and options without one, that do not change what the result proves. The others do. */
  readonly values?: readonly string[];
  readonly flags: readonly string[];
  /** The other words. A group is the port. */
  readonly asks: RegExp;
}

const CLIENTS: readonly Client[] = [
  // The exit code ignores user and database: postgresql.org/docs/18/app-pg-isready.html.
  {
    programs: ['pg_isready'],
    protocol: 'PostgreSQL',
    values: ['-U', '--username', '-d', '--dbname', '-t', '--timeout'],
    flags: ['-q', '--quiet'],
    asks: /^$/,
  },
  // Exits with 0 also if the server denies access: dev.mysql.com/doc/refman/9.4/en/mysqladmin.html.
  {
    programs: ['mysqladmin', 'mariadb-admin'],
    protocol: 'MySQL',
    values: ['-u', '--user', '--password', '-S', '--socket', '--protocol', '--connect-timeout'],
    flags: ['-p', '-s', '--silent'],
    asks: /^ping$/,
  },
  // An option with a password is missing here: the check then proves the password.
  {
    programs: ['redis-cli', 'valkey-cli'],
    protocol: 'Redis',
    flags: ['-e', '--raw', '--no-auth-warning'],
    asks: /^ping$/i,
  },
  {
    programs: ['mongosh', 'mongo'],
    protocol: 'MongoDB',
    values: ['--eval'],
    flags: ['--quiet', '--norc'],
    asks: new RegExp(`^(?:(?:localhost|127\\.0\\.0\\.1)(?::(\\d+))?(?:/\\w*)? |\\w+ )?${MONGO_PING}$`),
  },
  // Less than AMQP, which is the last part of the server that starts: rabbitmq.com/docs/monitoring#health-checks.
  {
    programs: ['rabbitmq-diagnostics', 'rabbitmqctl'],
    protocol: 'AMQP',
    values: ['-t', '--timeout'],
    flags: ['-q', '--quiet', '-s', '--silent'],
    asks: /^(?:ping|status|check_running|check_port_listener 5672)$/,
  },
];

/**
 * Returns the server that the health check of a service asks; `undefined`: the check proves more than an answer of the
 * server, such as a password, or is unknown.
 */
export function findAskedServer(service: string, { test }: ServiceHealthcheck = {}): AskedServer | undefined {
  const [kind, ...words] = test ?? [];
  const [program = '', ...others] = kind === 'CMD-SHELL' ? readScript(words.join(' ')) : words;
  const name = getProgramName(program);
  const client = CLIENTS.find(({ programs }) => programs.includes(name));
  if (!client) {
    return undefined;
  }
  const { hostOptions = [], portOptions = [] } = findDatabaseClient(name) ?? {};
  const withValue = [...hostOptions, ...portOptions, ...(client.values ?? [])];
  const { flags, values, rest } = parseOptions(omitPassword(others, portOptions), withValue.join(' '));
  const known = [...withValue, ...client.flags];
  const provesMore = [...flags].some(flag => !known.includes(flag));
  const asked = client.asks.exec([...rest, values.get('--eval')].join(' ').trim());
  const host = findValue(values, ...hostOptions);
  const isLocal = host === undefined || host === service || host.startsWith('/') || isLoopback(host);
  const hasAddress = /[=:]/.test(findValue(values, '-d', '--dbname') ?? '');
  const port = Number(findValue(values, ...portOptions) ?? asked?.[1] ?? EXCHANGES[client.protocol].port);
  return asked && isLocal && !hasAddress && !provesMore && Number.isInteger(port)
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
