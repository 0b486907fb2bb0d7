import { cli } from '../cli/host';

interface Service {
  readonly [field: string]: unknown;
}

/** Returns the pairs `service dependency`, and the reason for each. */
function suggest(services: Readonly<Record<string, Service>>, files: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { code, out } = cli(['order', '--suggest', '--from', 'model.json'], { files: { ...files, 'model.json': JSON.stringify({ services }) } });
  expect(code).toBe(0);
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

test('a server has further names, and an option or a wait in the command names one', () => {
  expect(suggest({
    web: web({ CACHE_URL: 'redis://sessions/0' }, { command: ['serve', '--db-host=database', '--log=other'] }),
    worker: { image: 'shop/worker', entrypoint: ['/wait-for-it.sh', 'db:5432', '--'], command: ['work'] },
    db: { ...db, container_name: 'database' },
    cache: { image: 'redis:8', networks: { default: { aliases: ['sessions'] } } },
  })).toEqual({ 'web sessions': 'CACHE_URL names sessions', 'web database': 'db-host names database', 'worker db': 'the command names db:5432' });
});

test('a variable of all services is only evidence for a data store, and not of the store itself', () => {
  const environment = { DB_HOST: 'db', CACHE_HOST: 'cache', OTHER_URL: 'http://other:80' };
  const all = { web: web(environment), worker: web(environment), other: { ...other, environment }, db: { ...db, environment } };
  expect(suggest({ ...all, cache: { image: 'redis:8' } })).toEqual({
    'other cache': 'CACHE_HOST names cache',
    'other db': 'DB_HOST names db',
    'web cache': 'CACHE_HOST names cache',
    'web db': 'DB_HOST names db',
    'worker cache': 'CACHE_HOST names cache',
    'worker db': 'DB_HOST names db',
  });
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

test('the only application, or the only backend, needs the data stores that no service names', () => {
  expect(suggest({
    backend: { image: 'shop/backend', expose: ['80'] },
    frontend: { image: 'shop/frontend' },
    db,
    adminer: { image: 'adminer' },
    proxy: { image: 'nginx:1.29' },
    migrate: { image: 'shop/migrate' },
  })).toEqual({
    'backend db': 'a guess: no service names db, and backend is the only application',
    'frontend backend': 'a guess: the names of the two services',
  });
  expect(suggest({ 'shop-api': other, 'mailer': other, 'store': { image: 'shop/shop-database:1', expose: ['5432'] } })).toEqual({
    'shop-api store': 'a guess: no service names store, and shop-api is the only backend',
  });
});

test('of several applications, none is guessed', () => {
  expect(suggest({ web: web({}), worker: { image: 'shop/worker' }, db })).toEqual({});
});

test('without a port, a dependency is a remark', () => {
  const services = { web: web({ API_URL: 'http://other' }), other };
  const { out } = cli(['order', '--suggest', '--from', 'model.json'], { files: { 'model.json': JSON.stringify({ services }) } });
  expect(out).toBe("---\n# not proposed: 'web' needs 'other' (API_URL names other), and nothing contains its port\n");
});
