import { parseOptions } from '../../tools/read/command/options';
import { CommandReading, isReplaceable, readCommand } from '../../tools/read/read-command';
import { describeTarget } from '../../tools/read/wait';

const script = (text: string, env: Readonly<Record<string, string>> = {}) => readCommand(['sh', '-c', text], new Map(Object.entries(env)));
const inLoop = (condition: string) => `until ${condition}; do sleep 1; done`;

/** Describes the waits of a command: `TCP db:5432, bounded`. */
const waits = ({ waits: all }: CommandReading): string[] => all.map(wait => [
  wait.targets.map(describeTarget).join(' and '),
  ...(wait.bounded ? ['bounded'] : []),
  ...(wait.limitSeconds === undefined ? [] : [`${wait.limitSeconds} s`]),
  ...(wait.anyStatus ? ['any status'] : []),
  ...(wait.conditional ? ['conditional'] : []),
].join(', '));

test.each([
  'until nc -z db 5432; do sleep 1; done', 'until nc -zv -w 2 db 5432 >/dev/null 2>&1\ndo\n  echo waiting\n  sleep 1\ndone',
  'until (echo > /dev/tcp/db/5432) 2>/dev/null; do sleep 1; done', 'until timeout 1 bash -c "</dev/tcp/db/5432"; do sleep 1; done',
  'HOST=db; until nc -z $HOST ${PORT:-5432}; do sleep 1; done', 'A=db:5432; until nc -z ${A%%:*} ${A##*:}; do sleep 1; done',
  'cat >/etc/app.conf <<EOF\nit isn\'t read: $(curl x\nEOF\nuntil nc -z db 5432; do sleep 1; done',
  'until curl -s telnet://db:5432; do sleep 1; done', 'until telnet db 5432; do sleep 1; done', 'sh -c -e "until nc -z db 5432; do sleep 1; done"',
  'timeout 0 sh -c "until nc -z db 5432; do sleep 1; done"', 'while sleep 1; do nc -z db 5432 && break; done',
  'for ((;;)); do nc -z db 5432 && break; sleep 1; done', 'while true; do nc -z db 5432 && { echo up; break; } || sleep 2; done',
  'while true; do if ! nc -z db 5432; then echo waiting; sleep 2; continue; else break; fi; done',
  'until nc -z db 5432 || { echo waiting; false; }; do sleep 1; done', '(exec /setup); until nc -z db 5432; do sleep 1; done',
  'cd /app && until nc -z db 5432; do sleep 1; done', 'gosu app sh -c "until nc -z db 5432; do sleep 1; done"',
])('the script waits for TCP db:5432 without a limit: %s', text => { expect(waits(script(text))).toEqual(['TCP db:5432']); });

test.each([
  ['until mysqladmin ping -hdb -P3307 --silent; do sleep 1; done', ['MYSQL db:3307']],
  ['until valkey-cli -h cache ping | grep PONG; do sleep 1; done', ['REDIS cache:6379']],
  ['until curl -s http://config:8080/info; do sleep 5; done', ['http://config:8080/info, any status']],
  ['until curl --fail -o /dev/null -m 5 config/info; do sleep 5; done', ['http://config:80/info']],
  ['until [ "$(curl -s -o /dev/null -w "%{http_code}" https://config/)" = 200 ]; do sleep 1; done', ['https://config:443/']],
  ['while [[ "$(curl -so /dev/null -w "%{http_code}" http://config/)" != "200" ]]; do sleep 1; done', ['http://config:80/']],
  ['until wget -q --spider http://config:8080/ready; do sleep 1; done', ['http://config:8080/ready']],
  ['until [ -f /shared/ready ]; do sleep 1; done', ['the file /shared/ready']], ['while [ ! -S /run/x.sock ]; do sleep 1; done', ['the file /run/x.sock']],
  ['until cat /tmp/healthy; do sleep 1; done', ['the file /tmp/healthy']], ['until nslookup db.data.svc; do sleep 1; done', ['the name db.data.svc']],
  ['until kubectl get pod $HOSTNAME | grep Running; do sleep 1; done', ["'kubectl get pod $HOSTNAME'"]],
  ['until vault status; do sleep 1; done', ["'vault status'"]], ['until vault status | grep -q x; do sleep 1; done', ["'vault status'"]],
  ['wait_for() { until nc -z "$1" "${2:-5432}"; do sleep 1; done; }; wait_for redis 6379; wait_for db', ['TCP redis:6379', 'TCP db:5432']],
  ['asks() { host=$1; nc -z $host 80; }; until asks a; do sleep 1; done', ['TCP a:80']],
  ['w() { shift; until nc -z ${1:-a} 80; do sleep 1; done; }; w a b', ['TCP port 80 on a host that the manifest does not name']],
  ['for h in a b; do until nc -z $h 80; do sleep 1; done; done', ['TCP a:80', 'TCP b:80']],
  ['HOSTS="a b"; for h in $HOSTS; do until nc -z $h 80; do sleep 1; done; done', ['TCP a:80', 'TCP b:80']],
  ['for h in a b; do if nc -z $h 80; then break; fi; sleep 1; done', ['TCP port 80 on a host that the manifest does not name, bounded']],
  ['for h in $HOSTS; do until nc -z $h 80; do sleep 1; done; done', ['TCP port 80 on a host that the manifest does not name']],
  ['for h; do until nc -z $h 80; do sleep 1; done; done', ['TCP port 80 on a host that the manifest does not name']],
  ['if [ $X ]; then H=a; until nc -z $H 80; do sleep 1; done; fi', ['TCP a:80, conditional']],
  ['H=a; if [ $X ]; then H=b; fi; until nc -z $H 80; do sleep 1; done', ['TCP port 80 on a host that the manifest does not name']],
  ['until nslookup db.$(cat /var/run/secrets/kubernetes.io/serviceaccount/namespace).svc.cluster.local; do sleep 1; done', ['the name db']],
  ['URL=http://config/info; until curl -f "$URL"; do sleep 1; done', ['http://config:80/info']],
  ['until redis-cli -u redis://:pw@cache:6380/0 ping; do sleep 1; done', ['REDIS cache:6380']],
  ['until psql -d postgres://app@db/shop -c "select 1"; do sleep 1; done', ['POSTGRESQL db:5432']],
  ['until pg_isready -d "host=db port=5433"; do sleep 1; done', ['POSTGRESQL db:5433']],
  ['until pg_isready -d "$DATABASE_URL"; do sleep 1; done', ['POSTGRESQL on a host that the manifest does not name']],
  ['until pg_isready -h /var/run/postgresql; do sleep 1; done', ['the file /var/run/postgresql']],
  ['until mysqladmin ping -h db -phunter2; do sleep 1; done', ['MYSQL db:3306']],
  ['until mongosh --quiet db.data:27018/admin --eval "db.runCommand(1)"; do sleep 1; done', ['MONGODB db.data:27018']],
  ['until mongosh shop; do sleep 1; done', ['MONGODB localhost:27017']],
  ['until nc -zU /run/app.sock; do sleep 1; done', ['the file /run/app.sock']],
  ['until nc -z ::1 80; do sleep 1; done', ['TCP [::1]:80']],
  ['until curl -f --json {} --unknown 5 http://config:80/; do sleep 1; done', ['http://config:80/']],
  ['until curl -sf --unix-socket /run/d.sock http://x/; do sleep 1; done', ['the file /run/d.sock']],
  ['until getent hosts db; do sleep 1; done', ['the name db']],
  ['until dig +short @10.0.0.1 db; do sleep 1; done', ['the name db']],
  ['until grep -q up /tmp/state; do sleep 1; done', ['the file /tmp/state']],
  ['until grpc_health_probe -addr=:5000; do sleep 1; done', ['GRPC localhost:5000']],
  ['kubectl rollout status deploy/db', ["'kubectl rollout status deploy/db'"]],
  ['kubectl wait --for=condition=Ready pod/db --timeout=-1s', ["'kubectl wait --for=condition=Ready pod/db --timeout=-1s'"]],
  ['until ! [[ ! -f /a || -z $x ]]; do sleep 1; done', ['the file /a']],
  ['while ! nc -z a 1 || ! nc -z b 1; do sleep 1; done', ['TCP a:1 and TCP b:1']],
  ['wait-for-it a:1 -t 0 -- sh -c "until nc -z b 2; do sleep 1; done"', ['TCP a:1', 'TCP b:2']],
])('the script waits without a limit: %s', (text, expected) => { expect(waits(script(text))).toEqual(expected); });

test.each([
  ['for i in $(seq 30); do nc -z db 5432 && exit 0; sleep 2; done; exit 1', ['TCP db:5432, bounded']],
  ['until nc -z db 5432; [ $? = 0 ]; do sleep 1; done', ['TCP db:5432, bounded']],
  ['until nc -z db 5432 || (( i++ > 30 )); do sleep 1; done', ['TCP db:5432, bounded']],
  ['n=0; until nc -z db 5432; do n=$((n+1)); [ $n -gt 9 ] && exit 1; sleep 1; done', ['TCP db:5432, bounded']],
  ['n=0\nwhile true; do\n nc -z db 5432 && break\n n=$((n+1))\n if [ $n -gt 60 ]; then exit 1; fi\ndone', ['TCP db:5432, bounded']],
  ['timeout -k 5 2m sh -c "until nc -z db 5432; do sleep 1; done"', ['TCP db:5432, bounded, 120 s']],
  ['kubectl wait --for=condition=complete job/migrate --timeout=300s', ["'kubectl wait --for=condition=complete job/migrate --timeout=300s', bounded, 300 s"]],
  ['./wait-for-it.sh -h db -p 5432 -s', ['TCP db:5432, bounded, 15 s']],
  ['kuma-dp wait', ["'kuma-dp wait', bounded, 180 s"]],
  ['consul-dataplane -graceful-startup', ["'consul-dataplane -graceful-startup', bounded"]],
  ['pilot-agent wait', ['http://localhost:15021/healthz/ready, bounded, 60 s']],
  ['/usr/lib/linkerd/linkerd-await --timeout=2m --port=4191', ['http://localhost:4191/ready, bounded, 120 s']],
  ['kubectl wait --for=condition=Ready pod/db --timeout=$T', ["'kubectl wait --for=condition=Ready pod/db --timeout=$T', bounded"]],
  ['curl -fsS --retry 30 --retry-delay 2 --retry-connrefused http://config/info', ['http://config:80/info, bounded']],
  ['if [ "$1" = worker ]; then exec /worker; fi; until nc -z db 5432; do sleep 1; done; exec /app', ['TCP db:5432, conditional']],
  ['test -n "$DB" && until nc -z db 5432; do sleep 1; done', ['TCP db:5432, conditional']],
  ['! [ -f /skip ] && until nc -z db 5432; do sleep 1; done', ['TCP db:5432, conditional']],
])('the script gives up, or may skip the wait: %s', (text, expected) => { expect(waits(script(text))).toEqual(expected); });

test.each([
  'exec /app',
  'while true; do date; sleep 5; done', 'while pgrep main; do sleep 1; done',
  'while nc -z localhost 5432; do sleep 1; done',
  'until nc -z db 5432; do sleep 1; done & exec /app',
  'curl -s http://config/ > /config.json',
  'cat <<EOF\nuntil nc -z db 5432; do sleep 1; done\nEOF',
  '# until nc -z db 5432; do sleep 1; done',
  'echo "until nc -z db 5432; do sleep 1; done"',
  'cat <<EOF\nuntil nc -z db 5432; do sleep 1; done',
  'kubectl wait --for=condition=Ready pod/db --timeout=0s',
  'until nc -z db 5432 || true; do sleep 1; done',
  'until nc -z db 5432 || nc -z other 5432; do sleep 1; done',
  'while ! nc -z a 1 && ! nc -z b 1; do sleep 1; done',
  'until nc -z db 5432; do sleep 1; break; done',
  'for i in $(seq 9); do nc -z db 5432 && break; exit 0; done',
  'exec /app; until nc -z db 5432; do sleep 1; done',
  'until nc -zu db 53; do sleep 1; done',
  'curl -sSL --retry 5 -o /work/data.tgz https://mirror/data.tgz',
])('the reader finds no wait in the script: %s', text => { expect(waits(script(text))).toEqual([]); });

test('the reader knows variables of the manifest, and no others', () => {
  const text = 'until nc -z "$DB_HOST" "$DB_PORT"; do sleep 1; done';
  expect(waits(script(text, { DB_HOST: 'localhost', DB_PORT: '5432' }))).toEqual(['TCP localhost:5432']);
  expect(waits(script(text, { DB_HOST: 'localhost' }))).toEqual(['TCP localhost']);
  expect(waits(script('until nc -z "${A%:*}" "${B#*:}"; do sleep 1; done', { A: 'db:1', B: '::1' }))).toEqual(['TCP db']);
});

test('a variable whose value comes from another source does not take its default', () => {
  const text = 'until nc -z "${DB_HOST:-localhost}" 5432; do sleep 1; done';
  expect(waits(script(text))).toEqual(['TCP localhost:5432']);
  const unknown = [script(text, { DB_HOST: '$DB_HOST' }), script(`DB_HOST=$(cat /etc/host); ${text}`), script(`if [ "$X" = 1 ]; then DB_HOST=db; fi; ${text}`)];
  expect(unknown.map(waits)).toEqual(unknown.map(() => ['TCP port 5432 on a host that the manifest does not name']));
  expect(waits(readCommand(['sh', '-c', text], new Map(), { envFrom: true }))).toEqual(['TCP port 5432 on a host that the manifest does not name']);
  expect(waits(script(`export DB_HOST=db; ${text}`))).toEqual(['TCP db:5432']);
});

test('clients of PostgreSQL read their address from variables', () => {
  const text = 'until pg_isready -q; do sleep 1; done';
  expect(waits(script(text))).toEqual(['POSTGRESQL localhost:5432']);
  expect(waits(script(text, { PGHOST: 'db.data', PGPORT: '5433' }))).toEqual(['POSTGRESQL db.data:5433']);
  expect(waits(script(text, { PGHOST: '$PGHOST' }))).toEqual(['POSTGRESQL port 5432 on a host that the manifest does not name']);
  expect(waits(script('until pg_isready -h other; do sleep 1; done', { PGHOST: 'db.data' }))).toEqual(['POSTGRESQL other:5432']);
  expect(waits(readCommand(['sh', '-c', 'until redis-cli ping; do sleep 1; done'], new Map(), { envFrom: true }))).toEqual(['REDIS localhost:6379']);
});

test.each([
  [['/wait-for-it.sh', 'db:5432', '-t', '0', '--', '/app'], ['TCP db:5432']],
  [['dockerize', '-wait', 'tcp://db:5432', '-timeout', '30s'], ['TCP db:5432, bounded, 30 s']],
  [['dockerize', '-wait', 'tcp://a:1', '-wait=tcp://b:2', '--', 'true'], ['TCP a:1 and TCP b:2, bounded, 10 s']],
  [['/bin/busybox', 'sh', '-ec', 'until nc -z db 5432; do sleep 1; done'], ['TCP db:5432']],
  [['tini', '--', 'bash', '-euo', 'pipefail', '-c', 'until nc -z db 5432; do sleep 1; done'], ['TCP db:5432']],
  [['env', 'A=b', 'sh', '-c', 'until nc -z db 5432; do sleep 1; done'], ['TCP db:5432']],
  [['wait_for.sh', 'job', 'migrate'], ["'wait_for.sh job migrate'"]],
  [['sh', '/scripts/wait.sh'], []], [['/app', 'until', 'nc'], []], [['sh', '-s'], []],
  [['bash', '-x', '/wait-for-it.sh', '-t', '0', 'db:5432'], ['TCP db:5432']], [['sh', '--', 'wait-for.sh', 'db:1'], ['TCP db:1, bounded, 15 s']],
])('the reader unwraps the command %j', (words, expected) => { expect(waits(readCommand(words, new Map()))).toEqual(expected); });

const sleepOf = (text: string) => (({ sleepsFirst, delay, endless }) => ({ sleepsFirst, delay, endless }))(script(text));

test.each<[string, Partial<ReturnType<typeof sleepOf>>]>([
  ['sleep 10 && exec /app', { sleepsFirst: 10 }],
  ['echo start; sleep 1m; sleep 5; /app', { sleepsFirst: 65 }],
  ['sleep 10; while true; do /work; sleep 1; done', { sleepsFirst: 10, endless: true }],
  ['sleep 10; while true; do date; sleep 1; done', { endless: true }],
  ['exec 2>&1; DIR=/data; sleep 5; exec /app', { sleepsFirst: 5 }],
  ['for i in $(seq 1 30); do echo $i; sleep 1; done', { delay: 30 }],
  ['tail -f /dev/null', { endless: true }],
  ['sleep infinity', { endless: true }],
  ['while true; do for j in 1 2 3; do /try && break; done; sleep 5; done', { endless: true }],
  ['timeout 60 sleep infinity', { delay: 60 }],
])('the script sleeps, or never ends: %s', (text, expected) => { expect(sleepOf(text)).toEqual({ endless: false, ...expected }); });

test.each([
  'touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600', 'for i in {1..4}; do sleep 0.5; done', 'sleep $((RANDOM % 60)); exec /app',
  '[ -f /x ] || sleep 5; exec /app', '/server & sleep 5; /client', 'timeout 60 tail -f /x', 'while true; do /try && break; sleep 5; done',
  'for ((i=10; i>0; i--)); do sleep 1; done', 'i=0; while true; do for j in 1 2 3; do /try && exit 0; done; sleep 5; done',
  '[ -z "$DEBUG" ] && exit 0; tail -f /dev/null', 'timeout $T sleep infinity',
])('the script ends, after an unknown time: %s', text => { expect(sleepOf(text)).toEqual({ endless: false }); });

test.each([
  'while true; do '.repeat(2000),
  `${'until nc -z a 1; do '.repeat(30)}sleep 1${'; done'.repeat(30)}`,
  `${'f(){ f; f; f; f; f; f; f; f; }; '.repeat(20)}f`,
  `f(){ f; f; ${'echo; '.repeat(5000)} }; ${'f; '.repeat(5000)}`,
  '$('.repeat(20_000),
  '"$('.repeat(16_000),
  'coproc '.repeat(7000),
  '! '.repeat(20_000),
  'f() '.repeat(10_000),
  '(('.repeat(20_000),
  `until [ ${'"$([ '.repeat(4000)}x${' ])"'.repeat(4000)} ]; do sleep 1; done`,
  'cat <<EOF\n'.repeat(5000),
  '<< '.repeat(10_000),
  `timeout ${'9'.repeat(5000)}x sleep 1`,
  '"'.repeat(49_999),
])('the reader takes less than two seconds for a large script', text => {
  const begun = Date.now();
  expect(script(text).waits.length).toBeLessThanOrEqual(30);
  expect(Date.now() - begun).toBeLessThan(2000);
});

test('the command after the `--` of a wait is part of the command', () => {
  expect(readCommand(['/wait-for-it.sh', 'db:5432', '--', '/setup'], new Map()).understood).toBe(false);
  expect(readCommand(['/wait-for-it.sh', 'db:5432', '--', 'true'], new Map()).understood).toBe(true);
});

test('white space that is no blank of the shell is part of a word', () => {
  const white = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(char => /\s/.test(char));
  expect(white.length).toBeGreaterThan(20);
  expect(white.filter(char => waits(script(`until nc -z db 5432; do${char}sleep 1; done`)).length > 0)).toEqual(['\t', '\n', ' ']);
});

const UNTIL = 'until nc -z db 5432; do sleep 1; done';

test.each([
  `timeout 60 sh -c "${UNTIL}" || true`, `timeout 60 sh -c "${UNTIL}"; exec /app`, 'wait4x tcp db:5432 || echo late', 'if ! wait4x tcp db:5432; then echo late; fi',
  'for i in 1 2 3; do nc -z db 5432 && break; sleep 1; done; /app', 'i=0; until nc -z db 5432 || [ $i -ge 10 ]; do i=$((i+1)); sleep 1; done',
  'while true; do nc -z db 5432 && break; [ $n -gt 9 ] && break; n=$((n+1)); sleep 1; done', './wait-for-it.sh db:5432 -- /app',
  'for i in 1 2 3; do sleep 1; nc -z db 5432 && break; done; echo', 'for i in 1 2 3; do sleep 1; nc -z db 5432 && break; done || true',
  'while ! nc -z db 5432; do n=$((n+1)); sleep 1; [ $n -gt 9 ] && break; done', 'while ! nc -z db 5432; do n=$((n+1)); if [ $n -gt 9 ]; then exit 0; fi; sleep 1; done',
  'for i in 1 2 3; do nc -z db 5432 && break; sleep 1; done; [ $ok = 1 ]; echo',
])('after its limit, the wait in %j goes on', text => { expect(script(text).waits.map(wait => wait.goesOn)).toEqual([true]); });

test.each([
  UNTIL, `timeout 60 sh -c "${UNTIL}"`, `timeout 60 sh -c "${UNTIL}; echo ready"`, `set -e; timeout 60 sh -c "${UNTIL}"; exec /app`, `timeout 60 sh -c "${UNTIL}" && exec /app`,
  'wait4x tcp db:5432 || exit 1; /app', 'if ! wait4x tcp db:5432; then exit 1; fi; /app', 'until N=$(curl -f http://c); [ "$N" ]; do sleep 1; done', 'for i in 1 2 3; do nc -z db 5432 && exit 0; sleep 1; done; exit 1',
  'n=0; until nc -z db 5432; do n=$((n+1)); [ $n -gt 9 ] && exit 1; sleep 1; done; /app', './wait-for-it.sh -s db:5432 -- /app',
  ...['[ $ok = 1 ]', '[ $ok = 1 ] && echo ready', 'false', '[ $ok = 1 ] || exit 1', 'if [ $ok = 0 ]; then exit 1; fi; echo', 'exit $ok', '(exit $?)', 'nc -z db 5432']
    .map(verdict => `for i in 1 2 3; do nc -z db 5432 && ok=1 && break; sleep 1; done; ${verdict}`),
  'for i in 1 2 3; do sleep 1; nc -z db 5432 && break; done', 'wait() { for i in 1 2 3; do nc -z db 5432 && return 0; sleep 1; done; return 1; }; wait',
])('the wait in %j has no limit, or fails after its limit', text => { expect(script(text).waits.map(wait => wait.goesOn)).toEqual([false]); });

/** The container mounts a volume. */
const onlyWaitsIn = (text: string) => isReplaceable(readCommand(['sh', '-c', text], new Map(), { keepsFiles: true }));

test.each([
  ...[
    'curl -fs http://c/x -o /shared/x', 'curl -fO http://c/x', 'curl -XPUT http://c/x', 'curl -f --data a http://c', 'curl -T f http://c',
    'curl -F a=b http://c', 'curl -f http://a http://b', 'curl -u a:b http://c', 'curl -s http://c/n | jq -e ".n > 3"',
    'curl -f http://c | tar x -C /shared', 'curl -f http://c > /shared/a', '[ $(curl -s http://c/n) -ge 3 ]', 'N=$(curl -s http://c/n); [ "$N" -ge 3 ]',
    '[ "$(curl -s -o /dev/null -w "%{http_code}" http://c)" -ge 500 ]',
    'wget -P /x http://c/a', 'wget -O /x/a http://c/a', 'wget -q http://c/a',
    'psql -h db -f /a.sql', 'psql -h db -c "create table x"', 'psql -h db -c vacuum', 'psql -h db -c "drop table x" -c "select 1"',
    'psql -h db -tAc "select 1 from x where version=5"', 'psql -h db -c "select 1" | grep 1', 'psql -h db < /a.sql', 'psql -h db <<< "create table x"',
    'cat /a.sql | psql -h db',
    'mysql -h db -e "create database x"',
    'mysqladmin -h db shutdown', 'mysqladmin -h db create x',
    'redis-cli -h r set a b', 'redis-cli -h r --tls ping',
    'mongosh m:27017 --eval "rs.initiate()"', 'mongosh m:27017 /init.js',
    'kubectl rollout restart deploy/x',
    'nc -z db 1 && /migrate',
  ].map(inLoop),
  'mkdir -p /data/x; until nc -z db 1; do sleep 1; done',
  'until nc -z db 1; do sleep 1; done && touch /shared/ok',
  'until nc -z db 1; do sleep 1; done > /shared/log',
  'until nc -z db 1; do sleep 1; done; echo ok >> /dev/shm/ok',
  'X=$(/migrate); until nc -z db 1; do sleep 1; done',
  'while ! nc -z db 1; do curl -X POST http://a; sleep 1; done',
  'until nc -z db 1; do sleep 1; done; sh -c "touch /x"',
  'curl -fsS --retry 30 --retry-connrefused -o /shared/a http://c/a',
  'dockerize -wait tcp://db:1 /migrate', 'dockerize -wait tcp://db:1 -template a:b',
  'wait4x http http://c --expect-body-regex x', 'wait4x tcp a:1 b:2',
  'until grpc_health_probe -addr=db:5000; do sleep 1; done',
  'wait-for-it db:1 -- mkdir /x',
  'mkdir -p /x; sleep 5',
])('the script does more than wait: %s', text => { expect(onlyWaitsIn(text)).toBe(false); });

test.each([
  ...[
    'curl -fsSo /dev/null -m 5 http://c/x', 'curl -X GET -f http://c >/dev/null 2>&1',
    '[ "$(curl -s -o /dev/null -w "%{http_code}" https://c/)" = 200 ]',
    'curl -s -o /dev/null -w "%{http_code}" http://c | grep -q 200', 'curl -s telnet://db:5432',
    'wget --spider -q http://c', 'wget -qO- http://c', 'wget -q -O /dev/null --timeout=5 http://c',
    'psql -h db -U u -d shop -tAc "SELECT 1;"', 'psql -h db -v ON_ERROR_STOP=1 -c "select 1 ;"',
    'pg_isready -h db -U u', 'pg_isready -h db | grep -q accepting',
    'mysql -h db -e "select 1"', 'mysqladmin ping -h db -u root -psecret --silent', 'mysqladmin ping -h db --skip-ssl --wait=30',
    '[ "x$(redis-cli -h r ping)" = "xPONG" ]', '[ "$(redis-cli -h r ping)" = PONG ]', 'redis-cli -h r ping | grep PONG',
    'mongosh --host m --quiet --eval "db.adminCommand(\'ping\')"',
    'echo ruok | nc zk 2181 | grep imok',
    'nslookup db | grep Address', '[ -n "$(dig +short db)" ]',
    'timeout 1 bash -c "</dev/tcp/db/5432"',
  ].map(inLoop),
  'for i in $(seq 30); do nc -z db 1 && exit 0; sleep 2; done; exit 1',
  'END=$(( $(date +%s) + 60 )); until nc -z db 1; do [ $(date +%s) -gt $END ] && exit 1; sleep 1; done',
  'log() { echo "$1" >&2; }; until nc -z db 1; do log x; sleep 1; done',
  'exec 2>&1; until nc -z db 1; do sleep 1; done; echo ok > /proc/1/fd/1',
  'curl -fsS --retry 30 --retry-delay 2 --retry-connrefused http://c/i',
  'wait4x tcp db:1 -- true',
])('the script only waits: %s', text => { expect(onlyWaitsIn(text)).toBe(true); });

test('the file that wget writes is work only where another container can read it', () => {
  expect(isReplaceable(script(inLoop('wget -q http://c/a')))).toBe(true);
});

test('a word of very many letters is read', () => {
  expect(waits(readCommand(['pg_isready', `-${'q'.repeat(90_000)}`, '-h', 'db'], new Map()))).toEqual([]);
  expect([...parseOptions([`-${'q'.repeat(200_000)}`]).flags]).toEqual(['-q']);
});
