import { Options, parseOptions } from './options';
import { Protocol } from '../../../src/api/private/enums';

/** The server answers `ping` without a login: mongodb.com/docs/manual/reference/command/ping. */
export const MONGO_PING =
  'db\\.(?:adminCommand|runCommand)\\((?:\'ping\'|"ping"|\\{ ?[\'"]?ping[\'"]? ?: ?1 ?\\})\\)(?:\\.ok)?;?';

/** A program that connects to a server. */
export interface DatabaseClient {
  readonly programs: readonly string[];
  readonly protocol: Protocol;
  readonly hostOptions: readonly string[];
  readonly portOptions: readonly string[];
  /** Variables that contain the address if no option specifies it. */
  readonly hostVariable?: string;
  readonly portVariable?: string;
  /** Recognizes an argument with an address. Other arguments are the name of a database, a query or a file. */
  readonly isAddress?: (word: string) => boolean;
  /** Further options with a value, and options without one, that change nothing. */
  readonly values: string;
  readonly flags: string;
  /** Further options with a value with which the result also depends on the user. */
  readonly login?: string;
  /** The options whose value is a query. */
  readonly queries?: string;
  /** The other words of a mere question, such as the name of a database. */
  readonly words: RegExp;
  /** The other words, and the query, whose result proves no more than an answer. A group is the port. */
  readonly asks?: RegExp;
}

const POSTGRES = {
  protocol: 'PostgreSQL' as const,
  hostOptions: ['-h', '--host'],
  portOptions: ['-p', '--port'],
  hostVariable: 'PGHOST',
  portVariable: 'PGPORT',
};
const MYSQL = { protocol: 'MySQL' as const, hostOptions: ['-h', '--host'], portOptions: ['-P', '--port'] };
const MYSQL_VALUES =
  '-u --user -S --socket --protocol --password --connect-timeout --connect_timeout --ssl-mode --wait';

const DATABASE_CLIENTS: readonly DatabaseClient[] = [
  {
    ...POSTGRES,
    programs: ['pg_isready'],
    values: '-U --username -d --dbname -t --timeout',
    flags: '-q --quiet',
    words: /^$/,
    // The exit code ignores user and database: postgresql.org/docs/18/app-pg-isready.html.
    asks: /^$/,
  },
  {
    ...POSTGRES,
    programs: ['psql'],
    values: '-U --username -d --dbname -v --set',
    flags: '-q -t -A -X -w -l --quiet --tuples-only --no-align --no-psqlrc --no-password --list',
    queries: '-c --command',
    words: /^(?:[\w$-]+(?: [\w$-]+)?|postgres(?:ql)?:\/\/\S+)?$/,
  },
  {
    ...MYSQL,
    programs: ['mysqladmin', 'mariadb-admin'],
    values: MYSQL_VALUES,
    flags: '-p -s --silent --ssl --skip-ssl',
    words: /^(?:ping|status|version)$/,
    // Exits with 0 also if the server denies access: dev.mysql.com/doc/refman/9.4/en/mysqladmin.html.
    asks: /^ping$/,
  },
  {
    ...MYSQL,
    programs: ['mysql', 'mariadb'],
    values: `${MYSQL_VALUES} -D --database`,
    flags: '-p -s -N -B --silent --skip-column-names --batch --ssl --skip-ssl',
    queries: '-e --execute',
    words: /^[\w$-]*$/,
  },
  {
    programs: ['redis-cli', 'valkey-cli'],
    protocol: 'Redis',
    hostOptions: ['-h'],
    portOptions: ['-p'],
    values: '',
    flags: '-e --raw --no-auth-warning',
    login: '-a -n -u --user --pass',
    words: /^(?:ping)?$/i,
    asks: /^ping$/i,
  },
  {
    programs: ['mongosh', 'mongo'],
    protocol: 'MongoDB',
    hostOptions: ['--host'],
    portOptions: ['--port'],
    isAddress: word => /^[^/]+(:\d+$|\/)/.test(word) && !word.endsWith('.js'),
    values: '',
    flags: '--quiet --norc',
    login: '-u -p --username --password --authenticationDatabase',
    queries: '--eval',
    words: /^(?:[\w$-]+|[\w.$-]+:\d+(?:\/\w*)?|[\w.$-]+\/\w*|mongodb(?:\+srv)?:\/\/\S+)?$/,
    asks: new RegExp(`^(?:(?:localhost|127\\.0\\.0\\.1)(?::(\\d+))?(?:/\\w*)? |\\w+ )?${MONGO_PING}$`),
  },
];

/** Returns the client by the name of its program. */
export function findDatabaseClient(program: string): DatabaseClient | undefined {
  return DATABASE_CLIENTS.find(({ programs }) => programs.includes(program));
}

/** Parses the words after the name of the client. */
export function parseClientOptions(words: readonly string[], client: DatabaseClient): Options {
  // Without a password: the rest of a word after `-p` is one, unless `-p` is the option for the port.
  const isPort = client.portOptions.includes('-p');
  const known = isPort ? words : words.map(word => word.replace(/^-p.*/s, '-p'));
  return parseOptions(known, listValueOptions(client));
}

/** Returns the options of the client that have a value, separated by spaces. */
export function listValueOptions({
  hostOptions,
  portOptions,
  values,
  login = '',
  queries = '',
}: DatabaseClient): string {
  return [...hostOptions, ...portOptions, values, login, queries].join(' ');
}
