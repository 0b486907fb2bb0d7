import { Protocol } from '../../../src/api/protocol';

/** The programs of a database that connect to its server, and their options. */
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
}

const DATABASE_CLIENTS: readonly DatabaseClient[] = [
  {
    programs: ['pg_isready', 'psql'],
    protocol: Protocol.POSTGRESQL,
    hostOptions: ['-h', '--host'],
    portOptions: ['-p', '--port'],
    hostVariable: 'PGHOST',
    portVariable: 'PGPORT',
  },
  {
    programs: ['mysqladmin', 'mariadb-admin', 'mysql', 'mariadb'],
    protocol: Protocol.MYSQL,
    hostOptions: ['-h', '--host'],
    portOptions: ['-P', '--port'],
  },
  {
    programs: ['redis-cli', 'valkey-cli'],
    protocol: Protocol.REDIS,
    hostOptions: ['-h'],
    portOptions: ['-p'],
  },
  {
    programs: ['mongosh', 'mongo'],
    protocol: Protocol.MONGODB,
    hostOptions: ['--host'],
    portOptions: ['--port'],
    isAddress: word => /^[^/]+(:\d+$|\/)/.test(word) && !word.endsWith('.js'),
  },
];

/** The server answers `ping` without a login: mongodb.com/docs/manual/reference/command/ping. */
export const MONGO_PING =
  'db\\.(?:adminCommand|runCommand)\\((?:\'ping\'|"ping"|\\{ ?[\'"]?ping[\'"]? ?: ?1 ?\\})\\)(?:\\.ok)?;?';

/** Returns the client by the name of its program. */
export function findDatabaseClient(program: string): DatabaseClient | undefined {
  return DATABASE_CLIENTS.find(({ programs }) => programs.includes(program));
}
