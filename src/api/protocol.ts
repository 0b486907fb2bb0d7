/**
 * The protocol of a server: what the wait agent asks, and which answers count as ready. No check needs credentials, so
 * a server that refuses them is ready.
 */
export enum Protocol {
  /** PostgreSQL, on port 5432. Ready as for `pg_isready`: not while the server starts, stops or recovers. */
  POSTGRESQL = 'PostgreSQL',

  /** MySQL and MariaDB, on port 3306. Ready when the server greets the client. */
  MYSQL = 'MySQL',

  /**
   * Redis and Valkey, on port 6379. Ready when the server answers a PING; not while it loads its data. A server with a
   * password asks for it also while it loads, which counts as ready.
   */
  REDIS = 'Redis',

  /** AMQP 0-9-1, as in RabbitMQ, on port 5672. Ready when the server opens the connection. */
  AMQP = 'AMQP',

  /** Kafka, on port 9092. Ready when the broker names the versions of its API. */
  KAFKA = 'Kafka',

  /** MongoDB, on port 27017. Ready when the server answers `hello`. */
  MONGODB = 'MongoDB',

  /** memcached, on port 11211. Ready when the server names its version. */
  MEMCACHED = 'memcached',

  /** NATS, on port 4222. Ready when the server sends INFO. */
  NATS = 'NATS',

  /** The native protocol of Cassandra and ScyllaDB, on port 9042. Ready when the server names its options. */
  CASSANDRA = 'Cassandra',

  /** ZooKeeper, on port 2181. Ready when the server answers `srvr`, which it always allows; not without a quorum. */
  ZOOKEEPER = 'ZooKeeper',

  /** SMTP, on port 25. Ready when the server greets with 220. */
  SMTP = 'SMTP',

  /** LDAP, on port 389. Ready when the server answers an anonymous bind, also with a refusal. */
  LDAP = 'LDAP',

  /** Any server with TLS. Ready when the server answers the begin of a handshake. It verifies no certificate. */
  TLS = 'TLS',
}
