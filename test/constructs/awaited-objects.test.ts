import { ApiObject, Chart, Include } from 'cdk8s';
import * as kplus27 from 'cdk8s-plus-27';
import * as kplus33 from 'cdk8s-plus-33';
import { Construct, IConstruct } from 'constructs';
import { containerOf, errorOf, manifestsOf, names, podSpecOf, testApp } from './manifests';
import { yamlFile } from './yaml-file';
import { Dependency, OrderedDeployment } from '../../src';

const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'db' }, spec: { selector: { app: 'db' }, ports: [{ port: 5432 }, { port: 9187 }] } };
const JOB = {
  apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate' }, spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:1' }] } } },
};

let chart: Chart;
beforeEach(() => { chart = new Chart(testApp(), 'shop', { namespace: 'shop', disableResourceNameHashes: true }); });

const included = (...manifests: unknown[]) => new Include(chart, 'all', { url: yamlFile(...manifests) });

/** A construct of a user that contains a Service. */
function database(): Construct {
  const scope = new Construct(chart, 'database');
  new kplus33.Service(scope, 'db', { selector: kplus33.Pods.select(scope, 'pods', { labels: { app: 'db' } }), ports: [{ port: 5432 }] });
  return scope;
}

function wait(dependency: Dependency) {
  const web = new OrderedDeployment(chart, 'web', { startupOrder: { createServiceAccount: true }, orderedContainers: [{ name: 'app', image: 'app:1', dependsOn: [dependency] }] });
  const web0 = manifestsOf(chart).find(m => m.kind === 'Deployment' && m.metadata.name.includes('web'));
  const name = names(podSpecOf(web0).initContainers).find(n => n.startsWith('wait-for-'))!;
  return { name, words: containerOf(web0, name).command, plan: web.startupOrder.plan().dependencies[0] };
}

const containers = [{ name: 'app', image: 'app:1', securityContext: {} }];

test.each<[string, string, () => IConstruct, string]>([
  ['Service', 'cdk8s-plus-27', () => new kplus27.Service(chart, 'db', { ports: [{ port: 5432 }] }), 'db'],
  ['Service', 'cdk8s-plus-33', () => new kplus33.Service(chart, 'db', { ports: [{ port: 5432 }] }), 'db'],
  ['Service', 'a generated class', () => new kplus33.k8s.KubeService(chart, 'db', { metadata: { name: 'shop-db' }, spec: SERVICE.spec }), 'db'],
  ['Service', 'an ApiObject', () => new ApiObject(chart, 'db', SERVICE), 'db'],
  ['Service', 'YAML with other objects', () => included(SERVICE, JOB), 'db-service'],
  ['Service', 'a construct that contains one', database, 'db'],
  ['Job', 'cdk8s-plus-27', () => new kplus27.Job(chart, 'migrate', { containers }), 'migrate'],
  ['Job', 'cdk8s-plus-33', () => new kplus33.Job(chart, 'migrate', { containers }), 'migrate'],
  ['Job', 'an ApiObject', () => new ApiObject(chart, 'migrate', JOB), 'migrate'],
  ['Job', 'YAML with other objects', () => included(SERVICE, JOB), 'migrate-job'],
])('a wait for a %s of %s asks the object by its name', (kind, _what, build, expected) => {
  const construct = build();
  const { metadata } = manifestsOf(chart).find(m => m.kind === kind);
  const { name, words } = wait(kind === 'Job' ? Dependency.onJob(construct) : Dependency.onService(construct));
  expect(name).toBe(`wait-for-${expected}`);
  expect(words).toContain(kind === 'Job' ? `jobs.batch/${metadata.name}` : `--tcp=${metadata.name}.shop:5432`);
});

test('a wait for a Service of cdk8s-plus-33 finds the workload of the Service', () => {
  const db = new OrderedDeployment(chart, 'db', { orderedContainers: [{ name: 'db', image: 'db:1' }] });
  const service = new kplus33.Service(chart, 'service', { ports: [{ port: 5432 }] });
  Object.entries(db.matchLabels).forEach(([key, value]) => service.selectLabel(key, value));
  expect(wait(Dependency.onService(service)).plan.workloads).toEqual(['shop/db']);
});

test('a wait for a Service whose ports come later keeps the port of the options', () => {
  const service = new kplus33.Service(chart, 'db');
  const dependency = Dependency.onService(service, { port: 5432 });
  service.bind(5432);
  expect(wait(dependency).words).toContain('--tcp=shop-db.shop:5432');
});

test.each<[string, () => IConstruct]>([
  ['cdk8s-plus', () => new kplus33.Service(chart, 'dns', { ports: [{ name: 'dns', port: 53, protocol: kplus33.Protocol.UDP }, { name: 'metrics', port: 9153 }] })],
  ['a manifest', () => new ApiObject(chart, 'dns', { ...SERVICE, metadata: { name: 'shop-dns' }, spec: { ports: [{ port: 53, protocol: 'UDP' }, { port: 9153 }] } })],
  ['cdk8s-plus without a cluster IP', () => new kplus33.Service(chart, 'dns', { clusterIP: 'None', ports: [{ port: 80, targetPort: 9153 }] })],
  ['a manifest without a cluster IP', () => new ApiObject(chart, 'dns', { ...SERVICE, metadata: { name: 'shop-dns' }, spec: { clusterIP: 'None', ports: [{ port: 80, targetPort: 9153 }] } })],
  ['a manifest with a named port of the pods', () => new ApiObject(chart, 'dns', { ...SERVICE, metadata: { name: 'shop-dns' }, spec: { clusterIP: 'None', ports: [{ port: 9153, targetPort: 'x' }] } })],
])('a wait for a Service of %s takes its first TCP port, or that of the pods', (_what, build) => {
  expect(wait(Dependency.onService(build())).words).toContain('--tcp=shop-dns.shop:9153');
});

test.each<[string, () => IConstruct, RegExp, (construct: IConstruct) => Dependency]>([
  ['no Service', () => new kplus33.Deployment(chart, 'db', { containers: [{ image: 'db:1' }] }),
    /0 objects of the kind Service \(found: apps\/v1\/Deployment shop\/db\/Resource\)/, c => Dependency.onService(c)],
  ['a Service of Knative', () => new ApiObject(chart, 'db', { ...SERVICE, apiVersion: 'serving.knative.dev/v1' }), /0 objects of the kind Service/, c => Dependency.onService(c)],
  ['two Services', () => { new ApiObject(chart, 'a', SERVICE); new ApiObject(chart, 'b', SERVICE); return chart; }, /2 objects of the kind Service/, c => Dependency.onService(c)],
  ['a CronJob', () => new ApiObject(chart, 'nightly', { apiVersion: 'batch/v1', kind: 'CronJob', spec: { jobTemplate: { spec: JOB.spec } } }),
    /^\[shop\/nightly\] the construct contains 0 objects of the kind Job/, c => Dependency.onJob(c)],
])('a construct with %s is refused', (_what, build, expected, on) => {
  const construct = build();
  const message = errorOf(() => on(construct));
  expect(message).toMatch(expected);
  expect(message).toMatch(/^\[shop.*\[SO618\]$/);
});
