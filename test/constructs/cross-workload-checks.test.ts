import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { manifestsOf, podSpecOf, testApp } from './manifests';
import { Dependency, OrderedDeployment, OrderedStatefulSet, Protocol, ReadyCheck, StartupOrder, StartupOrderOptions } from '../../src';

const KUBERNETES = { startupOrder: { kubernetesVersion: '1.33' } };

function workload(chart: Chart, id: string, startupOrder: StartupOrderOptions = KUBERNETES.startupOrder) {
  const deployment = new OrderedDeployment(chart, id, { startupOrder, orderedContainers: [{ name: 'app', image: `shop/${id}:7`, portNumber: 8080 }] });
  return { deployment, service: deployment.exposeViaService(), needs: (service: kplus.Service) => deployment.startupOrder.declare('app', { dependsOn: [Dependency.onService(service)] }) };
}

test('a workload waits until the Service of another accepts connections', () => {
  const chart = new Chart(testApp(), 'test');
  const [db, web] = ['db', 'web'].map(id => workload(chart, id));
  web.needs(db.service);
  const [wait] = podSpecOf(manifestsOf(chart).find(m => m.kind === 'Deployment' && m.metadata.name.includes('web'))).initContainers;
  expect([wait.name, ...wait.command]).toEqual(['wait-for-db', '/startup-order/wait', '--for=db', `--tcp=${db.service.name}:8080`]);
  expect(web.deployment.startupOrder.plan().dependencies).toMatchObject([{ dependency: 'db', external: true, workloads: ['test/db'] }]);
  expect(web.deployment.startupOrder.explain())
    .toMatch(/app after db \(test\/db\) ready \(TCP test-db-service-\w+:8080\): init container wait-for-db, /);
});

test('a Service of the app keeps the given namespace, port and name', () => {
  const chart = new Chart(testApp(), 'shop', { namespace: 'data' });
  const service = new kplus.Service(chart, 'cache', { ports: [{ port: 6379 }, { port: 9121, name: 'metrics' }] });
  const web = new OrderedDeployment(chart, 'web', {
    ...KUBERNETES, orderedContainers: [{ name: 'app', image: 'shop/web:7', dependsOn: [Dependency.onService(service), Dependency.onService(service, { port: 9121, name: 'exporter' })] }],
  });
  expect(web.startupOrder.plan().dependencies.map(d => [d.dependency, d.check, d.workloads])).toEqual([
    ['cache', `TCP ${service.name}.data:6379`, undefined], ['exporter', `TCP ${service.name}.data:9121`, undefined],
  ]);
});

describe('a check of a host that is a Service of the app', () => {
  function order(own: Record<string, unknown>, dependOn: (host: string, service: ApiObject) => Dependency) {
    const chart = new Chart(testApp(), 'test', { namespace: 'shop' });
    const { startupOrder, matchLabels } = new OrderedStatefulSet(chart, 'web', { ...KUBERNETES, metadata: { name: 'web' }, orderedContainers: [{ name: 'app', image: 'shop/web:7', portNumber: 8080 }] });
    const service = new ApiObject(chart, 'own', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { selector: matchLabels, ...own } });
    new ApiObject(chart, 'alias', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'alias' }, spec: { type: 'ExternalName', externalName: 'web.shop.svc.cluster.local' } });
    startupOrder.declare('app', { dependsOn: [dependOn('web', service)] });
    startupOrder.addJsonPatch(JsonPatch.add('/spec/template/metadata/labels/late', 'yes'));
    return () => manifestsOf(chart);
  }
  const HEADLESS = { clusterIP: 'None' };

  test.each<[string, object, (host: string, service: ApiObject) => Dependency]>([
    ['onService', { ports: [{ port: 8080 }] }, (_host, service) => Dependency.onService(service)],
    ['onTcp', {}, host => Dependency.onTcp(host, 8080)],
    ['onTcp of a Service for a label of a JSON patch', { selector: { late: 'yes' } }, host => Dependency.onTcp(host, 8080)],
    ['onTcp with the namespace', {}, host => Dependency.onTcp(`${host}.shop`, 8080)],
    ['onUrl', {}, host => Dependency.onUrl(`http://${host}.shop.svc.cluster.local:8080/ready`)],
    ['onServer', {}, host => Dependency.onServer(Protocol.REDIS, host)],
    ['onDns of a headless Service', HEADLESS, host => Dependency.onDns(host)],
    ['onTcp of an alias of the Service', {}, () => Dependency.onTcp('alias', 8080)],
    ['onTcp of a pod of a StatefulSet', HEADLESS, host => Dependency.onTcp(`web-0.${host}`, 8080)],
    ['onTcp of a pod of a StatefulSet, with the namespace', HEADLESS, host => Dependency.onTcp(`web-0.${host}.shop.svc`, 8080)],
  ])('%s: a workload cannot wait for its own pods', (_what, own, dependOn) => {
    expect(order({ ...own }, dependOn)).toThrow("[test/web] container 'app' depends on the Service test/own, which selects the pods of this workload itself: no pod is ready before its "
      + 'containers have started, so the container waits forever; remove that dependency, or correct the labels [SO901]');
  });

  test.each<[string, object, (host: string) => Dependency]>([
    ['the name of a Service with an address', {}, host => Dependency.onDns(host)],
    ['the name of pods that need not be ready', { ...HEADLESS, publishNotReadyAddresses: true }, host => Dependency.onDns(host)],
    ['a pod of another StatefulSet behind the same Service', HEADLESS, host => Dependency.onTcp(`web-leader-0.${host}`, 8080)],
    ['a name outside the cluster', { type: 'ExternalName', externalName: 'web.example.com' }, host => Dependency.onTcp(host, 8080)],
    ['a Service of another namespace', {}, host => Dependency.onTcp(`${host}.other`, 8080)],
    ['a Service of other pods', { selector: { app: 'db' } }, host => Dependency.onTcp(host, 8080)],
  ])('%s is no pod of the workload', (_what, own, dependOn) => { expect(order({ ...own }, dependOn)).not.toThrow(); });

  test.each<[string, object, Dependency, string | undefined]>([
    ['another port', { ports: [{ port: 80 }, { port: 443 }] }, Dependency.onTcp('alias', 8080), 'port 80, 443'],
    ['a port for UDP', { ports: [{ port: 53, protocol: 'UDP' }] }, Dependency.onUrl('http://web.shop:53'), 'no port'],
    ['the port of the pods', { ports: [{ port: 80, targetPort: 8080 }] }, Dependency.onTcp('web', 8080), 'port 80'],
    ['a port of the Service', { ports: [{ port: 53, protocol: 'UDP' }, { port: 53 }] }, Dependency.onTcp('web', 53), undefined],
    ['a port of headless pods', { ...HEADLESS, ports: [{ port: 80 }] }, Dependency.onTcp('web', 8080), undefined],
    ['a port of a pod', { ...HEADLESS, ports: [{ port: 80 }] }, Dependency.onTcp('web-0.web', 8080), undefined],
  ])('a wait at %s', (_what, own, dependency, ports) => {
    const synth = order({ selector: { app: 'db' }, ...own }, () => dependency);
    if (ports === undefined) { expect(synth).not.toThrow(); return; }
    expect(synth).toThrow(new RegExp(`\\[test/web\\] container 'app' depends on '.*' at port \\d+ of the Service test/own, which accepts TCP connections at ${ports}: .*\\[SO917\\]`));
  });

  test('workloads that wait for each other by host are reported once each, and the plan names a workload', () => {
    const chart = new Chart(testApp(), 'test');
    const [db, web] = ['db', 'web'].map(id => workload(chart, id));
    web.deployment.startupOrder.declare('app', { dependsOn: [Dependency.onTcp(db.service.name, 8080)] });
    expect(web.deployment.startupOrder.plan().dependencies[0].workloads).toEqual(['test/db']);
    db.needs(web.service);
    expect(() => manifestsOf(chart)).toThrow(/test\/db -> test\/web -> test\/db .*\[SO902\]/);
    expect(() => StartupOrder.planAll(chart)).toThrow(/the start order has 2 problems:\n {2}\[test\/.*\[SO902\]\n {2}\[test\/.*\[SO902\]/);
  });

  test('a workload whose order is disabled waits for no other', () => {
    const chart = new Chart(testApp(), 'test');
    const [db, web] = [workload(chart, 'db', { disabledReason: 'incident 7' }), workload(chart, 'web')];
    db.needs(web.service);
    web.needs(db.service);
    expect(() => manifestsOf(chart)).not.toThrow();
  });

  test('a Job by its name that is deleted after it has finished is reported', () => {
    const chart = new Chart(testApp(), 'test', { namespace: 'shop' });
    new ApiObject(chart, 'job', { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate' }, spec: { ttlSecondsAfterFinished: 60 } });
    const { deployment } = workload(chart, 'web');
    deployment.startupOrder.declare('app', { dependsOn: [Dependency.onResource('jobs.batch/migrate', { condition: 'Complete', failedCondition: 'Failed' })] });
    expect(() => manifestsOf(chart)).toThrow("container 'app' depends on the Job test/job, which has ttlSecondsAfterFinished: 60");
  });
});

describe('in a List', () => {
  const labels = { app: 'web' };
  const PROXY = { name: 'proxy', image: 'shop/proxy:2', ports: [{ name: 'http', containerPort: 8080 }] };
  const inN = (kind: string, apiVersion: string, name: string, spec: object) => ({ apiVersion, kind, metadata: { name, namespace: 'n' }, spec });
  const pod = (...containers: object[]) => ({ selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } });
  const own = inN('Service', 'v1', 'own', { selector: labels, ports: [{ port: 80, targetPort: 'http' }] });
  const web = inN('Deployment', 'apps/v1', 'web', pod({ name: 'app', image: 'shop/web:7' }, PROXY));
  const job = inN('Job', 'batch/v1', 'migrate', { ...pod({ name: 'app', image: 'shop/web:7' }), ttlSecondsAfterFinished: 60 });
  const policy = inN('NetworkPolicy', 'networking.k8s.io/v1', 'deny', { podSelector: {}, policyTypes: ['Egress'] });

  function errorOf(items: object[], dependency: Dependency, name: string, chartNamespace?: string, outside?: any): string {
    const chart = new Chart(testApp(), 'test', { namespace: chartNamespace });
    const list = new ApiObject(chart, 'all', { apiVersion: 'v1', kind: 'List', items } as any);
    if (outside) { new ApiObject(chart, 'outside', outside); }
    const containers = { app: { dependsOn: [dependency] }, ...(dependency === onProxy && { proxy: { readyWhen: ReadyCheck.tcpSocket(8080) } }) };
    StartupOrder.of(list, { workload: name, createServiceAccount: true, containers });
    try { return String(manifestsOf(chart).length); } catch (e) { return (e as Error).message; }
  }
  const onProxy = Dependency.on('proxy');
  const onOwn = Dependency.onTcp('own', 80);
  const onJob = Dependency.onResource('jobs.batch/migrate', { condition: 'Complete', failedCondition: 'Failed' });
  const { namespace: _none, ...unplaced } = web.metadata;

  test.each<[string, () => string, string]>([
    ['a Service that finds a moved port by its name', () => errorOf([web, own], onProxy, 'web'), 'Service test/all (own) finds port 8080'],
    ['a Service outside', () => errorOf([web], onProxy, 'web', undefined, own), 'the Service test/outside finds port 8080 of container'],
    ['a Service of the workload itself', () => errorOf([web, own], onOwn, 'web'), 'Service test/all (own), which selects the pods'],
    ['an item without a namespace', () => errorOf([{ ...web, metadata: unplaced }], onOwn, 'web', 'n', own), 'Service test/outside, which selects'],
    ['a NetworkPolicy', () => errorOf([web, policy], Dependency.onTcp('db', 5432), 'web'), 'the NetworkPolicy test/all (deny) allows no egress'],
    ['a deleted Job', () => errorOf([web, job], onJob, 'web'), 'the Job test/all (migrate), which has ttlSecondsAfterFinished: 60'],
    ['the Job itself', () => errorOf([job], onJob, 'migrate'), 'the Job test/all (migrate), which selects the pods of this workload itself'],
  ])('is found: %s', (_what, error, text) => { expect(error()).toContain(text); });

  test('two workloads have their own rights', () => {
    const chart = new Chart(testApp(), 'test');
    const api = { ...web, metadata: { name: 'api', namespace: 'm' } };
    const list = new ApiObject(chart, 'all', { apiVersion: 'v1', kind: 'List', items: [web, api] } as any);
    const containers = { app: { dependsOn: [onJob] } };
    for (const name of ['web', 'api']) { StartupOrder.of(list, { workload: name, createServiceAccount: true, containers }); }
    const [{ items }, ...rights] = manifestsOf(chart).reverse();
    const accounts = rights.filter(m => m.kind === 'RoleBinding').map(m => m.subjects[0]).reverse();
    expect(accounts.map(({ name, namespace }) => [name, namespace]))
      .toEqual(items.map((m: any) => [podSpecOf(m).serviceAccountName, m.metadata.namespace]));
    expect([rights.length, new Set(rights.map(m => m.metadata.name)).size]).toEqual([6, 6]);
  });

  test('the rights of a wait are in the namespace of the item', () => {
    const chart = new Chart(testApp(), 'test');
    const list = new ApiObject(chart, 'all', { apiVersion: 'v1', kind: 'List', items: [web] } as any);
    StartupOrder.of(list, { createServiceAccount: true, containers: { app: { dependsOn: [onJob] } } });
    expect(manifestsOf(chart).map(m => [m.kind, m.metadata.namespace]))
      .toEqual([['ServiceAccount', 'n'], ['Role', 'n'], ['RoleBinding', 'n'], ['List', undefined]]);
  });
});

test('the error for workloads that wait for each other contains the same path for each workload', () => {
  const chart = new Chart(testApp(), 'test');
  const [api, db, web, other] = ['api', 'db', 'web', 'other'].map(id => workload(chart, id));
  web.needs(api.service);
  api.needs(db.service);
  db.needs(web.service);
  other.needs(web.service);
  const text = "workloads wait for each other: test/api -> test/db -> test/web -> test/api ('->' reads \"waits for\"); remove one of these dependencies [SO902]";
  for (const { deployment } of [web, api, db]) { expect(() => deployment.startupOrder.plan()).toThrow(text); }
  expect(() => other.deployment.startupOrder.plan()).not.toThrow();
});

test('what is added after a plan counts at synth', () => {
  const chart = new Chart(testApp(), 'test');
  const [db, web] = ['db', 'web'].map(id => workload(chart, id));
  web.needs(db.service);
  expect(web.deployment.startupOrder.plan().dependencies[0].workloads).toEqual(['test/db']);
  db.needs(new kplus.Service(chart, 'more', { ports: [{ port: 1 }], selector: web.deployment }));
  expect(() => manifestsOf(chart)).toThrow('test/db -> test/web -> test/db');
  expect(() => web.deployment.startupOrder.plan()).toThrow('test/db -> test/web -> test/db');
});

test('pods of another namespace and a Service without a selector match no workload of the app', () => {
  const app = testApp();
  const here = new Chart(app, 'here', { namespace: 'here' });
  const there = new Chart(app, 'there', { namespace: 'there' });
  const web = workload(here, 'web');
  const alike = new kplus.Service(there, 'web', { ports: [{ port: 80 }], selector: web.deployment });
  web.needs(alike);
  web.needs(new kplus.Service(here, 'outside', { ports: [{ port: 81 }], externalName: 'db.example' }));
  expect(web.deployment.startupOrder.plan().dependencies.map(d => d.workloads)).toEqual([undefined, undefined]);
});

test('all plans of an app come in the order in which the workloads can start', () => {
  const app = testApp();
  const chart = new Chart(app, 'shop');
  const [web, api, db, other] = ['web', 'api', 'db', 'other'].map(id => workload(chart, id));
  web.needs(api.service);
  web.needs(db.service);
  api.needs(db.service);
  const elsewhere = workload(new Chart(app, 'elsewhere'), 'lone');
  expect(StartupOrder.planAll(app).map(p => p.path)).toEqual(['shop/db', 'shop/api', 'shop/web', 'shop/other', 'elsewhere/lone']);
  expect(StartupOrder.planAll(chart)).toHaveLength(4);
  expect(StartupOrder.planAll(other.deployment)).toEqual([other.deployment.startupOrder.plan()]);
  expect(StartupOrder.explainAll(app)).toContain(`
between workloads:
  - shop/api (app) waits for shop/db: TCP ${db.service.name}:8080
  - shop/web (app) waits for shop/api: TCP ${api.service.name}:8080
  - shop/web (app) waits for shop/db: TCP ${db.service.name}:8080
`);
  expect(StartupOrder.explainAll(elsewhere.deployment)).toBe(elsewhere.deployment.startupOrder.explain());
});
