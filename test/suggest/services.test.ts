import { cli } from '../cli/host';

interface Service {
  readonly [field: string]: unknown;
}

/** Returns the pairs `service dependency`, and the reason for each. */
function suggest(services: Readonly<Record<string, Service>>): Record<string, string> {
  const { code, out } = cli(['order', '--suggest', '--from', 'model.json'], { files: { 'model.json': JSON.stringify({ services }) } });
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

test('the only application needs the data stores that no service names, and a proxy needs the application', () => {
  expect(suggest({ backend: { image: 'shop/backend', expose: ['80'] }, frontend: { image: 'shop/frontend' }, db, adminer: { image: 'adminer' } })).toEqual({
    'backend db': 'a guess: no service names db, and backend is the only application',
    'frontend backend': 'a guess: the names of the two services',
  });
  expect(suggest({ app: { image: 'shop/app', ports: [{ target: 8080, published: '80' }] }, proxy: { image: 'nginx:1.29' } })).toEqual({
    'proxy app': 'a guess: proxy is a proxy, and app is the only application',
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
