import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { cli } from '../cli/host';
import { manifest } from '../manifest';

const SHOP = `
apiVersion: v1
kind: Service
metadata: { name: db, namespace: shop }
spec: { selector: { app: db }, ports: [{ port: 5432 }] }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db, namespace: shop }
spec: { template: { metadata: { labels: { app: db } }, spec: { containers: [{ name: postgres, image: postgres:17 }] } } }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  template:
    spec:
      initContainers:
        - { name: wait-for-queue, image: busybox:1.37, command: [sh, -c, "until nc -z queue 5672; do sleep 2; done"] }
        - { name: wait-for-migrate, image: groundnuty/k8s-wait-for:v2.0, args: [job, migrate] }
        - { name: nap, image: busybox, command: [sleep, "30"] }
        - { name: prepare, image: shop/prepare:1, command: [sh, -c, "until nc -z files 80; do sleep 1; done; /prepare"] }
      containers:
        - name: web
          image: shop/web:7
          env:
            - { name: DATABASE_URL, value: "postgres://shop:s3cret@db.shop:5432/shop" }
            - { name: CACHE, value: "127.0.0.1:6379" }
            - { name: POSTGRES_USER, value: db }
        - { name: cache, image: redis:8, ports: [{ containerPort: 6379 }] }
`;
const suggest = (text: string) => cli(['order', '--suggest', 'all.yaml'], { files: { 'all.yaml': text } });

const deployment = (spec: object) => JSON.stringify(manifest('Deployment', 'web', { template: { spec } }));
/** A Deployment with an init container that waits, and one with this name that works. */
const waitBy = (command: string, ...workers: readonly string[]) => deployment({
  initContainers: [{ name: 'wait', image: 'x', command: ['sh', '-c', command] }, ...workers.map(name => ({ name, image: 'x', command: [`/${name}`] }))],
  containers: [{ name: 'web', image: 'x' }],
});
const FOR_DB = 'until nc -z db 5432; do sleep 1; done';
/** Orders a Deployment with a StartupOrder. */
const orderBy = (order: string, text: string) =>
  cli(['order', '-f', 'order.yaml', '--create-service-account', '--architecture', 'amd64', 'all.yaml'], { files: { 'all.yaml': text, 'order.yaml': order } });
const initContainersIn = (out: string) =>
  JSON.parse(out.split('---').find(text => text.includes('"Deployment"'))!).spec.template.spec.initContainers.map((c: any) => c.name);
/** A Service and its Pod, whose container names a peer. */
const served = (name: string, container: string, image: string, peer: string) => [
  manifest('Service', name, { selector: { app: name }, ports: [{ port: 80 }] }),
  manifest('Pod', name, { containers: [{ name: container, image, env: [{ name: 'PEER', value: `http://${peer}` }] }] }, { labels: { app: name } }),
].map(object => JSON.stringify(object)).join('\n---\n');

test.each([['redis:8', 'server'], ['x/web:1', 'tcpSocket'], ['x/redis-exporter:1', 'server']])('a client of a pod with redis and %s waits with %s', (image, kind) => {
  const containers = ['redis:8', image].map((one, i) => ({ name: `c${i}`, image: one }));
  const peer = JSON.stringify(manifest('Pod', 'peer', { containers }, { labels: { app: 'peer' } }));
  const service = JSON.stringify(manifest('Service', 'peer', { selector: { app: 'peer' }, ports: [{ port: 80 }] }));
  expect(suggest([peer, service, served('web', 'web', 'x/web:1', 'peer')].join('\n---\n')).out).toContain(`  peer:\n      ${kind}:\n`);
});

test('proposes waits by hand and variables as dependencies, with the reason for each, and no password', () => {
  const { code, out, error } = suggest(SHOP);
  expect([code, error]).toEqual([0, '']);
  expect(out).toBe(`---
# not proposed: the init container 'nap' only sleeps 30 s: name what it waits for
apiVersion: cdk8s-startup-order.github.io/v1alpha1
kind: StartupOrder
metadata:
  name: web
spec:
  workloads:
    - kind: Deployment
      name: web
      namespace: shop
  containers:
    web:
      dependsOn:
        - cache # CACHE names 127.0.0.1:6379
        - queue # the init container 'wait-for-queue' waits for TCP queue:5672
        - migrate # the init container 'wait-for-migrate' waits for 'wait_for.sh job migrate'
        - files # the init container 'prepare' waits for TCP files:80
        - db # DATABASE_URL names db.shop:5432
    prepare:
      dependsOn:
        - queue # the init container 'wait-for-queue' waits for TCP queue:5672
        - migrate # the init container 'wait-for-migrate' waits for 'wait_for.sh job migrate'
    cache:
      readyWhen:
        tcpSocket:
          port: 6379
  externalDependencies:
    queue:
      server:
        protocol: AMQP
        host: queue
    migrate:
      job:
        name: migrate
    files:
      tcpSocket:
        host: files
        port: 80
    db:
      server:
        protocol: PostgreSQL
        host: db.shop
  replaces:
    - wait-for-queue
    - wait-for-migrate
`);
});

test('the proposal is valid, and the command then replaces the waits', () => {
  const { code, out, error } = orderBy(suggest(SHOP).out, SHOP);
  expect([code, error]).toEqual([0, '']);
  expect([...out.matchAll(/^ +name: (wait-\S+)$/gm)].map(([, name]) => name)).toEqual(['wait-for-migrate-and-queue', 'wait-for-db-and-files']);
  expect(out).toContain('name: nap');
  expect(out).not.toContain('groundnuty');
  expect(suggest(out).out).not.toMatch(/ names /);
});

test.each([
  ['containers wait for each other', { containers: [1, 2].map(i => ({ name: `c${i}`, ports: [{ containerPort: i }], env: [{ name: 'P', value: `localhost:${3 - i}` }] })) }],
  ['it must exit or start before', { initContainers: [{ name: 'c2', restartPolicy: 'Always', command: ['sh', '-c', 'until nc -z localhost 1; do sleep 1; done; /c2'] }], containers: [{ name: 'c1', ports: [{ containerPort: 1 }] }] }],
])('a dependency that contradicts the order is not proposed: %s', (why, spec) => expect(suggest(deployment(spec)).out).toMatch(new RegExp(`^---\n# not proposed: 'c2' may need 'c1' .*${why}`)));

test.each([
  ['until pg_isready -h db -U shop; do sleep 1; done', 'server:\n        protocol: PostgreSQL\n        host: db'],
  ['until redis-cli -h cache ping; do sleep 1; done', 'server:\n        protocol: Redis\n        host: cache'],
  ['until nc -z db.data 5433; do sleep 1; done', 'tcpSocket:\n        host: db.data\n        port: 5433'],
  ['until wget -q http://config:8080/ready; do sleep 1; done', 'http:\n        url: http://config:8080/ready'],
  ['until curl --max-time 5 http://db:3306; do sleep 5; done', 'server:\n        protocol: MySQL\n        host: db'],
  ['until nslookup db.data; do sleep 1; done', 'dns:\n        host: db.data'],
  ['kubectl wait --for=condition=complete job/migrate -n data', 'job:\n        name: migrate\n        namespace: data'],
  ['kubectl -n data wait --for=condition=ready pod -l app=db,tier=x --timeout=60s', 'pods:\n        labels:\n          app: db\n          tier: x\n        namespace: data'],
])('a wait by hand becomes a dependency: %s', (command, expected) => {
  const { out } = suggest(waitBy(command));
  expect(out).toContain(expected);
  expect(out).toContain('replaces:\n    - wait\n');
});

const FOR_DB_TEXT = "db: # the init container 'wait' waits for TCP db:5432";
test.each([
  [`timeout 120 sh -c "${FOR_DB}"`, `${FOR_DB_TEXT}\n          timeout: 120s\n  ext`, '--timeout=120s'],
  [`timeout 1.5 sh -c "${FOR_DB}" || true`, `${FOR_DB_TEXT}\n          timeout: 2s\n          onTimeout: continue\n`, '--continue-after=2s'],
  ['wait-for-it db:5432 -- true', `${FOR_DB_TEXT}\n          timeout: 15s\n          onTimeout: continue\n`, '--continue-after=15s'],
  ['wait4x tcp db:5432 -t 90s && until nc -z mq 80; do sleep 1; done', 'timeout: 90s\n        mq: {} # the init container', '--timeout=90s'],
])('the limit of a wait by hand becomes the limit of the dependency: %s', (command, expected, argument) => {
  const waiting = waitBy(command);
  const { out: order } = suggest(waiting);
  expect(order).toContain(expected);
  const { code, out } = orderBy(order, waiting);
  expect([code, out.includes(`"${argument}"`)]).toEqual([0, true]);
});

test.each([
  ['for i in 1 2 3; do nc -z db 5432 && break; sleep 2; done', 'it goes on after a limit that this order does not contain'],
  ['for i in 1 2 3; do nc -z db 5432 && exit 0; sleep 2; done; exit 1', 'it fails after a limit that this order does not contain'],
  [`[ -n "$SKIP" ] || ${FOR_DB}`, 'a condition can skip the wait, and not this dependency'],
])('a comment contains what the dependency does not express: %s', (command, expected) => {
  expect(suggest(waitBy(command)).out).toContain(`        - db # the init container 'wait' waits for TCP db:5432; ${expected}\n`);
});

test('the limit of a wait for another container of the pod becomes the limit of the dependency', () => {
  const web = { name: 'web', image: 'x', command: ['sh', '-c', `timeout 60 sh -c "${FOR_DB.replace('db', 'localhost')}" && exec /web`] };
  const { out } = suggest(deployment({ containers: [web, { name: 'db', image: 'x', ports: [{ containerPort: 5432 }] }] }));
  expect(out).toContain('        db: # its command waits for it\n          timeout: 60s\n');
});

test('a later init container that works depends on the awaited server, too, and still starts after it', () => {
  const waiting = waitBy(FOR_DB, 'migrate').replace('[{', '[{"name":"a","command":["sleep","9"],"ports":[{"containerPort":1}],"restartPolicy":"Always"},{');
  expect(initContainersIn(orderBy(suggest(waiting).out, waiting).out)).toEqual(['a', 'wait-for-db', 'migrate']);
});

test.each([
  ['kubectl wait --for=condition=Ready pod/x', "'kubectl wait --for=condition=Ready pod/x'"],
  ['until [ -f /ready ]; do sleep 1; done', 'the file /ready'],
])('a wait that no dependency expresses is a remark: %s', (command, what) => {
  expect(suggest(waitBy(command)).out).toBe(`---\n# not proposed: the init container 'wait' waits for ${what}, which no dependency expresses\n`);
});

test.each([
  ['until curl -fs http://config/app.yaml -o /shared/app.yaml; do sleep 1; done', 'http://config:80/app.yaml'],
  ['until psql -h db -f /schema.sql; do sleep 1; done', 'POSTGRESQL db:5432'],
])('an init container that waits and works stays, and a comment says so: %s', (command, what) => {
  const { out } = suggest(waitBy(command));
  expect(out).toContain(`# not proposed: to replace the init container 'wait', which does more than wait for ${what}\n`);
  expect(out).not.toContain('replaces:');
});

test('a hook and a command that wait become dependencies, and replace nothing', () => {
  const { out } = suggest(deployment({
    containers: [
      { name: 'proxy', image: 'x', ports: [{ containerPort: 15000 }], lifecycle: { postStart: { exec: { command: ['sh', '-c', 'until nc -z localhost 15000; do sleep 1; done'] } } } },
      { name: 'web', image: 'x', command: ['sh', '-c', 'until nc -z db 3306; do sleep 1; done; exec /web'] },
    ],
  }));
  expect(out).toMatch(/web:\n {6}dependsOn:\n {8}- proxy # the postStart hook of 'proxy' holds it\n {8}- db # its command waits for TCP db:3306; remove the wait from the command\n/);
  expect(out).not.toContain('replaces');
});

test.each([
  ['curl -s http://localhost:15000/server_info', 0, 'httpGet:\n          path: /server_info\n          port: 15000\n          host: 127.0.0.1'],
  ['nc -z 127.0.0.1 15000', 0, 'tcpSocket:\n          port: 15000\n          host: 127.0.0.1'],
  ['nc -z other 15000', 2, 'nothing contains its port'],
])('the port in a hook of a container without a port is its ready check: %s', (check, code, expected) => {
  const hook = { postStart: { exec: { command: ['sh', '-c', `until ${check}; do sleep 1; done`] } } };
  const text = deployment({ containers: [{ name: 'proxy', image: 'x', lifecycle: hook }, { name: 'web', image: 'x' }] });
  const { out } = suggest(text);
  expect(out).toContain(expected);
  expect(orderBy(out, text).code).toBe(code);
});

test('a hook of the wait agent is no wait by hand', () => {
  const spec = '{ workloads: [{ name: web }], mechanism: post_start, containers: { db: { role: app }, web: { dependsOn: [db] } } }';
  const pod = { containers: [{ name: 'db', image: 'x', readinessProbe: { tcpSocket: { port: 80 } } }, { name: 'web', image: 'x' }] };
  const { out } = orderBy(`{ apiVersion: cdk8s-startup-order.github.io/v1alpha1, kind: StartupOrder, spec: ${spec} }`, deployment(pod));
  expect([out.match(/postStart/g)?.length, suggest(out).out]).toEqual([1, '']);
});

test.each([
  ['the variable is for browsers', { name: 'CORS_ORIGIN', value: 'http://db:5432' }],
  ['the value is a user', { name: 'DB_USER', value: 'db' }],
  ['the name is a part of a path', { name: 'DATA_URL', value: '/var/lib/db' }],
  ['the Service is of another namespace', { name: 'DATABASE_HOST', value: 'db.other' }],
])('a variable names no dependency if %s', (_what, variable) => {
  const { out, error } = suggest(SHOP.replace(/env:[^]*?- \{ name: POSTGRES_USER, value: db \}/, `env: [${JSON.stringify(variable)}]`).replace(/initContainers:[^]*?\n {6}containers/, 'containers'));
  expect([out, error]).toEqual(['', 'nothing suggests an order: no wait by hand, and no variable or argument that names a server of this input\n']);
});

test('two workloads that name each other need nothing, unless one is a data store', () => {
  const both = (image: string) => `${served('a', 'main', 'shop/a', 'b')}\n---\n${served('b', 'main', image, 'a')}`;
  expect(suggest(both('shop/b')).out).toBe(`---
# not proposed: 'main' may need 'Pod b' (PEER names b), but the needs of 'Pod b' lead back to 'Pod a'
---
# not proposed: 'main' may need 'Pod a' (PEER names a), but the needs of 'Pod a' lead back to 'Pod b'
`);
  expect([...suggest(both('valkey:8')).out.matchAll(/^ {4}- kind: Pod\n {6}name: (.*)$/gm)].map(([, name]) => name)).toEqual(['a']);
});

test('a workload that prepares a data store with the image of the store is no data store', () => {
  const { out } = suggest(`${served('init-db', 'init-db', 'postgres', 'db')}\n---\n${served('db', 'db', 'postgres', 'init-db')}`);
  expect(out).toContain('- db # PEER names db');
  expect(out).toContain("# not proposed: 'db' may need 'Pod init-db' (PEER names init-db)");
});

const RIGHT = join(__dirname, '..', 'lint', 'right');
const proposals = readdirSync(RIGHT).map(file => {
  const text = readFileSync(join(RIGHT, file), 'utf8');
  return { file, text, order: suggest(text).out };
});
test.each(proposals.filter(({ order }) => order.includes('\nkind: ')))('`order` accepts what the right manifest $file suggests', ({ text, order }) => {
  expect(orderBy(order, text)).toMatchObject({ out: expect.stringContaining('kind: '), error: expect.not.stringMatching(/\[SO/) });
});

test('control characters of a name do not end the comment', () => {
  const { out } = suggest(waitBy('until nc -z db\u0085x 80; do sleep 1; done').replace('"wait"', '"wait\\u001b]0;x\\nkind: Pod"'));
  expect(out).not.toMatch(/[\u001b\u0085]|^kind: Pod/m);
});

describe('replaces', () => {
  const replacing = (name: string, wait = FOR_DB) => orderBy(`apiVersion: cdk8s-startup-order.github.io/v1alpha1
kind: StartupOrder
spec:
  workloads: [{ name: web }]
  containers: { web: { dependsOn: [db] } }
  externalDependencies: { db: { tcpSocket: { host: db, port: 5432 } } }
  replaces: [${name}]
`, waitBy(wait, 'migrate'));

  test('removes an init container that only waits', () => {
    const { code, out } = replacing('wait');
    expect([code, initContainersIn(out)]).toEqual([0, ['migrate', 'wait-for-db']]);
  });

  const WORKS = 'which does more than wait, or is not understood';
  test.each([
    ['migrate', FOR_DB, `${WORKS}; these only wait: wait; remove the name, or change the manifest [SO673]`],
    ['web', FOR_DB, 'which is no init container of the pod; these only wait: wait; remove the name, or change the manifest [SO673]'],
    ['wait', 'until psql -h db -f /schema.sql; do sleep 1; done', WORKS],
    ['wait', `${FOR_DB}; until nc -z cache.shop 6379; do sleep 1; done`, 'which waits for TCP cache.shop:6379, and no dependency'],
    ['wait', 'kubectl wait --for=condition=complete job/seed', "which waits for 'kubectl wait --for=condition=complete job/seed', and"],
  ])('with %s is an error, after %s', (name, wait, message) => {
    expect(replacing(name, wait)).toMatchObject({ code: 2, out: '', error: expect.stringContaining(`\`replaces\` contains '${name}', ${message}`) });
  });
});

test('a variable names a pod of a StatefulSet, or the alias of its Service', () => {
  const pod = (name: string, value = '') => (
    { template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: 'x', env: [{ name: 'STORE_URL', value }] }] } } });
  const { out } = suggest([
    manifest('Service', 'store', { clusterIP: 'None', selector: { app: 'store' }, ports: [{ port: 53, protocol: 'UDP' }, { port: 8080, targetPort: 80 }] }),
    manifest('Service', 'alias', { type: 'ExternalName', externalName: 'store' }),
    manifest('StatefulSet', 'store', pod('store')),
    manifest('Deployment', 'web', pod('web', 'http://store-0.store')),
    manifest('Deployment', 'worker', pod('worker', 'http://alias')),
  ].map(object => JSON.stringify(object)).join('\n---\n'));
  expect(out).toContain('- store-0 # STORE_URL names store-0.store');
  expect(out).toMatch(/store-0:\n +tcpSocket:\n +host: store-0.store\n +port: 80/);
  expect(out).toContain('- alias # STORE_URL names alias');
});
