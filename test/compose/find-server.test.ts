import { findAskedServer } from '../../tools/compose/find-server';

const find = (...test: string[]) => {
  const found = findAskedServer('db', { test });
  return found && `${found.protocol} ${found.port}`;
};
const shell = (text: string) => find('CMD-SHELL', text);
const PING = "db.adminCommand('ping')";

test.each([
  ['PostgreSQL 5432', 'pg_isready'],
  ['PostgreSQL 5432', 'pg_isready -U $POSTGRES_USER -d "${POSTGRES_DB}" || exit 1'],
  ['PostgreSQL 5433', '/usr/bin/pg_isready -h localhost -p 5433 -q'],
  ['PostgreSQL 5433', 'pg_isready --host=db --port=5433 >/dev/null 2>&1'],
  ['PostgreSQL 5432', 'pg_isready -Upostgres -h /var/run/postgresql'],
  ['MySQL 3306', 'mysqladmin ping -h localhost -u root -p$MYSQL_ROOT_PASSWORD'],
  ['MySQL 3307', 'mariadb-admin ping -h 127.0.0.1 -P3307 --silent || false'],
  ['MySQL 3306', 'mysqladmin ping --password="$(cat /run/secrets/root)"'],
  ['Redis 6379', 'redis-cli ping'],
  ['Redis 6380', 'valkey-cli -p 6380 --raw PING | grep -q PONG'],
  ['Redis 6379', 'redis-cli ping | grep PONG || exit 1'],
  ['MongoDB 27017', `mongosh --quiet --eval "${PING}"`],
  ['MongoDB 27018', `mongosh localhost:27018/test --quiet --eval "${PING}.ok"`],
  ['MongoDB 27017', "echo 'db.runCommand(\"ping\").ok' | mongosh localhost:27017/test --quiet"],
  ['MongoDB 27017', "mongo admin --eval 'db.runCommand({ ping: 1 })'"],
  ['AMQP 5672', 'rabbitmq-diagnostics -q ping'],
  ['AMQP 5672', 'rabbitmq-diagnostics check_running'],
  ['AMQP 5672', 'rabbitmqctl status --timeout 5'],
])('an answer of %s proves as much as %s', (server, text) => { expect(shell(text)).toBe(server); });

test.each([
  ['a password', 'redis-cli -a secret ping'],
  ['a password in a variable', 'REDISCLI_AUTH=secret redis-cli ping'],
  ['a change of the data', 'redis-cli --raw incr ping'],
  ['a query', 'psql -U postgres -c "select 1"'],
  ['a query after the ping', 'pg_isready && psql -c "select 1"'],
  ['a login', 'mysqladmin status -u root -psecret'],
  ['an initialized database', 'healthcheck.sh --connect --innodb_initialized'],
  ['a login to MongoDB', `mongosh -u root -p secret --eval "${PING}"`],
  ['a replica set', 'mongosh --eval "rs.status().ok"'],
  ['local alarms', 'rabbitmq-diagnostics check_local_alarms'],
  ['another listener', 'rabbitmq-diagnostics check_port_listener 15672'],
  ['another node', 'rabbitmqctl -n rabbit@other status'],
  ['another host', 'pg_isready -h primary'],
  ['an address in the name of the database', 'pg_isready -d "host=primary port=5433"'],
  ['an unknown port', 'pg_isready -p $PGPORT'],
  ['another text of the answer', 'pg_isready | grep accepting'],
  ['the opposite', '! pg_isready'],
  ['success in any case', 'pg_isready || true'],
  ['two commands', 'pg_isready; exit 0'],
  ['three programs', 'redis-cli ping | grep PONG | wc -l'],
  ['no valid script', 'pg_isready "'],
  ['no program', ''],
])('%s is more than an answer: %s', (_, text) => { expect(shell(text)).toBeUndefined(); });

test('a list of words is no script', () => {
  expect(find('CMD', 'pg_isready', '-U', 'shop')).toBe('PostgreSQL 5432');
  expect(find('CMD', 'mongosh', '--eval', PING)).toBe('MongoDB 27017');
  expect(find('CMD', 'pg_isready || exit 1')).toBeUndefined();
  expect(find('CMD', 'redis-cli', 'ping', '|', 'grep', 'PONG')).toBeUndefined();
});

test.each([[['NONE']], [[]], [undefined]])('the test %j asks no server', test => { expect(findAskedServer('db', { test })).toBeUndefined(); });
