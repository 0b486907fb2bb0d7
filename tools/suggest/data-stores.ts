import { Protocol } from '../../src/api/private/enums';
import { EXCHANGES } from '../../src/api/private/protocols';
import { getImageName } from '../read/known-servers';

/** A server that other programs use and that uses none of them: a database, a cache, a queue. */
export interface DataStore {
  /** `undefined`: only the name says that it is a database. */
  readonly port?: number;
  /** `undefined`: the wait agent knows no protocol, and connects to the port. */
  readonly protocol?: Protocol;
}

function speak(protocol: Protocol): DataStore {
  return { port: EXCHANGES[protocol].port, protocol };
}

/** By a part of the name of the image; a tool for a server is listed before the server. */
const STORES: readonly (readonly [image: RegExp, store: DataStore | undefined])[] = [
  [/admin|commander|express|exporter|backup|migrat|client|dashboard|console|[-_]ui\b/, undefined],
  [/postgres|postgis|pgvector|timescale/, speak('PostgreSQL')],
  [/mysql|mariadb|percona/, speak('MySQL')],
  [/redis|valkey|keydb|dragonfly/, speak('Redis')],
  [/mongo/, speak('MongoDB')],
  [/rabbitmq|activemq/, speak('AMQP')],
  [/kafka|redpanda/, speak('Kafka')],
  [/zookeeper/, speak('ZooKeeper')],
  [/memcached/, speak('memcached')],
  [/nats/, speak('NATS')],
  [/cassandra|scylla/, speak('Cassandra')],
  [/elasticsearch|opensearch|^es$/, { port: 9200 }],
  [/clickhouse/, { port: 8123 }],
  [/influxdb/, { port: 8086 }],
  [/minio/, { port: 9000 }],
  [/etcd/, { port: 2379 }],
  [/meilisearch/, { port: 7700 }],
  [/typesense/, { port: 8108 }],
  [/qdrant/, { port: 6333 }],
  [/weaviate/, { port: 8080 }],
  [/chroma/, { port: 8000 }],
  [/milvus/, { port: 19530 }],
  [/neo4j/, { port: 7687 }],
  [/couchdb/, { port: 5984 }],
  [/dynamodb/, { port: 8000 }],
  [/localstack/, { port: 4566 }],
  [/mosquitto|emqx/, { port: 1883 }],
  [/mssql/, { port: 1433 }],
  [/cockroach/, { port: 26257 }],
  [/(?:^|[-_])(?:db|database)(?:[-_]|$)/, {}],
];

/** Returns the server that speaks this protocol, or that usually has this port. */
export function findStoreAt(port: number | undefined, protocol: string): DataStore | undefined {
  const stores = STORES.map(([, store]) => store);
  return (
    stores.find(store => store?.protocol === protocol) ??
    stores.find(store => store?.port === port && port !== undefined)
  );
}

/** Returns the server of an image; `undefined`: the image contains another program. */
export function findDataStore(image: string | undefined): DataStore | undefined {
  const name = getImageName(image).toLowerCase();
  return STORES.find(([pattern]) => pattern.test(name))?.[1];
}
