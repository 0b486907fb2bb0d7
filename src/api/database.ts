import { EnvValue } from 'cdk8s-plus-27';
import { DatabaseCheck } from './private/check';
import { envOf } from './private/external-target';
import { checkArguments, Kind, required, STRING } from './private/kind';
import { EnvVarJson } from './private/pod-spec';
import { DATABASE_PORT_OPTIONS, MYSQL_OPTIONS, POSTGRESQL_OPTIONS, REDIS_OPTIONS } from './private/structs';

/**
 * Options of `Database.postgresql`.
 */
export interface PostgresqlOptions {
  /**
   * The port.
   *
   * @default 5432
   */
  readonly port?: number;

  /**
   * The database. The variable `PGDATABASE` in `env` names one from a Secret.
   *
   * @default - the one that is called like the user
   */
  readonly database?: string;

  /**
   * `disable`, `require`, `verify-ca` or `verify-full`.
   *
   * @default 'disable'
   */
  readonly sslMode?: string;

  /**
   * Environment variables, as the client library takes them: `PGUSER`, `PGPASSWORD`, `PGDATABASE`. Credentials from a Secret:
   * `EnvValue.fromSecretValue({ secret, key })`. Without a user that the server admits the wait never ends. Writes `env` of the init container.
   *
   * @default - none
   */
  readonly env?: { [name: string]: EnvValue };

  /**
   * A table that has to be there, such as the one that the last migration makes.
   *
   * @default - none
   */
  readonly expectTable?: string;
}

/**
 * Options of `Database.mysql`.
 */
export interface MysqlOptions {
  /**
   * The port.
   *
   * @default 3306
   */
  readonly port?: number;

  /**
   * A user without a password. wait4x takes a password in its arguments only, where everybody reads it: for a user who has one use `Dependency.onCommand` with
   * `mysqladmin ping`, which says that the server is there whoever asks.
   */
  readonly user: string;

  /**
   * The database.
   *
   * @default - none
   */
  readonly database?: string;

  /**
   * A table that has to be there.
   *
   * @default - none
   */
  readonly expectTable?: string;
}

/**
 * Options of `Database.redis`.
 */
export interface RedisOptions {
  /**
   * The port.
   *
   * @default 6379
   */
  readonly port?: number;

  /**
   * A user of the access control list; not a secret.
   *
   * @default - the user `default`
   */
  readonly user?: string;

  /**
   * Environment variables: `REDISCLI_AUTH` is the password, from a Secret: `EnvValue.fromSecretValue({ secret, key })`. Writes `env` of the init container.
   *
   * @default - none
   */
  readonly env?: { [name: string]: EnvValue };
}

/**
 * Options of databases that take nothing but a port.
 */
export interface DatabasePortOptions {
  /**
   * The port.
   *
   * @default - the one that the product has by default
   */
  readonly port?: number;
}

interface Asked {
  readonly host: string;
  readonly check: DatabaseCheck;
  readonly env?: readonly EnvVarJson[];
}

/**
 * A database or a broker outside the pod, as a client asks it: wait4x, and redis-cli for Redis. Credentials are taken from the environment only, since everybody reads arguments; wait4x
 * takes them there for PostgreSQL alone. For others that want some there is `Dependency.onCommand`, with the client of the product and `env`.
 *
 * @see https://github.com/wait4x/wait4x
 */
export class Database {
  /**
   * PostgreSQL, which has to let the user in. Without credentials a server that wants some is never ready.
   *
   * @param host a name or an address
   * @param options port, database, credentials, table
   */
  public static postgresql(host: string, options: PostgresqlOptions = {}): Database {
    check('postgresql', host, options, POSTGRESQL_OPTIONS);
    const { port = 5432, database = '', sslMode = 'disable', expectTable } = options;
    return wait4x('PostgreSQL', 'postgresql', host, port, `postgres://${inUrl(host)}:${port}/${database}?sslmode=${sslMode}`, flag('--expect-table', expectTable), envOf(options.env));
  }

  /**
   * MySQL or MariaDB, which has to let the user in.
   *
   * @param host a name or an address
   * @param options user, port, database, table
   */
  public static mysql(host: string, options: MysqlOptions): Database {
    check('mysql', host, options, required(MYSQL_OPTIONS));
    const { port = 3306, user, database = '', expectTable } = options;
    return wait4x('MySQL', 'mysql', host, port, `${user}@tcp(${inUrl(host)}:${port})/${database}`, flag('--expect-table', expectTable));
  }

  /**
   * Redis or Valkey, which has to answer a PING; it does not while it loads its data.
   *
   * @param host a name or an address
   * @param options port, user, password
   */
  public static redis(host: string, options: RedisOptions = {}): Database {
    check('redis', host, options, REDIS_OPTIONS);
    const { port = 6379, user } = options;
    const client = ['redis-cli', '-e', '-h', host, '-p', `${port}`, ...(user === undefined ? [] : ['--user', user]), 'ping'] as const;
    return new Database({ host, check: { kind: 'database', product: 'Redis', host, port, address: `${inUrl(host)}:${port}`, client }, env: envOf(options.env) });
  }

  /**
   * MongoDB, which has to answer a ping; that needs no user.
   *
   * @param host a name or an address
   * @param options port
   */
  public static mongodb(host: string, options: DatabasePortOptions = {}): Database {
    check('mongodb', host, options, DATABASE_PORT_OPTIONS);
    const { port = 27017 } = options;
    return wait4x('MongoDB', 'mongodb', host, port, `mongodb://${inUrl(host)}:${port}`);
  }

  /**
   * RabbitMQ that admits the user `guest` from other hosts, as its container image does.
   *
   * @param host a name or an address
   * @param options port
   */
  public static rabbitmq(host: string, options: DatabasePortOptions = {}): Database {
    check('rabbitmq', host, options, DATABASE_PORT_OPTIONS);
    const { port = 5672 } = options;
    return wait4x('RabbitMQ', 'rabbitmq', host, port, `amqp://${inUrl(host)}:${port}`);
  }

  /**
   * Kafka without authentication, which has to tell its brokers.
   *
   * @param host a name or an address of a broker
   * @param options port
   */
  public static kafka(host: string, options: DatabasePortOptions = {}): Database {
    check('kafka', host, options, DATABASE_PORT_OPTIONS);
    const { port = 9092 } = options;
    return wait4x('Kafka', 'kafka', host, port, `kafka://${inUrl(host)}:${port}`);
  }

  /**
   * InfluxDB, which has to answer a ping; that needs no user.
   *
   * @param host a name or an address
   * @param options port
   */
  public static influxdb(host: string, options: DatabasePortOptions = {}): Database {
    check('influxdb', host, options, DATABASE_PORT_OPTIONS);
    const { port = 8086 } = options;
    return wait4x('InfluxDB', 'influxdb', host, port, `http://${inUrl(host)}:${port}`);
  }

  /**
   * A Temporal server without TLS, which has to say that it is healthy.
   *
   * @param host a name or an address
   * @param options port
   */
  public static temporal(host: string, options: DatabasePortOptions = {}): Database {
    check('temporal', host, options, DATABASE_PORT_OPTIONS);
    const { port = 7233 } = options;
    return wait4x('Temporal', 'temporal server', host, port, `${inUrl(host)}:${port}`, ['--insecure-transport']);
  }

  /** @internal */
  public static _of(asked: Asked): Database {
    return new Database(asked);
  }

  /** @internal */
  public readonly _asked: Asked;

  private constructor(asked: Asked) {
    this._asked = asked;
  }
}

function wait4x(
  product: string, command: string, host: string, port: number, address: string, options: readonly string[] = [], env?: readonly EnvVarJson[],
): Database {
  const client = ['wait4x', ...command.split(' '), address, ...options] as const;
  return Database._of({ host, check: { kind: 'database', product, host, port, address, client }, env });
}

function check(product: string, host: string, options: object, struct: Kind): void {
  checkArguments(`Database.${product}`, { host: [host, required(STRING)], options: [options, struct] });
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${name}=${value}`];
}
