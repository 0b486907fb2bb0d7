import { ApiObject, Chart } from 'cdk8s';
import { Dependency, StartupOrder } from '../../src';
import { buildWaitAccess } from '../../tools/order/wait-access';
import { manifestsOf, testApp } from '../constructs/manifests';
import { declared } from '../dsl';

const DEPENDENCIES = [
  Dependency.onResource('jobs.batch/migrate', { condition: 'Complete', failedCondition: 'Failed' }),
  Dependency.onResource('jobs.batch/migrate', { condition: 'Complete', failedCondition: 'Failed', name: 'again' }),
  Dependency.onResource('pods', { labels: { app: 'db' }, namespace: 'data' }),
  Dependency.onResource('certificates.cert-manager.io/shop', { condition: 'Ready' }),
  Dependency.onResource('nodes/one', { condition: 'Ready', clusterScoped: true }),
  Dependency.onTcp('db', 5432),
];

const DECLARATION = declared({ app: { dependsOn: DEPENDENCIES.map(d => d._declaration) } });
const spec = (more: object = {}) => ({ containers: [{ name: 'app', image: 'shop/app:1' }], ...more });
const build = (more: object = {}, declaration = DECLARATION, namespace: string | undefined = 'shop', name = 'web') =>
  buildWaitAccess(declaration, { kind: 'Deployment', name, namespace, spec: spec(more), createsAccount: true });

/** The objects that the constructs add for the same dependencies. */
function objectsOfConstructs(more: object): any[] {
  const chart = new Chart(testApp(), 'shop', { namespace: 'shop' });
  const web = new ApiObject(chart, 'web', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { template: { spec: spec(more) } } });
  StartupOrder.of(web, { containers: { app: { dependsOn: DEPENDENCIES } }, kubernetesVersion: '1.33', createServiceAccount: true });
  return manifestsOf(chart).filter(m => m.kind !== 'Deployment');
}

/** The objects without generated names, in a fixed order. cdk8s also writes the namespace of the chart to a ClusterRole, where it has no effect. */
function withoutNames(objects: readonly any[]): object[] {
  const added = objects.find(o => o.kind === 'ServiceAccount')?.metadata.name;
  return objects.map(({ kind, metadata, rules, roleRef, subjects }) => ({
    kind,
    namespace: kind.startsWith('Cluster') ? undefined : metadata.namespace,
    rules,
    role: roleRef && objects.find(o => o.kind === roleRef.kind && o.metadata.name === roleRef.name)?.rules,
    subjects: subjects?.map((subject: any) => [subject.kind, subject.namespace, subject.name === added ? 'added' : subject.name]),
  })).sort((x, y) => `${x.kind} ${x.namespace}` < `${y.kind} ${y.namespace}` ? -1 : 1);
}

test.each([
  ['a pod without a service account', {}],
  ['a pod with a service account', { serviceAccountName: 'robot' }],
])('%s gets the same rights as by the constructs', (_title, more) => {
  const { objects, problems } = build(more);
  expect([problems, withoutNames(objects)]).toEqual([[], withoutNames(objectsOfConstructs(more))]);
});

test('the added service account is part of the declaration, and a declared one has the rights already', () => {
  expect(build().declaration.serviceAccount).toBe('web-deployment-wait');
  expect(build({ serviceAccountName: 'robot' }).declaration).toBe(DECLARATION);
  const declaration = { ...DECLARATION, serviceAccount: 'waiter' };
  expect(build({}, declaration)).toEqual({ declaration, objects: [], problems: [] });
});

test('waits that do not use the Kubernetes API need no rights, and no namespace', () => {
  const declaration = declared({ app: { dependsOn: [Dependency.onTcp('db', 5432)._declaration] } });
  const job = { kind: 'Job', name: 'web', spec: spec(), createsAccount: false };
  expect(buildWaitAccess(declaration, job)).toEqual({ declaration, objects: [], problems: [] });
});

test('a workload without a namespace or a service account is a problem, and gets nothing', () => {
  const pod = { kind: 'Deployment', name: 'web', createsAccount: false };
  const codes = (more: object, namespace?: string) => {
    const { declaration, objects, problems } = buildWaitAccess(DECLARATION, { ...pod, namespace, spec: spec(more) });
    expect([declaration, objects]).toEqual([DECLARATION, problems.length > 0 ? [] : expect.anything()]);
    return problems.map(({ code }) => code);
  };
  expect([codes({}), codes({}, 'shop')]).toEqual([['SO905', 'SO914'], ['SO914']]);
  expect([codes({ serviceAccountName: 'robot' }), codes({ serviceAccountName: 'robot' }, 'shop')]).toEqual([['SO905'], []]);
});

test('roles outside the namespace of the workload contain that namespace in their names', () => {
  expect(build().objects.map((o: any) => `${o.kind} ${o.metadata.namespace}/${o.metadata.name}`)).toEqual([
    ...['ServiceAccount', 'Role', 'RoleBinding'].map(kind => `${kind} shop/web-deployment-wait`),
    ...['Role data', 'RoleBinding data', 'ClusterRole undefined', 'ClusterRoleBinding undefined'].map(of => `${of}/web-deployment-wait-from-shop`),
  ]);
  const names = new Set(build({}, DECLARATION, 'shop', `${'w'.repeat(243)}.web`).objects.map((o: any) => o.metadata.name));
  expect([...names]).toEqual([1, 2].map(() => expect.stringMatching(/^w{243}-[0-9a-f]{8}$/)));
});

test('workloads with the same generateName share objects only if they have the same rights', () => {
  const accounts = ['migrate', 'migrate', 'seed'].map(job => buildWaitAccess(
    declared({ app: { dependsOn: [Dependency.onResource(`jobs.batch/${job}`, { condition: 'Complete' })._declaration] } }),
    { kind: 'Job', name: 'web-', namespace: 'shop', spec: spec(), createsAccount: true },
  ).declaration.serviceAccount);
  expect([accounts[1], new Set(accounts).size]).toEqual([expect.stringMatching(/^web-job-wait-[0-9a-f]{8}$/), 2]);
});
