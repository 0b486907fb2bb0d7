import { readFileSync } from 'fs';
import { parseAllDocuments } from 'yaml';
import { CONVERTED_CASES, ConvertedCase, goldenFile, goldenOf, orderCase, orderFrom } from './cases';

const CASE = (name: string) => CONVERTED_CASES.find(one => one.name === name)!;

test.each(CONVERTED_CASES.map(one => [one.name, one] as const))('%s: the ordered manifests are the expected ones', (_, one) => {
  const { code, out, error } = orderCase(one);
  expect(code).toBe(0);
  expect(goldenOf(one, out, error)).toBe(readFileSync(goldenFile(one), 'utf8'));
});

test.each(CONVERTED_CASES.map(one => [one.name, one] as const))('%s: a second run changes nothing', (_, one) => {
  const { out } = orderCase(one);
  expect(orderCase(one, out).out).toBe(out);
});

/** Returns the waits of each workload: the agent's arguments for its init containers and its gates. */
function waitsOf(one: ConvertedCase): Record<string, string[]> {
  const documents = parseAllDocuments(orderCase(one).out).map(document => document.toJS());
  const pods = documents.filter(({ kind }) => ['Pod', 'Deployment', 'Job'].includes(kind)).map(({ kind, metadata, spec }) => [metadata.name, kind === 'Pod' ? spec : spec.template.spec]);
  return Object.fromEntries(pods.map(([name, { initContainers = [], containers }]) => [name, [...initContainers, ...containers]
    .flatMap(({ command = [] }: { command?: string[] }) => command.filter(word => /^--(tcp|http|marked)=|^(pods|job\S*)\//.test(word)))]));
}

test('kompose: dependencies become waits for Services, and a service that ends becomes a wait for its Pod', () => {
  expect(waitsOf(CASE('kompose/shop'))).toMatchObject({
    api: ['--tcp=cache.shop:6379', '--tcp=db.shop:5432', 'pods/migrate'], web: ['--tcp=api.shop:3000'], migrate: ['--tcp=db.shop:5432'], cache: [], db: [],
  });
});

test('Compose Bridge: a Job of the manifests is awaited by its name', () => {
  expect(waitsOf(CASE('bridge/shop'))).toMatchObject({ api: ['--tcp=cache.shop:6379', '--tcp=db.shop:5432', 'jobs.batch/migrate', 'jobs.batch/migrate'], web: ['--tcp=api.shop:3000'] });
});

const WEB_AND_DB = (db: string) => `services:\n  web: {image: a, depends_on: {db: {condition: service_healthy}}}\n  db: ${db}\n`;

const workload = (name: string, kind = 'Deployment', label = name) => `---
apiVersion: apps/v1
kind: ${kind}
metadata: {name: ${name}, labels: {io.kompose.service: ${label}}}
spec: {template: {metadata: {labels: {io.kompose.service: ${label}}}, spec: {containers: [{name: ${name}, image: a}]}}}
`;
const service = (name: string, port: number) => `---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {ports: [{port: ${port}}], selector: {io.kompose.service: ${name}}}
`;

const errorOf = (compose: string, manifests: string, ...options: readonly string[]) => {
  const { code, out, error } = orderFrom({ 'compose.yaml': compose }, ['compose.yaml'], manifests, ...options);
  expect([code, out]).toEqual([2, '']);
  return error.trim();
};

const WEB = workload('web') + workload('db');
test.each([
  ['service_healthy without a Service', WEB_AND_DB('{image: b, healthcheck: {test: "true"}}'), WEB,
    "[compose.yaml:2] service 'web' depends on 'db' (service_healthy), but no Service with a TCP port selects the Deployment db; add `expose` or `ports` to 'db' [SO699]"],
  ['service_healthy without a test', WEB_AND_DB('{image: b}'), WEB + service('db', 1),
    "[compose.yaml:2] service 'web' depends on 'db' (service_healthy), but 'db' has no health check with a test; add a `healthcheck` with a `test`, or a readinessProbe to the manifest [SO699]"],
  ['service_healthy with a disabled check', WEB_AND_DB('{image: b, healthcheck: {test: "true", disable: true}}'), WEB + service('db', 1), "'db' has no health check with a test"],
  ['a service without a workload', WEB_AND_DB('{image: b}'), workload('web'), "[compose.yaml:3] service 'db' has no container in the manifests"],
  ['a service in two workloads', WEB_AND_DB('{image: b}'), WEB + workload('db', 'StatefulSet'), "service 'db' is in several workloads (Deployment db, StatefulSet db)"],
  ['a service that completes, in a Deployment', WEB_AND_DB('{image: b}').replace('service_healthy', 'service_completed_successfully'), WEB, "a Deployment never completes; use a Job for 'db' [SO699]"],
  ['an unknown service', WEB_AND_DB('{image: b}').replace('{db:', '{dbx:'), WEB, "[compose.yaml:2] service 'web' depends on 'dbx' (depends_on), which the file does not contain (it has: db, web); did you mean 'db'? Correct the name [SO692]"],
  ['an unknown condition', WEB_AND_DB('{image: b}').replace('service_healthy', 'healthy'), WEB, '[compose.yaml:2] services.web.depends_on.db.condition is'],
  ['a cycle', WEB_AND_DB('{image: b, depends_on: [web]}'), WEB, '[SO694]'],
  ['a file that is no YAML', 'services: {', WEB, '[SO690]'],
  ['a variable that has to be given', WEB_AND_DB('{image: b, restart: "${RESTART?is missing}"}'), WEB, '[SO696]'],
  ['an annotation for the same pod', WEB_AND_DB('{image: b, healthcheck: {test: "true"}}'),
    WEB.replace('labels: {io.kompose.service: web}}, spec', 'labels: {io.kompose.service: web}, annotations: {cdk8s-startup-order.github.io/depends-on: "{}"}}, spec') + service('db', 1), '[SO664]'],
] as const)('%s is an error with its place, and standard output stays empty', (_, compose, manifests, expected) => {
  expect(errorOf(compose, manifests)).toContain(expected);
});

test('a missing compose file is an error', () => {
  const { code, out, error } = orderFrom({}, ['compose.yaml'], WEB);
  expect([code, out, error]).toEqual([2, '', expect.stringContaining('compose.yaml')]);
});

test('a profile selects services', () => {
  const compose = 'services:\n  web: {image: a, profiles: [debug], depends_on: [db]}\n  db: {image: b}\n';
  const order = (...options: string[]) => orderFrom({ 'compose.yaml': compose }, ['compose.yaml'], WEB + service('db', 5432), ...options).out;
  expect(order()).not.toContain('--tcp=db:5432');
  expect(order('--profile', 'debug')).toContain('--tcp=db:5432');
});

test('service_started without a Service is a warning, and the pod stays as it is', () => {
  const compose = 'services:\n  web: {image: a, depends_on: [db]}\n  db: {image: b}\n';
  expect(orderFrom({ 'compose.yaml': compose }, ['compose.yaml'], WEB)).toMatchObject({
    code: 0, out: WEB, error: "compose.yaml:2: warning: service 'web' depends on 'db' (service_started), but no Service with a TCP port selects the Deployment db; add `expose` or `ports` to 'db' [SO699]\n",
  });
});

test('a readiness probe of the manifest stays', () => {
  const probed = WEB.replace('{name: db, image: a}', '{name: db, image: a, readinessProbe: {tcpSocket: {port: 5432}}}') + service('db', 5432);
  const { code, out } = orderFrom({ 'compose.yaml': WEB_AND_DB('{image: b, healthcheck: {test: "true"}}') }, ['compose.yaml'], probed);
  expect([code, out.match(/readinessProbe:.*/g)]).toEqual([0, ['readinessProbe: {tcpSocket: {port: 5432}}}]}}}']]);
});

test('a pod with an annotation of its own gets its health check, too, for the workloads that wait for it', () => {
  const annotation = 'cdk8s-startup-order.github.io/depends-on: "{}"';
  const manifests = workload('web') + workload('db').replace('labels: {io.kompose.service: db}}, spec', `labels: {io.kompose.service: db}, annotations: {${annotation}}}, spec`);
  expect(manifests).toContain(annotation);
  const run = (text: string) => orderFrom({ 'compose.yaml': WEB_AND_DB('{image: b, healthcheck: {test: "true"}}') }, ['compose.yaml'], text);
  const { code, out } = run(manifests + service('db', 5432));
  expect([code, out]).toEqual([0, expect.stringContaining('readinessProbe')]);
  expect(run(out).out).toBe(out);
});

test.each([
  ['maps no port, so the wait is for the port of the container', '{port: 5433, targetPort: 5432}', 0, '--tcp=db:5432'],
  ['of kompose without ports is no Service to wait for', '{name: headless, port: 55555, targetPort: 0}', 2, ''],
])('a headless Service %s', (_, port, expected, wait) => {
  const headless = service('db', 1).replace('spec: {ports: [{port: 1}],', `spec: {clusterIP: None, ports: [${port}],`);
  const { code, out, error } = orderFrom({ 'compose.yaml': WEB_AND_DB('{image: b, healthcheck: {test: "true"}}') }, ['compose.yaml'], WEB + headless);
  expect(code).toBe(expected);
  if (wait === '') { expect(error).toContain('no Service with a TCP port selects the Deployment db'); } else { expect(out).toContain(wait); }
});

test('--profile without --from is an error', () => {
  expect(orderFrom({}, [], WEB, '--profile', 'debug')).toMatchObject({ code: 2, out: '', error: expect.stringMatching(/^--profile selects services of a compose file/) });
});

test('--explain names the pods that get only a readiness probe, and the pods that are in order', () => {
  const compose = WEB_AND_DB('{image: b, healthcheck: {test: "true"}}');
  const first = orderFrom({ 'compose.yaml': compose }, ['compose.yaml'], WEB + service('db', 5432), '--explain');
  expect(first.error).toContain('Deployment db gets a readiness probe for db, because other workloads wait for it\n');
  expect(orderFrom({ 'compose.yaml': compose }, ['compose.yaml'], first.out, '--explain').error).toContain('Deployment web is already in order\n');
});
