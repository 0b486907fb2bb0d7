import { readCase, readText } from './compose-files';
import { Converted, convertWithBridge, convertWithKompose, readServices } from './converters';
import { DependencyDeclaration } from '../../src/api/private/declaration';
import { declareServices, ServiceDeclarations } from '../../src/compose/declare-services';
import { ComposeReading, formatPlace } from '../../src/compose/parse-compose';
import { orderPod } from '../../src/engine/order-pod';
import { resolveOptions } from '../../src/pod/resolve-options';

const declare = ({ project }: ComposeReading, { workloads, services }: Converted) => declareServices(project, workloads, services);

/** Describes each declared dependency, as in `web: api -> db.shop:5432`. */
const describeWaits = ({ pods }: ServiceDeclarations) => [...pods].flatMap(([workload, { containers }]) =>
  containers.flatMap(({ name, dependsOn }) => dependsOn.map(dependency => `${workload.name}: ${name} -> ${describeTarget(dependency)}`))).sort();

function describeTarget({ target, condition, required }: DependencyDeclaration): string {
  if (target.kind === 'container') { return `${target.name} ${condition}${required ? '' : ' optional'}`; }
  const { check } = target;
  return check.kind === 'tcpSocket' ? `${check.host}:${check.port}` : check.kind === 'resource' ? `${check.resource} ${check.condition ?? check.value}` : check.kind;
}

const describeProblems = (found: ServiceDeclarations['problems']) => found.map(({ place, problem }) => `${formatPlace(place)} ${problem.text} ${problem.code}`);

const SHOP_PORTS = { api: 3000, cache: 6379, db: 5432 };

test('kompose: dependencies become waits for Services, and a service that ends becomes a wait for its Pod', () => {
  const declared = declare(readCase({ files: ['shop.yaml'] }), convertWithKompose(readServices('shop.yaml', SHOP_PORTS)));
  expect(describeWaits(declared)).toEqual(['api: api -> cache:6379', 'api: api -> db:5432', 'api: api -> pods/migrate Succeeded', 'migrate: migrate -> db:5432', 'web: web -> api:3000']);
  expect([declared.problems, declared.warnings]).toEqual([[], []]);
});

test('the containers that others need healthy get their health check as readiness probe', () => {
  const { probes } = declare(readCase({ files: ['shop.yaml'] }), convertWithKompose(readServices('shop.yaml', SHOP_PORTS)));
  expect(probes.map(({ workload, container, readinessProbe }) => [workload.name, container, readinessProbe])).toEqual([
    ['db', 'db', { exec: { command: ['/bin/sh', '-c', 'pg_isready -U $POSTGRES_USER'] }, periodSeconds: 5, timeoutSeconds: 30, failureThreshold: 3 }],
    // Compose checks each second while the container starts, and reports it unhealthy after 5 failures in 50 s.
    ['api', 'api', { exec: { command: ['wget', '-q', '--spider', 'http://localhost:3000/healthz'] }, periodSeconds: 1, timeoutSeconds: 2, failureThreshold: 50 }],
  ]);
});

test('a readiness probe of the manifest stays', () => {
  const { workloads, services } = convertWithKompose(readServices('optional.yaml', { proxy: 9901, metrics: 9090 }));
  const probed = workloads.map(workload => ({ ...workload, spec: { containers: workload.spec.containers!.map(container => ({ ...container, readinessProbe: { httpGet: { path: '/', port: 80 } } })) } }));
  expect(declare(readCase({ files: ['optional.yaml'] }), { workloads: probed, services }).probes).toEqual([]);
});

test('Compose Bridge: the Services are in the namespace of the project, and a Deployment never completes', () => {
  const { problems, ...declared } = declare(readCase({ files: ['shop.yaml'] }), convertWithBridge(readServices('shop.yaml', SHOP_PORTS)));
  expect(describeWaits({ problems, ...declared })).toEqual(['api: api -> cache.shop:6379', 'api: api -> db.shop:5432', 'migrate: migrate -> db.shop:5432', 'web: web -> api.shop:3000']);
  expect(describeProblems(problems)).toEqual([
    "shop.yaml:15 service 'api' depends on 'migrate' (service_completed_successfully), but a Deployment never completes; use a Job for 'migrate' SO699",
  ]);
});

test('a Job of the manifests is awaited by its name', () => {
  const { workloads, services } = convertWithBridge(readServices('shop.yaml', SHOP_PORTS));
  const jobs = workloads.map(workload => workload.name === 'migrate' ? { ...workload, kind: 'Job' } : workload);
  expect(describeWaits(declare(readCase({ files: ['shop.yaml'] }), { workloads: jobs, services }))).toContain('api: api -> jobs.batch/migrate Complete');
});

const GROUP = `
services:
  Web_App:
    image: web
    labels: {kompose.service.group: shop}
    depends_on:
      proxy: {condition: service_healthy, restart: true}
      cache: {condition: service_started, required: false}
      setup: {condition: service_completed_successfully}
  proxy: {image: proxy, labels: {kompose.service.group: shop}, healthcheck: {test: "curl -f http://localhost:9901/ready"}}
  cache: {image: redis, labels: {kompose.service.group: shop}}
  setup: {image: setup, labels: {kompose.service.group: shop}}
`;

test('kompose: services of a group are containers of one pod, and depend on each other there', () => {
  const services = { Web_App: { image: 'web', labels: { 'kompose.service.group': 'shop' } }, ...Object.fromEntries(['proxy', 'cache', 'setup'].map(name => [name, { image: name, labels: { 'kompose.service.group': 'shop' } }])) };
  const converted = convertWithKompose(services);
  const declared = declare(readText(GROUP), converted);
  expect(describeWaits(declared)).toEqual(['shop: web-app -> cache STARTED optional', 'shop: web-app -> proxy READY', 'shop: web-app -> setup COMPLETED']);
  expect([...declared.pods.values()][0].containers).toMatchObject([{ name: 'cache' }, { name: 'web-app' }, { name: 'proxy', readyWhen: { kind: 'httpGet', port: 9901, path: '/ready' } }, { name: 'setup', role: 'INIT' }]);
  expect([declared.probes, declared.problems, declared.warnings]).toEqual([[], [], []]);
});

test('kompose: a service in the network of another is a container of its pod', () => {
  const declared = declare(readCase({ files: ['shared.yaml'] }), convertWithKompose(readServices('shared.yaml', { db: 5432, api: 80 })));
  expect(describeWaits(declared)).toEqual(expect.arrayContaining(['vpn: api -> vpn STARTED', 'vpn: api -> db:5432']));
  expect(describeProblems(declared.warnings)).toEqual(expect.arrayContaining([expect.stringMatching(/^shared\.yaml:5 service 'web' depends on 'api' .*Kubernetes does not restart other workloads/)]));
});

test.each([
  ['service_healthy without a Service is an error', 'services:\n  web: {image: a, depends_on: {db: {condition: service_healthy}}}\n  db: {image: b, healthcheck: {test: "true"}}', {},
    'problems', "compose.yaml:2 service 'web' depends on 'db' (service_healthy), but no Service with a TCP port selects the Deployment db; add `expose` or `ports` to 'db' SO699"],
  ['service_healthy without a test is an error', 'services:\n  web: {image: a, depends_on: {db: {condition: service_healthy}}}\n  db: {image: b}', { db: 1 },
    'problems', "compose.yaml:2 service 'web' depends on 'db' (service_healthy), but 'db' has no health check with a test; add a `healthcheck` with a `test`, or a readinessProbe to the manifest SO699"],
  ['service_healthy with a disabled check is an error', 'services:\n  web: {image: a, depends_on: {db: {condition: service_healthy}}}\n  db: {image: b, healthcheck: {test: "true", disable: true}}', { db: 1 },
    'problems', expect.stringContaining("'db' has no health check with a test")],
  ['service_started without a Service is a warning', 'services:\n  web: {image: a, depends_on: [db]}\n  db: {image: b}', {},
    'warnings', "compose.yaml:2 service 'web' depends on 'db' (service_started), but no Service with a TCP port selects the Deployment db; add `expose` or `ports` to 'db' SO699"],
] as const)('%s', (_, text, ports: Readonly<Record<string, number>>, kind, expected) => {
  const services = { web: { image: 'a' }, db: { image: 'b', ...(ports.db ? { expose: [ports.db] } : {}) } };
  const declared = declare(readText(text), convertWithKompose(services));
  expect(describeProblems(declared[kind])).toEqual([expected]);
  expect(describeProblems(declared[kind === 'problems' ? 'warnings' : 'problems'])).toEqual([]);
});

test('a service without a container in the manifests, or with several, is an error', () => {
  const reading = readText('services:\n  web: {image: a, depends_on: [db, cache]}\n  db: {image: b}\n  cache: {image: c}');
  const { workloads, services } = convertWithKompose({ web: { image: 'a' }, db: { image: 'b' } });
  const twice = [...workloads, { ...workloads[1], kind: 'StatefulSet' }];
  expect(describeProblems(declare(reading, { workloads: twice, services }).problems)).toEqual([
    "compose.yaml:4 service 'cache' has no container in the manifests; pass the whole output of kompose or Compose Bridge for this compose file, with its labels, and nothing else SO698",
    expect.stringMatching(/^compose\.yaml:3 service 'db' is in several workloads \(Deployment db, StatefulSet db\); .* SO698$/),
  ]);
});

const PORTS = { 'bus': 4222, 'orders': 80, 'db': 5432, 'queue': 5672, 'smtp': 25, 'tracer': 80, 'api': 80, 'vpn': 1, 'proxy': 80, 'metrics': 9090, 'quiet': 1, 'silent': 1, 'from-image': 1, 'odd': 1, 'warehouse': 9000, 'cache': 6379, 'mock': 80, 'app': 80 };

test.each(['shop', 'anchors', 'extends', 'profiles', 'shared', 'optional', 'checks', 'pipeline', 'override', 'variables'])('kompose: the engine orders every pod of %s.yaml', name => {
  const files = name === 'override' ? ['override.yaml', 'override.local.yaml'] : [`${name}.yaml`];
  const reading = readCase({ files, environment: { DB_USER: 'ann' } });
  const raw = Object.assign({}, ...files.map(file => readServices(file, PORTS)));
  const resolved = Object.fromEntries(reading.project.services.map(({ name: service, restart, containerName }) =>
    [service, { ...raw[service], restart, container_name: containerName }]));
  const { pods, problems } = declare(reading, convertWithKompose(resolved));
  expect(describeProblems(problems)).toEqual([]);
  expect(pods.size).toBeGreaterThan(0);
  for (const [{ spec }, declaration] of pods) {
    expect(orderPod({ spec }, declaration, resolveOptions({ kubernetesVersion: '1.33', architecture: 'amd64' }).settings, []).problems).toEqual([]);
  }
});
