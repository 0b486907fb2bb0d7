import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { ApiObject, Chart, Include } from 'cdk8s';
import * as kplus27 from 'cdk8s-plus-27';
import * as kplus33 from 'cdk8s-plus-33';
import { Construct, IConstruct } from 'constructs';
import * as yaml from 'yaml';
import { containerOf, errorOf, manifestsOf, names, podSpecOf, testApp } from './manifests';
import { Dependency, OrderedDeployment } from '../../src';

const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'db' }, spec: { selector: { app: 'db' }, ports: [{ port: 5432 }, { port: 9187 }] } };
const JOB = {
  apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate' }, spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:1' }] } } },
};

let directory: string;
let chart: Chart;
beforeAll(() => { directory = fs.mkdtempSync(path.join(os.tmpdir(), 'awaited-objects-')); });
afterAll(() => fs.rmSync(directory, { recursive: true }));
beforeEach(() => { chart = new Chart(testApp(), 'shop', { namespace: 'shop', disableResourceNameHashes: true }); });

function included(...manifests: unknown[]): Include {
  const url = path.join(directory, `${fs.readdirSync(directory).length}.yaml`);
  fs.writeFileSync(url, manifests.map(m => yaml.stringify(m)).join('---\n'));
  return new Include(chart, 'all', { url });
}

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

describe('Dependency.onService', () => {
  test.each<[string, () => IConstruct, string]>([
    ['cdk8s-plus-27', () => new kplus27.Service(chart, 'db', { ports: [{ port: 5432 }] }), 'wait-for-db'],
    ['cdk8s-plus-33', () => new kplus33.Service(chart, 'db', { ports: [{ port: 5432 }] }), 'wait-for-db'],
    ['a generated class', () => new kplus33.k8s.KubeService(chart, 'db', { metadata: { name: 'shop-db' }, spec: SERVICE.spec }), 'wait-for-db'],
    ['an ApiObject', () => new ApiObject(chart, 'db', SERVICE), 'wait-for-db'],
    ['YAML with other objects', () => included(SERVICE, JOB), 'wait-for-db-service'],
    ['a construct that contains one', database, 'wait-for-db'],
  ])('waits for a Service of %s', (_what, build, expected) => {
    const service = build();
    const { metadata } = manifestsOf(chart).find(m => m.kind === 'Service');
    const { name, words } = wait(Dependency.onService(service));
    expect(name).toBe(expected);
    expect(words).toContain(`--tcp=${metadata.name}.shop:5432`);
  });

  test('of cdk8s-plus-33 finds the workload of the Service', () => {
    const db = new OrderedDeployment(chart, 'db', { orderedContainers: [{ name: 'db', image: 'db:1' }] });
    const service = new kplus33.Service(chart, 'service', { ports: [{ port: 5432 }] });
    Object.entries(db.matchLabels).forEach(([key, value]) => service.selectLabel(key, value));
    expect(wait(Dependency.onService(service)).plan.workloads).toEqual(['shop/db']);
  });

  test('keeps the port of the options for a Service whose ports come later', () => {
    const service = new kplus33.Service(chart, 'db');
    const dependency = Dependency.onService(service, { port: 5432 });
    service.bind(5432);
    expect(wait(dependency).words).toContain('--tcp=shop-db.shop:5432');
  });

  test.each<[string, () => IConstruct, RegExp]>([
    ['no Service', () => new kplus33.Deployment(chart, 'db', { containers: [{ image: 'db:1' }] }), /0 objects of the kind Service \(found: apps\/v1\/Deployment shop\/db\/Resource\)/],
    ['a Service of Knative', () => new ApiObject(chart, 'db', { ...SERVICE, apiVersion: 'serving.knative.dev/v1' }), /0 objects of the kind Service/],
    ['two Services', () => { new ApiObject(chart, 'a', SERVICE); new ApiObject(chart, 'b', SERVICE); return chart; }, /2 objects of the kind Service/],
  ])('refuses a construct with %s', (_what, build, expected) => {
    const construct = build();
    const message = errorOf(() => Dependency.onService(construct));
    expect(message).toMatch(expected);
    expect(message).toMatch(/^\[shop.*\[SO618\]$/);
  });
});

describe('Dependency.onJob', () => {
  const containers = [{ name: 'app', image: 'app:1', securityContext: {} }];

  test.each<[string, () => IConstruct, string]>([
    ['cdk8s-plus-27', () => new kplus27.Job(chart, 'migrate', { containers }), 'migrate'],
    ['cdk8s-plus-33', () => new kplus33.Job(chart, 'migrate', { containers }), 'migrate'],
    ['an ApiObject', () => new ApiObject(chart, 'migrate', JOB), 'migrate'],
    ['YAML with other objects', () => included(SERVICE, JOB), 'migrate-job'],
  ])('waits for a Job of %s', (_what, build, expected) => {
    const job = build();
    const { metadata } = manifestsOf(chart).find(m => m.kind === 'Job');
    const { name, words } = wait(Dependency.onJob(job));
    expect([name, words]).toEqual([`wait-for-${expected}`, expect.arrayContaining([`jobs.batch/${metadata.name}`])]);
  });

  test('refuses a CronJob', () => {
    const cronJob = new ApiObject(chart, 'nightly', { apiVersion: 'batch/v1', kind: 'CronJob', spec: { jobTemplate: { spec: JOB.spec } } });
    expect(errorOf(() => Dependency.onJob(cronJob))).toMatch(/^\[shop\/nightly\] the construct contains 0 objects of the kind Job .*\[SO618\]$/);
  });
});
