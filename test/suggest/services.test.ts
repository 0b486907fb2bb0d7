import { cli } from '../cli/host';

type Service = Readonly<Record<string, unknown>>;

function run(services: Readonly<Record<string, Service>>, files: Readonly<Record<string, string>> = {}): string {
  const { code, out } = cli(['order', '--suggest', '--from', 'model.json'], { files: { ...files, 'model.json': JSON.stringify({ services }) } });
  expect(code).toBe(0);
  return out;
}

/** Returns the pairs that the command does not propose, with the evidence and the doubt. */
const listDoubts = (services: Readonly<Record<string, Service>>): string[] =>
  [...run(services).matchAll(/^# not proposed: (.*)$/gm)].map(([, text]) => text);

/** Returns the pairs `service dependency`, and the reason for each. */
function suggest(services: Readonly<Record<string, Service>>, files: Readonly<Record<string, string>> = {}): Record<string, string> {
  const out = run(services, files);
  const found: Record<string, string> = {};
  let container = '';
  for (const line of out.split('\n')) {
    container = /^ {4}([\w-]+):$/.exec(line)?.[1] ?? container;
    const [, dependency, reason] = /^ {8}- (\S+) # (.*)$/.exec(line) ?? [];
    if (dependency !== undefined) { found[`${container} ${dependency}`] = reason; }
  }
  return found;
}

const web = (environment: Record<string, string>, more: Service = {}) => ({ image: 'shop/web', environment, ...more });
const other = { image: 'shop/other' };
const db = { image: 'postgres:17' };

test.each<[string, Record<string, string>]>([
  ['DATABASE_URL names db', { DATABASE_URL: 'postgres://shop:secret@db/shop' }],
  ['DATABASE_URL names db:5432', { DATABASE_URL: 'postgres://shop:$$ecret@db:5432/shop' }],
  ['SPRING_DATASOURCE_URL names db:5432', { SPRING_DATASOURCE_URL: 'jdbc:postgresql://db:5432/shop' }],
  ['DSN names db:5432', { DSN: 'shop:secret@tcp(db:5432)/shop' }],
  ['ConnectionStrings__Shop names db', { ConnectionStrings__Shop: 'Server=db;Database=other;User Id=other' }],
  ['DB_HOST names db', { DB_HOST: 'db', DB_NAME: 'other', DB_USER: 'other' }],
  ['DB_HOSTNAME names db', { DB_HOSTNAME: 'db' }],
  ['SERVERS names db:5432', { SERVERS: 'a.example:5432,db:5432' }],
])('a variable names a server: %s', (reason, environment) => {
  expect(suggest({ web: web(environment), db, other })).toEqual({ 'web db': reason });
});

test('a variable of all services is only evidence for a data store, and not of the store itself', () => {
  const environment = { DB_HOST: 'db', CACHE_HOST: 'cache', OTHER_URL: 'http://other:80' };
  const all = { web: web(environment), worker: web(environment), other: { ...other, environment }, db: { ...db, environment } };
  expect(suggest({ ...all, cache: { image: 'redis:8' } })).toEqual(
    Object.fromEntries(['other', 'web', 'worker'].flatMap(name => [[`${name} cache`, 'CACHE_HOST names cache'], [`${name} db`, 'DB_HOST names db']])));
  expect(listDoubts(all)).toEqual(['web', 'worker'].map(name => `'${name}' may need 'other' (OTHER_URL names other:80), but other programs have the same variable`));
});

test('a mounted configuration names servers, but not that of a program that watches others', () => {
  const mount = (source: string, target: string) => ({ type: 'bind', source, target });
  const files = {
    '/app/proxy.conf': '# server old:80;\nupstream web { server web:80; }',
    '/app/conf.d/api.conf': 'proxy_pass http://api;',
    '/app/conf.d/old.conf.bak': 'proxy_pass http://old;',
    '/app/src/compose.yaml': 'OLD_URL: http://old',
    '/app/prometheus.yml': 'targets: ["web:80"]',
  };
  const volumes = [
    mount('/app/proxy.conf', '/etc/proxy.conf'), mount('/app/conf.d', '/etc/nginx/conf.d'), mount('/app/src', '/src'),
    mount('/app/none.conf', '/etc/none.conf'), { type: 'volume', source: 'data', target: '/data' },
  ];
  const server = { ...other, expose: ['80'] };
  expect(suggest({
    proxy: { image: 'nginx:1.29', volumes },
    web: server,
    api: server,
    old: server,
    prometheus: { image: 'prom/prometheus', volumes: [mount('/app/prometheus.yml', '/etc/prometheus/prometheus.yml')] },
  }, files)).toEqual({ 'proxy web': 'proxy.conf names web:80', 'proxy api': 'api.conf names api' });
});

const ONLY_WEB = (name: string) => `a guess: no service names ${name}, and web is the only application`;
const HOOKED = { ...db, environment: { HOOK_ADDR: 'api:80' } };
const URLS = web({ A_URL: 'http://hotel:80', B_URL: 'http://express:80', C_URL: 'http://admin-api:80' });

test.each<[string, Record<string, Service>, Record<string, unknown>, string[]]>([
  ['a link to a server removes the doubt about a text that names it',
    { web: web({ TRACES_URL: 'http://jaeger:4317' }, { links: ['jaeger'] }), jaeger: { image: 'jaegertracing/jaeger', expose: ['4317'] } },
    { 'web jaeger': 'links names jaeger' }, []],
  ['the text of a linked server leads back',
    { web: web({}, { links: ['other'] }), other: { ...other, environment: { HOOK_ADDR: 'web:80' }, expose: ['80'] } },
    { 'web other': 'links names other' },
    ["'other' may need 'web' (HOOK_ADDR names web:80), but the needs of 'web' lead back to 'other'"]],
  ['two data stores can lead in a circle',
    { db1: { ...db, environment: { PEER_ADDR: 'db2:5432' } }, db2: { ...db, environment: { PEER_ADDR: 'db1:5432' } } }, {}, [
      "'db1' may need 'db2' (PEER_ADDR names db2:5432), but the needs of 'db2' lead back to 'db1'",
      "'db2' may need 'db1' (PEER_ADDR names db1:5432), but the needs of 'db1' lead back to 'db2'",
    ]],
  ['a program that watches or shows others is needed only by another one', {
    web: web({ TRACES_URL: 'http://jaeger:4317', REPORTS_ADDR: 'other:80' }),
    grafana: { image: 'grafana/grafana', environment: { LOGS_URL: 'http://loki:3100' } },
    loki: { image: 'grafana/loki' },
    jaeger: { image: 'jaegertracing/jaeger' },
    other,
  }, { 'web other': 'REPORTS_ADDR names other:80', 'grafana loki': 'LOGS_URL names loki:3100' },
  ["'web' may need 'jaeger' (TRACES_URL names jaeger:4317), but 'jaeger' only watches or shows other programs"]],
  ['programs whose names lead in a circle do not wait for each other, but for their data', {
    api: web({ NEXT_URL: 'http://billing:80', DB_HOST: 'db' }),
    billing: web({ NEXT_URL: 'http://mailer:80' }),
    mailer: web({ NEXT_URL: 'http://api:80' }),
    proxy: web({ NEXT_URL: 'http://api:8080' }),
    db: HOOKED,
  }, { 'api db': 'DB_HOST names db', 'proxy api': 'NEXT_URL names api:8080' }, [
    "'api' may need 'billing' (NEXT_URL names billing:80), but the needs of 'billing' lead back to 'api'",
    "'billing' may need 'mailer' (NEXT_URL names mailer:80), but the needs of 'mailer' lead back to 'billing'",
    "'db' may need 'api' (HOOK_ADDR names api:80), but the needs of 'api' lead back to 'db'",
    "'mailer' may need 'api' (NEXT_URL names api:80), but the needs of 'api' lead back to 'mailer'",
  ]],
])('%s', (_, services, expected, doubts) => { expect([suggest(services), listDoubts(services)]).toEqual([expected, doubts]); });

const SHARED = { OTHER_URL: 'http://other:80' };

test.each<[string, Record<string, Service>, Record<string, unknown>]>([
  ['a server has further names, and an option or a wait in the command names one', {
    web: web({ CACHE_URL: 'redis://sessions/0' }, { command: ['serve', '--db-host=database', '--log=other'] }),
    worker: { image: 'shop/worker', entrypoint: ['/wait-for-it.sh', 'db:5432', '--'], command: ['work'] },
    db: { ...db, container_name: 'database' },
    cache: { image: 'redis:8', networks: { default: { aliases: ['sessions'] } } },
  }, { 'web sessions': 'CACHE_URL names sessions', 'web database': 'db-host names database', 'worker db': 'the command names db:5432' }],
  ['a link, and what a service shares with another one, name it', {
    web: web({}, { links: ['db:database'], network_mode: 'container:tunnel-1', expose: ['80'] }),
    worker: { image: 'shop/worker', volumes_from: ['web:ro'], pid: 'service:web', ipc: 'host' },
    viewer: { image: 'shop/viewer', volumes_from: ['container:web-1', 'container:elsewhere:ro'] },
    tunnel: { image: 'shop/tunnel', container_name: 'tunnel-1', expose: ['9'] },
    db,
  }, { 'web db': 'links names db', 'web tunnel-1': 'network_mode names tunnel-1', 'worker web': 'volumes_from names web' }],
  ['a better text removes the doubt about a shared variable', { web: web({ ...SHARED, OTHER_ADDR: 'other:80' }), worker: web(SHARED), other },
    { 'web other': 'OTHER_ADDR names other:80' }],
  ['a doubtful dependency does not lead back', {
    web: web({ OTHER_ADDR: 'other:80' }),
    other: { ...other, environment: { TRACES_ADDR: 'jaeger:4317' } },
    jaeger: { image: 'jaegertracing/jaeger', environment: { REPORTS_ADDR: 'web:80' } },
  }, { 'web other': 'OTHER_ADDR names other:80', 'jaeger web': 'REPORTS_ADDR names web:80' }],
  ['a data store named like a watching program is needed', { 'web': web({ DB_HOST: 'grafana-db' }), 'grafana-db': db },
    { 'web grafana-db': 'DB_HOST names grafana-db' }],
  ['the only application needs the data stores that no service names',
    { backend: { ...other, expose: ['80'] }, frontend: other, db, adminer: { image: 'adminer' }, proxy: { image: 'nginx:1.29' }, migrate: { image: 'shop/migrate' } },
    { 'backend db': 'a guess: no service names db, and backend is the only application' }],
  ['the only backend needs them', { 'shop-api': other, 'mailer': other, 'store': { image: 'shop/shop-database:1', expose: ['5432'] } },
    { 'shop-api store': 'a guess: no service names store, and shop-api is the only backend' }],
  ['a store for tests is not guessed', { 'web': other, 'test-db': db, 'db-for-tests': db, 'db': { image: 'mariadb:11' } }, { 'web db': ONLY_WEB('db') }],
  ['no store is for a runner', { 'code-runner': other, db }, {}],
  ['a proxy of the application, or a program beside it, is no application',
    { web: other, edge: { image: 'shop/oauth2-proxy' }, admin: { image: 'shop/admin' }, haproxy: { build: '.' }, grafana: { image: 'grafana/grafana' }, db }, { 'web db': ONLY_WEB('db') }],
  ['a data store that another program names makes no guess weak',
    { 'web': other, 'db-migrate': { ...other, environment: { DB_HOST: 'db' } }, db, 'cache': { image: 'redis:8' } },
    { 'db-migrate db': 'DB_HOST names db', 'web cache': ONLY_WEB('cache') }],
  ['no guess turns a dependency round', { api: other, db: HOOKED }, { 'db api': 'HOOK_ADDR names api:80' }],
  ['of several applications, none is guessed', { web: web({}), worker: { image: 'shop/worker' }, db }, {}],
  ['a part of a word does not make a helper', { 'web': URLS, 'hotel': other, 'express': other, 'admin-api': other },
    { 'web hotel': 'A_URL names hotel:80', 'web express': 'B_URL names express:80', 'web admin-api': 'C_URL names admin-api:80' }],
  ['a service that prepares a data store needs it, and is no data store', {
    'queue': { image: 'apache/kafka:4.1.0' },
    'queue-init': { image: 'apache/kafka:4.1.0', command: ['create-topics'] },
    'db-migrate': { ...db, command: ['psql', '--host=db'] },
    'shop-setup': other,
    'shop': other,
    'mailer': other,
    db,
  }, { 'queue-init queue': 'a guess: the names of the two services', 'db-migrate db': 'host names db' }],
])('%s', (_, services, expected) => { expect(suggest(services)).toEqual(expected); });

test.each<[string, Record<string, Service>, string[]]>([
  ['a frontend', { frontend: other, backend: other }, ["'frontend' may need 'backend' (a guess: the names of the two services), but a frontend can run in the browser only"]],
  ['the second server of an image', { web: other, db1: db, db2: db }, ["'web' may need 'db2' (a guess: no service names db2, and web is the only application), but another server has the same image"]],
  ['a store beside one that the application names', { web: web({ DB_HOST: 'db' }), db, cache: { image: 'redis:8' } }, [
    "'web' may need 'cache' (a guess: no service names cache, and web is the only application), but its texts name only 'db'",
  ]],
  ['an image of PHP', { web: { image: 'php:8-fpm' }, db }, ["'web' may need 'db' (a guess: no service names db, and web is the only application), but PHP connects with the first request only"]],
  ['a PHP program', { php: other, db }, ["'php' may need 'db' (a guess: no service names db, and php is the only application), but PHP connects with the first request only"]],
])('a weak guess is no proposal: %s', (_, services, doubts) => { expect(listDoubts(services)).toEqual(doubts); });

test('without a port, a dependency is a remark', () => {
  expect(run({ web: web({ API_URL: 'http://other' }), other })).toBe("---\n# not proposed: 'web' needs 'other' (API_URL names other), and nothing contains its port\n");
});
