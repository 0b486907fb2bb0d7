import { parseAllDocuments } from 'yaml';
import { COMPOSE_CASES, orderCase, orderFrom } from './cases';

test('group: the containers of one pod start in the order of their services', () => {
  const { code, out, error } = orderCase('group');
  expect(code).toBe(0);
  expect(error).toMatch(/^model\.json: warning: services\.proxy\.healthcheck\.test: kompose removes the shell .* \[SO692\]\n$/);
  const [configMap, { spec: { template: { spec } } }, ...others] = parseAllDocuments(out).map(document => document.toJS());
  expect([configMap.kind, others.filter(other => other !== null)]).toEqual(['ConfigMap', []]);
  expect(spec.initContainers.map(({ name, restartPolicy = 'init' }: Pod) => `${name} ${restartPolicy}`)).toEqual([
    'cache Always', 'proxy Always', 'setup init', 'wait-for-proxy init',
  ]);
  expect(spec.initContainers[3].command).toEqual(['/startup-order/wait', '--for=proxy', '--http=http://127.0.0.1:9901/ready', '--try-timeout=30s']);
  expect(spec.containers).toEqual([{ name: 'web-app', image: 'shop/web:7' }]);
});

test('shop: each service waits for its dependencies, and messages name what is lost', () => {
  const { code, out, error } = orderCase('shop');
  expect([code, error.match(/\[SO\d+\]/g)]).toEqual([0, ['[SO692]', '[SO692]']]);
  const objects = parseAllDocuments(out).map(document => document.toJS());
  expect(objects.slice(3, 7).map(({ kind }) => kind)).toEqual(['ConfigMap', 'ServiceAccount', 'Role', 'RoleBinding']);
  const waits = objects.filter(({ spec }) => spec?.template ?? spec?.containers).map(({ kind, metadata, spec }) => {
    const { initContainers = [], containers } = spec.template?.spec ?? spec;
    const words = initContainers.flatMap(({ command }: Pod) => command.filter((word: string) => /^(?:--tcp=|--protocol=|pods\/)/.test(word)));
    return [`${kind} ${metadata.name}`, words, containers[0].readinessProbe?.exec.command];
  });
  expect(waits).toEqual([
    ['Deployment api', ['--tcp=db.shop:5432', '--protocol=PostgreSQL', 'pods/migrate'], ['wget', '-q', '--spider', 'http://localhost:3000/healthz']],
    ['Deployment db', [], undefined],
    ['Pod migrate', ['--tcp=db.shop:5432', '--protocol=PostgreSQL'], undefined],
    ['Deployment web', ['--tcp=api.shop:3000'], undefined],
  ]);
});

test.each(COMPOSE_CASES)('%s: a second run changes nothing', name => {
  const { out } = orderCase(name);
  expect(orderCase(name, out)).toMatchObject({ code: 0, out });
});

type Pod = Record<string, any>;

const workload = (name: string, kind = 'Deployment', fields = '') => `---
apiVersion: apps/v1
kind: ${kind}
metadata: {name: ${name}}
spec: {template: {metadata: {labels: {io.kompose.service: ${name}}}, spec: {containers: [{name: ${name}, image: a${fields}}]}}}
`;
const service = (name: string, spec = 'ports: [{port: 5432}]') => `---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {${spec}, selector: {io.kompose.service: ${name}}}
`;
const WEB_AND_DB = workload('web') + workload('db');

/** Runs `order` for these services of a model. */
const order = (services: object, manifests: string, ...options: readonly string[]) =>
  orderFrom({ 'model.json': JSON.stringify({ services }) }, ['model.json'], manifests, ['--create-service-account', ...options]);

/** Returns the pod specs of the ordered manifests by workload. */
function podsOf(services: object, manifests: string): Record<string, Pod> {
  const { code, out, error } = order(services, manifests);
  expect([code, error.replace(/.* \[SO692\]\n/g, '')]).toEqual([0, '']);
  expect(order(services, out)).toMatchObject({ code: 0, out });
  const objects = parseAllDocuments(out).map(document => document.toJS()).filter(({ spec }) => spec?.template);
  return Object.fromEntries(objects.map(({ metadata, spec }) => [metadata.name, spec.template.spec]));
}

const needs = (condition: string, fields: object = {}) => ({ depends_on: { db: { condition, ...fields } } });
const TEST = { healthcheck: { test: ['CMD', 'pg_isready'] } };
const QUERY = { healthcheck: { test: ['CMD', 'psql', '-c', 'select 1'] } };
const HEALTHY = { web: needs('service_healthy'), db: TEST };
const argumentsOf = ({ initContainers = [], containers }: Pod): string[] => [...initContainers, ...containers].flatMap(({ command = [] }) => command);

test.each([
  ['a Service', HEALTHY, WEB_AND_DB + service('db'), '--tcp=db:5432'],
  ['a headless Service, which maps no ports, so the wait is for the port of the container', HEALTHY,
    WEB_AND_DB + service('db', 'clusterIP: None, ports: [{port: 1, targetPort: 5432}]'), '--tcp=db:5432'],
  ['a Service with the labels of Compose Bridge', HEALTHY,
    (WEB_AND_DB + service('db')).replaceAll('io.kompose', 'com.docker.compose'), '--tcp=db:5432'],
  ['a Job', { web: needs('service_completed_successfully'), db: {} },
    (workload('web') + workload('db', 'Job')).replaceAll('}\nspec', ', namespace: shop}\nspec'), 'jobs.batch/db'],
])('a dependent waits for %s', (_, services, manifests, expected) => { expect(argumentsOf(podsOf(services, manifests).web)).toContain(expected); });

test.each<[string, object, object | undefined]>([
  ['CMD', { test: ['CMD', 'psql', '-U', '$$USER'], interval: '5s', timeout: '1500ms', retries: 4 },
    { exec: { command: ['psql', '-U', '$USER'] }, periodSeconds: 5, timeoutSeconds: 2, failureThreshold: 4 }],
  ['CMD-SHELL', { test: ['CMD-SHELL', 'redis-cli -a secret ping || exit 1'] },
    { exec: { command: ['/bin/sh', '-c', 'redis-cli -a secret ping || exit 1'] }, periodSeconds: 30, timeoutSeconds: 30, failureThreshold: 3 }],
  ['what the kubelet expands is escaped', { test: ['CMD-SHELL', 'test $$(cat /a) = $$$$1 -o $$B'] },
    { exec: { command: ['/bin/sh', '-c', 'test $$(cat /a) = $$$$1 -o $$B'] }, periodSeconds: 30, timeoutSeconds: 30, failureThreshold: 3 }],
  ['0 means unspecified', { test: ['CMD', 'ok'], interval: '0s', timeout: '0s', retries: 0, start_period: '1h0m1.5s' },
    { exec: { command: ['ok'] }, periodSeconds: 5, timeoutSeconds: 30, failureThreshold: 18 }],
  ['the limit counts the periods of the probe', { test: ['CMD', 'ok'], interval: '10s', start_period: '1m', start_interval: '100ms' },
    { exec: { command: ['ok'] }, periodSeconds: 1, timeoutSeconds: 30, failureThreshold: 30 }],
])('a health check becomes a readiness probe: %s', (_, healthcheck, readinessProbe) => {
  const { db } = podsOf({ ...HEALTHY, db: { healthcheck } }, WEB_AND_DB + service('db'));
  expect(db.containers[0].readinessProbe).toEqual(readinessProbe);
});

describe('a health check that only asks a server', () => {
  const REDIS = { healthcheck: { test: ['CMD', 'redis-cli', 'ping'] } };
  const answersOf = (db: object, object: string, container = '') => argumentsOf(podsOf({ ...HEALTHY, db }, workload('web') + workload('db', 'Deployment', container) + object).web)
    .filter(word => /^--(tcp|protocol)=/.test(word));

  test('the dependent asks the server itself, and the dependency stays as it is', () => {
    const { web, db } = podsOf(HEALTHY, WEB_AND_DB + service('db'));
    expect(argumentsOf(web).slice(0, 4)).toEqual(['/startup-order/wait', '--for=db', '--tcp=db:5432', '--protocol=PostgreSQL']);
    expect(db).toEqual({ containers: [{ name: 'db', image: 'a' }] });
  });

  test.each([
    ['the port that leads to the port of the health check', 'ports: [{port: 9121}, {port: 16379, targetPort: 6379}]', '', ['--tcp=db:16379', '--protocol=Redis']],
    ['a port by its name in the container', 'ports: [{port: 16379, targetPort: cache}]', ', ports: [{name: cache, containerPort: 6379}]', ['--tcp=db:16379', '--protocol=Redis']],
    ['a headless Service, which maps no ports', 'clusterIP: None, ports: [{port: 1, targetPort: 6379}]', '', ['--tcp=db:6379', '--protocol=Redis']],
    ['no such port: a connection, which the Service accepts while the readiness probe passes', 'ports: [{port: 9121}]', '', ['--tcp=db:9121']],
  ])('%s', (_, spec, container, expected) => { expect(answersOf(REDIS, service('db', spec), container)).toEqual(expected); });

  test('the condition service_started needs only a connection', () => {
    expect(argumentsOf(podsOf({ web: needs('service_started'), db: TEST }, WEB_AND_DB + service('db')).web)).not.toContain('--protocol=PostgreSQL');
  });

  test('in the same pod the command stays, because the kubelet can run it in the image of the server', () => {
    const spec = (name: string) => `{name: ${name}, image: a}`;
    const manifests = workload('web').replace('{name: web, image: a}', `${spec('web')}, ${spec('db')}`);
    const { web } = podsOf({ web: { ...HEALTHY.web, labels: {} }, db: { ...TEST, container_name: 'db' } }, manifests);
    expect(web.initContainers).toMatchObject([{ name: 'db', restartPolicy: 'Always', startupProbe: { exec: { command: ['pg_isready'] } } }]);
  });
});

test('a readiness probe of the manifest stays', () => {
  const probed = workload('web') + workload('db', 'Deployment', ', readinessProbe: {tcpSocket: {port: 5432}}') + service('db');
  expect(podsOf({ ...HEALTHY, db: {} }, probed).db.containers[0].readinessProbe).toEqual({ tcpSocket: { port: 5432 } });
});

test('a pod with an annotation of its own gets its readiness probe, too', () => {
  const annotated = workload('db').replace('labels:', 'annotations: {cdk8s-startup-order.github.io/depends-on: "{}"}, labels:');
  expect(podsOf({ ...HEALTHY, db: QUERY }, workload('web') + annotated + service('db')).db.containers[0].readinessProbe).toBeDefined();
});

test('a dependency that is not required may be absent from the model', () => {
  expect(order({ web: needs('service_started', { required: false }) }, workload('web'))).toMatchObject({ code: 0, out: workload('web'), error: '' });
});

test('a hook is a warning, unless the manifests contain its handler', () => {
  const hooks = { pre_start: [{ command: ['a'] }], post_start: [{ command: ['b'] }], pre_stop: [{ command: ['c'] }] };
  const { code, out, error } = order({ web: { ...hooks, ...needs('service_started') }, db: { post_start: [] } },
    workload('web', 'Deployment', ', lifecycle: {preStop: {sleep: {seconds: 5}}}') + workload('db') + service('db'));
  expect([code, out.match(/postStart|preStop|--tcp=[\w:]*/g)]).toEqual([0, ['preStop', '--tcp=db:5432']]);
  const remedy = (handler: string) => `the manifests contain no hooks of compose; write \`${handler}\` to the manifests, and remove the field from the model [SO692]\n`;
  expect(error).toBe(['pre_start', 'post_start'].map((hook, i) => `model.json: warning: services.web.${hook}: ${remedy(['initContainers', 'lifecycle.postStart'][i])}`).join(''));
});

describe('dependencies that the manifests cannot keep', () => {
  const LOST = '1 of 2 dependencies are enforced; ';
  const two = (condition: string, db: object) => ({ web: { depends_on: { db: { condition }, bus: { condition: 'service_started' } } }, db, bus: {} });
  const manifests = WEB_AND_DB + workload('bus') + service('bus');

  test.each([
    ['without a Service', two('service_healthy', QUERY), manifests,
      `model.json: warning: ${LOST}these services need \`expose\`, because no Service with a TCP port selects their pods: db; add the lines below `
      + 'with the port of each service, and convert the compose file again [SO694]\nservices:\n  "db":\n    expose: [PORT]\n'],
    ['without a Service, with a server in the health check', two('service_healthy', TEST), manifests, 'services:\n  "db":\n    expose: [5432]\n'],
    ['without a Service, with a port in the health check', two('service_started', { healthcheck: { test: ['CMD', 'curl', '-f', 'http://localhost:8222/'] } }), manifests,
      'services:\n  "db":\n    expose: [8222]\n'],
    ['with the headless Service of kompose, which has no port', two('service_started', {}), manifests + service('db', 'clusterIP: None, ports: [{port: 55555, targetPort: 0}]'),
      'these services need `expose`'],
    ['service_healthy without a test', two('service_healthy', { healthcheck: { interval: '5s' } }), manifests + service('db'),
      'model.json: warning: services.web.depends_on.db: the dependency has no health check with a test; add a `healthcheck` with a `test`, or a readinessProbe to the manifests [SO692]\n'
      + `model.json: warning: ${LOST}correct the fields above [SO694]\n`],
    ['service_healthy with a disabled test', two('service_healthy', { healthcheck: { ...TEST.healthcheck, disable: true } }), manifests + service('db'), 'no health check with a test'],
    ['service_healthy with the test NONE', two('service_healthy', { healthcheck: { test: ['NONE'] } }), manifests + service('db'), 'no health check with a test'],
    ['a Deployment that completes', two('service_completed_successfully', {}), manifests, 'services.web.depends_on.db: a Deployment never completes; write `restart: "no"` to the dependency [SO692]'],
  ])('%s: one summary, and the other dependencies are enforced', (_, services, given, expected) => {
    const { code, out, error } = order(services, given);
    expect([code, error]).toEqual([0, expect.stringContaining(expected)]);
    expect(error.match(/dependencies are enforced/g)).toHaveLength(1);
    expect(out).toContain('--tcp=bus:5432');
    expect(out).not.toContain('--tcp=db');
  });

  test('the fields with the same reason are one warning', () => {
    const services = { a: needs('service_started', { restart: true }), b: needs('service_started', { restart: true }), db: {} };
    expect(order(services, workload('a') + workload('b') + workload('db') + service('db')).error).toBe(
      'model.json: warning: services.a.depends_on.db.restart, services.b.depends_on.db.restart: Kubernetes does not restart other workloads; '
      + 'restart both workloads together, or remove `restart: true` [SO692]\n');
  });

  test('exit code 1 and no manifests, if none is enforced', () => {
    const names = Array.from({ length: 28 }, (_, i) => `s${i}`);
    const services = Object.fromEntries(names.map((name, i) => [name, i === 0 ? {} : { depends_on: { [names[i - 1]]: { condition: 'service_started' } } }]));
    const { code, out, error } = order(services, names.map(name => workload(name)).join(''));
    expect([code, out]).toEqual([1, '']);
    expect(error.split('\n')[0]).toMatch(/^model\.json: warning: 0 of 27 dependencies are enforced; .* \[SO694\]$/);
    expect(error.match(/^ {4}expose: \[PORT\]$/gm)).toHaveLength(27);
  });
});

test('--explain names what a pod gets without an order, and the pods that are in order', () => {
  const manifests = WEB_AND_DB + service('db');
  const services = { ...HEALTHY, db: QUERY };
  const first = order(services, manifests, '--explain');
  expect(first.error).toContain('Deployment db needs no order, and gets: readinessProbe of db\n');
  expect(order(services, first.out, '--explain').error).toContain('Deployment web is already in order\n');
});

test.each([
  ['a service without a workload', HEALTHY, workload('web'), "[model.json] service 'db' has no container in the manifests; "],
  ['a service that the model lacks', { web: HEALTHY.web }, WEB_AND_DB, "[model.json] service 'db' has no container in the manifests; "],
  ['a service in two workloads', HEALTHY, WEB_AND_DB + workload('db', 'StatefulSet'), "service 'db' is in several workloads (Deployment db, StatefulSet db); "],
  ['an annotation for the same pod', HEALTHY, WEB_AND_DB.replace('labels: {io.kompose.service: web}',
    'labels: {io.kompose.service: web}, annotations: {cdk8s-startup-order.github.io/depends-on: "{}"}') + service('db'), '[SO664]'],
])('%s is an error, and standard output stays empty', (_, services, manifests, expected) => {
  expect(order(services, manifests)).toMatchObject({ code: 2, out: '', error: expect.stringContaining(expected) });
});
