import { dataFolder, RealServer, startServer } from './real-servers';

/** ZooKeeper, Kafka and Cassandra: each is a class with its JAR files in /opt (scripts/get-servers.sh). */

const QUICK = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-XX:-UsePerfData', '-Xmx400m'];

const java = (port: number, files: Readonly<Record<string, string>>, classes: string, ...words: readonly string[]): RealServer =>
  startServer(port, dataFolder(files), ['java', ...QUICK, '-cp', `/data:/opt/${classes}/*`, ...words]);

const LOGBACK = '<configuration><appender name="out" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%msg%n%ex</pattern></encoder></appender><root level="INFO"><appender-ref ref="out"/></root></configuration>';

export const zookeeper = (configuration = '') => (port: number): RealServer => java(port, {
  'logback.xml': LOGBACK,
  'myid': '1',
  'zoo.cfg': `clientPortAddress=127.0.0.1\nclientPort=${port}\ndataDir=/data\nadmin.enableServer=false\n${configuration}`,
}, 'zookeeper', 'org.apache.zookeeper.server.quorum.QuorumPeerMain', '/data/zoo.cfg');

/** One broker and, without another controller, the controller in the same process. The next port asks for credentials. */
export const kafka = (controller?: number) => (port: number): RealServer => java(port, {
  'log4j2.properties': 'rootLogger.level = info\nrootLogger.appenderRef.out.ref = out\nappender.out.type = Console\nappender.out.name = out\nappender.out.layout.type = PatternLayout\nappender.out.layout.pattern = %m%n%ex\n',
  'meta.properties': 'version=1\nnode.id=1\ncluster.id=4L6g3nShT-eMCtK--X86sw\ndirectory.id=jDvxpHlBhFM6hmzWJAGayg\n',
  'server.properties': [
    `process.roles=broker${controller === undefined ? ',controller' : ''}`,
    'node.id=1',
    `controller.quorum.voters=${controller === undefined ? `1@127.0.0.1:${port + 2}` : `2@127.0.0.1:${controller}`}`,
    'controller.listener.names=CONTROLLER',
    `listeners=PLAINTEXT://127.0.0.1:${port},SASL_PLAINTEXT://127.0.0.1:${port + 1}${controller === undefined ? `,CONTROLLER://127.0.0.1:${port + 2}` : ''}`,
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name=PLAINTEXT',
    'sasl.enabled.mechanisms=PLAIN',
    'listener.name.sasl_plaintext.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_a="b";',
    'log.dirs=/data',
    'offsets.topic.replication.factor=1',
  ].join('\n'),
}, 'kafka', 'kafka.Kafka', '/data/server.properties');

/** What Cassandra reads of the JDK, as in its conf/jvm17-server.options. */
const OPEN = [
  ...['java.io', 'java.lang', 'java.lang.module', 'java.net', 'java.nio', 'java.util', 'java.util.concurrent', 'java.util.concurrent.atomic', 'sun.nio.ch',
    'jdk.internal.loader', 'jdk.internal.math', 'jdk.internal.misc', 'jdk.internal.module', 'jdk.internal.ref', 'jdk.internal.reflect'].map(each => `java.base/${each}`),
  'java.management.rmi/com.sun.jmx.remote.internal.rmi', 'java.rmi/sun.rmi.registry', 'java.rmi/sun.rmi.server', 'java.rmi/sun.rmi.transport.tcp',
  'jdk.management/com.sun.management.internal',
].map(each => `--add-opens=${each}=ALL-UNNAMED`);

/** Cassandra that asks for passwords. Without its seed, it does not start. */
export const cassandra = (seed?: string) => (port: number): RealServer => java(port, {
  'logback.xml': LOGBACK,
  'cassandra.yaml': [
    'cluster_name: a', 'num_tokens: 1', 'partitioner: org.apache.cassandra.dht.Murmur3Partitioner', 'endpoint_snitch: SimpleSnitch',
    'commitlog_sync: periodic', 'commitlog_sync_period: 10s', 'commitlog_segment_size: 4MiB', 'authenticator: PasswordAuthenticator', 'start_native_transport: true',
    'listen_address: 127.0.0.1', 'rpc_address: 127.0.0.1', `storage_port: ${port + 1}`, `native_transport_port: ${port}`,
    `seed_provider: [{ class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [{ seeds: '${seed ?? `127.0.0.1:${port + 1}`}' }] }]`,
  ].join('\n'),
}, 'cassandra', ...OPEN, '-javaagent:/opt/cassandra/jamm-0.4.0.jar', '-Djava.security.manager=allow', '-Djdk.attach.allowAttachSelf=true',
'-Dcassandra.config=file:///data/cassandra.yaml', '-Dcassandra.storagedir=/data', '-Dcassandra-foreground=yes', '-Dcassandra.unsafesystem=true', '-Dcassandra.memtable_row_overhead_computation_step=1000',
'org.apache.cassandra.service.CassandraDaemon');
