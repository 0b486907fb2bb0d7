import { Protocol } from './enums';

/** A request of the wait agent to a server, and the possible answers. */
export interface Exchange {
  /** `undefined`: the user states the port. */
  readonly port?: number;
  /** The well-known port of the same protocol inside TLS. */
  readonly tlsPort?: number;
  /**
   * Bytes as the agent reads them: printable ASCII and `\xHH`, `\r`, `\n`, `\\`. Without it, the server speaks first.
   */
  readonly send?: string;
  /**
   * Answers, in the order in which the agent compares them. `?` is any byte, `*` any number of bytes. Any other answer
   * comes from another server. A pattern of `ready` includes the bytes that make an answer `not-yet`: an answer can end
   * early.
   */
  readonly answers: readonly (readonly [verdict: 'ready' | 'not-yet', pattern: string])[];
}

/**
 * Real servers answer each request (test/agent/real-servers.test.ts). For MongoDB this is FerretDB: no package registry
 * has MongoDB. MySQL is 8.0 there; MySQL 9.7 has answered in a trial. Each comment is the specification.
 */
export const EXCHANGES: Readonly<Record<Protocol, Exchange>> = {
  /** https://www.postgresql.org/docs/18/protocol-message-formats.html */
  PostgreSQL: {
    port: 5432,
    // The startup message: length, protocol 3.0, a user without a database.
    send: '\\x00\\x00\\x00\\x19\\x00\\x03\\x00\\x00user\\x00pg_isready\\x00\\x00',
    answers: [
      ['not-yet', 'E*\\x00C57P03\\x00M'],
      ['ready', 'R\\x00\\x00'],
      ['ready', 'E\\x00\\x00*\\x00M'],
    ],
  },
  /** https://dev.mysql.com/doc/dev/mysql-server/9.4.0/page_protocol_connection_phase.html */
  MySQL: {
    port: 3306,
    // The login of a user that does not exist, and an empty answer if the server asks for another kind of password. The
    // server greets before it reads them. Without a login it counts an error of the host, and blocks a host after 100
    // (max_connect_errors; seen with MariaDB 11.8 and MySQL 9.7).
    send:
      'E\\x00\\x00\\x01\\x01\\x82\\x08\\x00\\x00\\x00\\x00\\x01-' +
      '\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00' +
      '\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00' +
      'startup-order\\x00\\x00mysql_native_password\\x00\\x00\\x00\\x00\\x03',
    answers: [
      ['ready', '???\\x00\\x0a'],
      // Too many connections.
      ['not-yet', '???\\x00\\xff\\x10\\x04'],
      // Another refusal, such as of the host.
      ['ready', '???\\x00\\xff??'],
    ],
  },
  /** https://redis.io/docs/latest/develop/reference/protocol-spec/ */
  Redis: {
    port: 6379,
    send: 'PING\\r\\n',
    answers: [
      ['ready', '+PONG'],
      ['ready', '-NOAUTH'],
      ['ready', '-NOPERM'],
      ['not-yet', '-LOADING '],
      ['not-yet', '-MASTERDOWN '],
      ['not-yet', '-BUSY '],
    ],
  },
  /** https://www.rabbitmq.com/resources/specs/amqp0-9-1.pdf */
  AMQP: {
    port: 5672,
    tlsPort: 5671,
    send: 'AMQP\\x00\\x00\\x09\\x01',
    // The method connection.start on channel 0.
    answers: [['ready', '\\x01\\x00\\x00????\\x00\\x0a\\x00\\x0a']],
  },
  /** https://kafka.apache.org/protocol.html#The_Messages_ApiVersions */
  Kafka: {
    port: 9092,
    // ApiVersions, version 0, correlation ID 1, client `wait`.
    send: '\\x00\\x00\\x00\\x0e\\x00\\x12\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x04wait',
    answers: [['ready', '????\\x00\\x00\\x00\\x01\\x00\\x00']],
  },
  /** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
  MongoDB: {
    port: 27017,
    // OP_MSG with the document { hello: 1, $db: 'admin' }.
    send:
      '\\x34\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xdd\\x07\\x00\\x00\\x00\\x00\\x00\\x00\\x00' +
      '\\x1f\\x00\\x00\\x00\\x10hello\\x00\\x01\\x00\\x00\\x00\\x02\\x24db\\x00\\x06\\x00\\x00\\x00admin\\x00\\x00',
    answers: [['ready', '????????\\x01\\x00\\x00\\x00\\xdd\\x07\\x00\\x00']],
  },
  /** https://docs.memcached.org/protocols/basic/ */
  memcached: {
    port: 11211,
    send: 'version\\r\\n',
    answers: [
      ['ready', 'VERSION '],
      ['ready', 'CLIENT_ERROR unauthenticated'],
    ],
  },
  /** https://docs.nats.io/reference/reference-protocols/nats-protocol */
  NATS: {
    port: 4222,
    answers: [['ready', 'INFO {']],
  },
  /** https://github.com/apache/cassandra/blob/trunk/doc/native_protocol_v4.spec */
  Cassandra: {
    port: 9042,
    // OPTIONS, version 4.
    send: '\\x04\\x00\\x00\\x00\\x05\\x00\\x00\\x00\\x00',
    answers: [['ready', '\\x84?\\x00\\x00\\x06']],
  },
  /** https://zookeeper.apache.org/doc/r3.9.3/zookeeperAdmin.html#sc_4lw */
  ZooKeeper: {
    port: 2181,
    send: 'srvr',
    answers: [
      ['ready', 'Zookeeper version'],
      ['not-yet', 'This ZooKeeper instance '],
    ],
  },
  /** https://www.rfc-editor.org/rfc/rfc5321#section-4.2 */
  SMTP: {
    port: 25,
    tlsPort: 465,
    answers: [
      ['ready', '220'],
      ['not-yet', '4???'],
    ],
  },
  /** https://www.rfc-editor.org/rfc/rfc4511#section-4.2 */
  LDAP: {
    port: 389,
    tlsPort: 636,
    // An anonymous bind, version 3, message 1.
    send: '0\\x0c\\x02\\x01\\x01\\x60\\x07\\x02\\x01\\x03\\x04\\x00\\x80\\x00',
    answers: [
      // busy (51) and unavailable (52), with lengths of one byte, and of four as Active Directory writes them (not
      // tried).
      ['not-yet', '0?\\x02\\x01\\x01a?\\x0a\\x01\\x33'],
      ['not-yet', '0?\\x02\\x01\\x01a?\\x0a\\x01\\x34'],
      ['not-yet', '0\\x84????\\x02\\x01\\x01a\\x84????\\x0a\\x01\\x33'],
      ['not-yet', '0\\x84????\\x02\\x01\\x01a\\x84????\\x0a\\x01\\x34'],
      ['ready', '0?\\x02\\x01\\x01a?\\x0a\\x01?'],
      ['ready', '0\\x84????\\x02\\x01\\x01a\\x84????\\x0a\\x01?'],
    ],
  },
  /** https://www.rfc-editor.org/rfc/rfc8446#section-4.1.2 */
  TLS: {
    // A ClientHello for TLS 1.2 and 1.3 without a key: a server of 1.3 asks for one (HelloRetryRequest), with the same
    // type of message.
    send:
      '\\x16\\x03\\x01\\x00\\x84\\x01\\x00\\x00\\x80\\x03\\x03startup-order...................' +
      '\\x00\\x00\\x1c\\x13\\x01\\x13\\x02\\x13\\x03\\xc0+\\xc0/\\xc0,\\xc00\\xcc\\xa9\\xcc\\xa8\\xc0\\x13' +
      '\\xc0\\x14\\x00\\x9c\\x00/\\x005' +
      '\\x01\\x00\\x00;\\x00\\x0a\\x00\\x08\\x00\\x06\\x00\\x1d\\x00\\x17\\x00\\x18\\x00\\x0b\\x00\\x02' +
      '\\x01\\x00\\x00\\x0d\\x00\\x16\\x00\\x14\\x04\\x03\\x08\\x04\\x04\\x01\\x05\\x03\\x08\\x05\\x05\\x01' +
      '\\x08\\x07\\x08\\x06\\x06\\x01\\x02\\x01\\x00+\\x00\\x05\\x04\\x03\\x04\\x03\\x03\\x003\\x00\\x02' +
      '\\x00\\x00',
    answers: [
      // A ServerHello, or an alert.
      ['ready', '\\x16\\x03???\\x02'],
      ['ready', '\\x15\\x03'],
    ],
  },
};
