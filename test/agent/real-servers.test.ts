import { execFileSync, spawn } from 'child_process';
import { join } from 'path';
import { cassandra, kafka, zookeeper } from './java-servers';
import { ask, Client, connectTo, copyOf, dataFolder, freePort, PATIENT, prepare, RealServer, ROOT, startServer, supervise, wordsFor } from './real-servers';
import { folder, sleep, start, startAndSleep } from './run-agent';
import { Protocol } from '../../src/api/protocol';

/** Most servers start within a second, but the machine may be busy. */
jest.setTimeout(180_000);

const { POSTGRESQL, MYSQL, REDIS, AMQP, KAFKA, MONGODB, MEMCACHED, NATS, CASSANDRA, ZOOKEEPER, SMTP, LDAP, TLS } = Protocol;

type Start = (port: number) => RealServer;

let postgresData: string;
let mariaData: string;
let mysqlData: string;
let certificate: readonly string[];

const postgres = (port: number, data = postgresData, ...words: readonly string[]) =>
  startServer(port, data, ['postgres', '-D', '/data/db', '-p', `${port}`, '-k', '/tmp', '-c', 'listen_addresses=127.0.0.1', ...words]);
const redis = (program: string, ...words: readonly string[]): Start => port =>
  startServer(port, dataFolder(), [program, '--port', `${port}`, '--bind', '127.0.0.1', '--save', '', ...words]);
const mariadb = (port: number, ...words: readonly string[]) =>
  startServer(port, copyOf(mariaData), ['mariadbd', '--no-defaults', '--datadir=/data/db', `--port=${port}`, '--bind-address=127.0.0.1', '--socket=/tmp/s', '--pid-file=/tmp/p', ...words]);
const MYSQLD = ['/opt/mysql/bin/mysqld', '--no-defaults', '--basedir=/opt/mysql', '--datadir=/data/db', '--innodb-redo-log-capacity=8388608'];
const mysql = (port: number, data = copyOf(mysqlData), ...words: readonly string[]) =>
  startServer(port, data, [...MYSQLD, `--port=${port}`, '--bind-address=127.0.0.1', '--socket=/tmp/s', '--pid-file=/tmp/p', '--mysqlx=OFF', ...words]);
/** A copy of the data, after this script in it. */
const copyWith = (source: string, script: string): string => {
  const data = copyOf(source);
  prepare(data, ['sh', '-c', script]);
  return data;
};
/** FerretDB asks its PostgreSQL when a client has a query. */
const ferretdb: Start = port =>
  supervise(port, spawn(process.env.STARTUP_ORDER_FERRETDB!, [`127.0.0.1:${port}`, 'postgres://127.0.0.1:1/shop'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] }));
const rabbitmq: Start = port => startServer(port, dataFolder(), ['env', 'RABBITMQ_NODENAME=rabbit@localhost', 'RABBITMQ_NODE_IP_ADDRESS=127.0.0.1', `RABBITMQ_NODE_PORT=${port}`,
  `RABBITMQ_DIST_PORT=${port + 1}`, `ERL_EPMD_PORT=${port + 2}`, 'RABBITMQ_MNESIA_BASE=/data/m', 'RABBITMQ_LOGS=-', 'RABBITMQ_ENABLED_PLUGINS_FILE=/data/plugins', '/usr/lib/rabbitmq/bin/rabbitmq-server']);
const slapd = (configuration = ''): Start => port => startServer(port, dataFolder({ 'slapd.conf': `${configuration}include /etc/ldap/schema/core.schema\npidfile /tmp/p\ndatabase ldif\nsuffix "dc=shop"\ndirectory /tmp\n` }),
  ['slapd', '-d', '0', '-h', `ldap://127.0.0.1:${port}`, '-f', '/data/slapd.conf']);
const exim = (options = ''): Start => port => startServer(port, dataFolder({ conf: `primary_hostname = localhost\nspool_directory = /data/spool\nlog_file_path = /data/%slog\n${options}` }),
  ['exim4', '-bdf', '-oX', `127.0.0.1.${port}`, '-C', '/data/conf', '-oP', '/data/pid']);
const tls = (...words: readonly string[]): Start => port =>
  supervise(port, spawn('openssl', ['s_server', '-accept', `127.0.0.1:${port}`, ...certificate, '-quiet', ...words], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] }));

/** Servers that are up when they have started, with servers that refuse the agent. */
const UP: readonly (readonly [title: string, protocol: Protocol, start: Start])[] = [
  ['PostgreSQL', POSTGRESQL, port => postgres(port, copyOf(postgresData))],
  ['PostgreSQL that refuses each connection', POSTGRESQL, port => postgres(port, copyWith(postgresData, 'echo host all all all reject >/data/db/pg_hba.conf'))],
  ['Redis', REDIS, redis('redis-server')],
  ['Redis with a password', REDIS, redis('redis-server', '--requirepass', 'x')],
  ['Valkey', REDIS, redis('valkey-server')],
  ['MariaDB', MYSQL, port => mariadb(port, '--skip-grant-tables', '--skip-networking=0')],
  ['MariaDB that accepts only other hosts', MYSQL, port => mariadb(port, '--skip-name-resolve')],
  ['MySQL', MYSQL, port => mysql(port)],
  ['Kafka', KAFKA, kafka()],
  ['FerretDB without its PostgreSQL', MONGODB, ferretdb],
  ['Cassandra with passwords', CASSANDRA, cassandra()],
  ['ZooKeeper', ZOOKEEPER, zookeeper()],
  ['memcached', MEMCACHED, port => startServer(port, dataFolder(), ['memcached', '-p', `${port}`, '-l', '127.0.0.1'])],
  ['memcached with a password file', MEMCACHED, port => startServer(port, dataFolder({ users: 'a:b\n' }), ['memcached', '-p', `${port}`, '-l', '127.0.0.1', '-Y', '/data/users'])],
  ['NATS', NATS, port => startServer(port, dataFolder(), ['nats-server', '-a', '127.0.0.1', '-p', `${port}`])],
  ['NATS with a password', NATS, port => startServer(port, dataFolder(), ['nats-server', '-a', '127.0.0.1', '-p', `${port}`, '--user', 'a', '--pass', 'b'])],
  ['RabbitMQ', AMQP, rabbitmq],
  ['Exim', SMTP, exim()],
  ['slapd', LDAP, slapd()],
  ['slapd without anonymous binds', LDAP, slapd('disallow bind_anon\nrequire authc\n')],
  ['a TLS 1.2 server', TLS, tls('-tls1_2')],
  ['a TLS 1.3 server', TLS, tls('-tls1_3')],
  ['a TLS server that refuses the ciphers', TLS, tls('-tls1_2', '-cipher', 'DHE-RSA-AES256-GCM-SHA384')],
];

(ROOT === undefined ? describe.skip : describe)('real servers', () => {
  beforeAll(() => {
    postgresData = dataFolder();
    prepare(postgresData, ['initdb', '-D', '/data/db', '-A', 'scram-sha-256', '-U', 'postgres', '--pwfile=/etc/group', '--no-sync', '--no-instructions']);
    mariaData = dataFolder();
    prepare(mariaData, ['sh', '-c', 'mkdir /data/db && { echo "create database mysql;"; echo "use mysql;"; cd /usr/share/mariadb; cat mariadb_system_tables.sql mariadb_system_tables_data.sql; } | mariadbd --no-defaults --bootstrap --datadir=/data/db']);
    mysqlData = dataFolder();
    prepare(mysqlData, [...MYSQLD, '--initialize-insecure']);
    const place = folder();
    certificate = ['-key', join(place, 'key'), '-cert', join(place, 'certificate')];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', certificate[1], '-out', certificate[3], '-subj', '/CN=localhost'], { stdio: 'ignore' });
  });

  const servers = new Map<string, RealServer>();

  test.each(UP)('%s: refused before the start, ready after it, and ready again', async (title, protocol, begin) => {
    const port = await freePort(3);
    expect(await ask(protocol, port, '200ms')).toBe('Connection refused');
    const waiting = await startAndSleep(0.2, [...wordsFor(protocol, port), '--timeout=120s']);
    expect(waiting.hasEnded()).toBe(false);
    const server = begin(port);
    servers.set(title, server);
    expect({ ...await waiting.ended, log: server.log() }).toMatchObject({ code: 0 });
    expect(await ask(protocol, port, PATIENT)).toBe('');
  });

  test('no server is ready for another protocol', async () => {
    expect(servers.size).toBe(UP.length);
    const protocols = [...new Set(UP.map(([, protocol]) => protocol))];
    const pairs = protocols.flatMap(asked => UP.filter(([, protocol]) => protocol !== asked).map(([title]) => ({ asked, title })));
    for (let i = 0; i < pairs.length; i += 60) {
      const answers = await Promise.all(pairs.slice(i, i + 60).map(async pair => ({ ...pair, reason: await ask(pair.asked, servers.get(pair.title)!.port, '1200ms') })));
      expect(answers.filter(({ reason }) => !/^(unexpected answer|connected, but the server|response: |request: )/.test(reason))).toEqual([]);
    }
  });

  const SAYS_NOTHING = 'connected, but the server said nothing within 1 s';
  const QUORUM = 'tickTime=2000\ninitLimit=5\nsyncLimit=2\nserver.1=127.0.0.1:2:3\nserver.2=127.0.0.1:4:5\n';

  test.each<[title: string, protocol: Protocol, start: Start, line: string, reason: unknown, limit?: string]>([
    ['PostgreSQL that starts: a standby that serves no queries', POSTGRESQL,
      port => postgres(port, copyWith(postgresData, 'touch /data/db/standby.signal'), '-c', 'hot_standby=off', '-c', 'restore_command=false'),
      'entering standby mode', expect.stringMatching(/^the database system is (starting up|not accepting connections)$/)],
    ['Redis that has lost its master, and serves no stale data', REDIS,
      redis('redis-server', '--replicaof', '127.0.0.1', '1', '--replica-serve-stale-data', 'no'),
      'Connecting to MASTER', "Link with MASTER is down and replica-serve-stale-data is set to 'no'."],
    ['MySQL that starts: it accepts connections, and greets no client before its init file ends', MYSQL,
      port => mysql(port, copyWith(mysqlData, 'echo "select sleep(1000);" >/data/init.sql'), '--init-file=/data/init.sql', '--log-error-verbosity=3'),
      'Execution of init_file', SAYS_NOTHING, '1200ms'],
    ['Kafka that starts: a broker without its controller', KAFKA, kafka(1), 'Transition from SHUTDOWN to STARTING', 'Connection refused'],
    ['Cassandra that starts: a node without its seed', CASSANDRA, cassandra('127.0.0.1:1'), 'Node configuration', 'Connection refused'],
    ['ZooKeeper without a quorum', ZOOKEEPER, zookeeper(QUORUM), 'LOOKING', 'is not currently serving requests'],
  ])('%s', async (_title, protocol, begin, line, reason, limit = '1s') => {
    const server = begin(await freePort(3));
    await server.logs(line);
    expect(await ask(protocol, server.port, limit)).toEqual(reason);
    await server.stop();
  });

  test('PgBouncer is ready while its PostgreSQL does not run', async () => {
    const port = await freePort();
    const ini = `[databases]\n* = host=127.0.0.1 port=1\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${port}\nunix_socket_dir=\nauth_type=scram-sha-256\nauth_file=/data/users\n`;
    const server = startServer(port, dataFolder({ ini, users: '"a" "b"\n' }), ['pgbouncer', '/data/ini']);
    await server.logs('process up');
    expect(await ask(POSTGRESQL, port, PATIENT)).toBe('');
  });

  test('Redis and Valkey that load their data; a password hides it', async () => {
    for (const program of ['redis-server', 'valkey-server']) {
      const data = dataFolder();
      const port = await freePort();
      const words = [program, '--port', `${port}`, '--bind', '127.0.0.1', '--dir', '/data', '--enable-debug-command', 'yes', '--appendonly', 'no'];
      const filled = startServer(port, data, words);
      await filled.logs('Ready to accept connections');
      const client = program.replace('server', 'cli');
      prepare(data, [client, '-p', `${port}`, 'debug', 'populate', '10000']);
      prepare(data, [client, '-p', `${port}`, 'save']);
      await filled.stop();
      // 2 ms for each key, and a look at the connections after each 1 KiB.
      const slowly = ['--key-load-delay', '2000', '--loading-process-events-interval-bytes', '1024'];
      const loading = startServer(port, data, [...words, ...slowly]);
      await loading.logs('Loading RDB');
      expect(await ask(REDIS, port)).toMatch(/^(Redis|Valkey) is loading the dataset in memory$/);
      await loading.stop();
      // Redis refuses the request before it looks at its data.
      const hidden = startServer(port, data, [...words, ...slowly, '--requirepass', 'x']);
      await hidden.logs('Loading RDB');
      expect(await ask(REDIS, port, PATIENT)).toBe('');
      await hidden.stop();
    }
  });

  test('MariaDB with too many connections', async () => {
    const server = mariadb(await freePort(), '--skip-grant-tables', '--skip-networking=0', '--max-connections=10', '--connect-timeout=60');
    await server.logs('ready for connections');
    const clients: Client[] = [];
    do { clients.push(await connectTo(server.port)); } while (!clients[clients.length - 1].greeting.includes('Too many connections'));
    expect(await ask(MYSQL, server.port)).toBe('Too many connections');
    clients.forEach(({ socket }) => socket.destroy());
  });

  test('Kafka that asks for SASL credentials', async () => { expect(await ask(KAFKA, servers.get('Kafka')!.port + 1, PATIENT)).toBe(''); });

  test('ZooKeeper answers the request although its list of allowed requests lacks it', async () => {
    const server = zookeeper('4lw.commands.whitelist=ruok\n')(await freePort());
    await server.logs('PrepRequestProcessor');
    expect((await connectTo(server.port, 'stat')).greeting).toBe('stat is not executed because it is not in the whitelist.\n');
    expect(await ask(ZOOKEEPER, server.port, PATIENT)).toBe('');
    await server.stop();
  });

  test('Exim with too many connections', async () => {
    const server = exim('smtp_accept_max = 1\n')(await freePort());
    // Exim may count a connection that has ended, so the client is the connection that it has greeted.
    let client = await connectTo(server.port);
    while (!client.greeting.startsWith('220')) {
      await sleep(0.05);
      client = await connectTo(server.port);
    }
    expect(await ask(SMTP, server.port)).toBe('Too many concurrent SMTP connections; please try again later.');
    client.socket.destroy();
  });

  test('a server that a signal has stopped accepts a connection and sends nothing', async () => {
    const server = servers.get('Redis')!;
    server.signal('SIGSTOP');
    expect(await ask(REDIS, server.port, '1200ms')).toBe(SAYS_NOTHING);
    server.signal('SIGCONT');
    expect(await ask(REDIS, server.port, PATIENT)).toBe('');
  });

  test.each<[title: string, protocol: Protocol, line: string, prepared: () => Start]>([
    ['PostgreSQL', POSTGRESQL, 'ready to accept connections', () => {
      const data = copyOf(postgresData);
      return port => postgres(port, data, '-c', 'fsync=off');
    }],
    ['Redis', REDIS, 'Ready to accept connections', () => redis('redis-server')],
  ])('%s: from its log line to the exit of the agent, at most 50 ms in the middle of 20 trials', async (title, protocol, line, prepared) => {
    const begin = prepared();
    const delays: number[] = [];
    for (let i = 0; i < 20; i++) {
      const port = await freePort();
      const waiting = start([...wordsFor(protocol, port), '--timeout=30s']);
      const server = begin(port);
      const seen = waiting.ended.then(({ code }) => code === 0 ? performance.now() : Infinity);
      delays.push(-(await server.logs(line)) + await seen);
      server.signal('SIGINT');
      await server.stop();
    }
    delays.sort((a, b) => a - b);
    console.log(`${title}: p50 ${delays[10].toFixed(1)} ms, p90 ${delays[18].toFixed(1)} ms`);
    expect(delays[10]).toBeLessThanOrEqual(50);
  });
});
