import { unwrapDocument, findWorkloads } from '../../tools/read/find-workloads';
import { readPodView } from '../../tools/read/pod-view';

const pod = { containers: [{ name: 'a' }] };
const template = { spec: pod };
const named = (kind: string, apiVersion: string, spec: unknown) => ({ apiVersion, kind, metadata: { name: 'x', namespace: 'n' }, spec });

test.each([
  [named('Pod', 'v1', pod), 'spec.containers[0]'],
  [named('Deployment', 'apps/v1', { template }), 'spec.template.spec.containers[0]'],
  [named('CronJob', 'batch/v1', { jobTemplate: { spec: { template } } }), 'spec.jobTemplate.spec.template.spec.containers[0]'],
  [named('Rollout', 'argoproj.io/v1alpha1', { template }), 'spec.template.spec.containers[0]'],
  [named('AdvancedCronJob', 'example.com/v1', { jobTemplate: { spec: { template } } }), 'spec.jobTemplate.spec.template.spec.containers[0]'],
])('the pod template of %j', (document, path) => {
  const [found, ...others] = findWorkloads(document);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ kind: document.kind, name: 'x', namespace: 'n' });
  expect(readPodView(found).containers.map(c => c.path)).toEqual([path]);
});

test('the items of Lists, of Lists in Lists and of typed lists are workloads', () => {
  const list = (kind: string, ...items: unknown[]) => ({ apiVersion: 'v1', kind, items });
  const document = list('List', { kind: 'ConfigMap' }, named('Pod', 'v1', pod), list('PodList', null, named('Pod', 'v1', pod)));
  expect(findWorkloads(document).map(w => readPodView(w).containers[0].path)).toEqual(['items[1].spec.containers[0]', 'items[2].items[1].spec.containers[0]']);
  expect(unwrapDocument(document).map(o => o.kind)).toEqual(['ConfigMap', 'Pod', 'Pod']);
});

test('the items of a typed list from the API server, which have no kind, are workloads', () => {
  const document = { apiVersion: 'apps/v1', kind: 'DeploymentList', items: [{ metadata: { name: 'x' }, spec: { template } }] };
  expect(findWorkloads(document)).toMatchObject([{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'x', templateKeys: ['items', '0', 'spec', 'template'] }]);
});

test('objects without a valid pod spec are no workloads', () => {
  expect([
    named('Deployment', 'apps/v1', { template: { spec: {} } }), named('Deployment', 'apps/v1', pod), named('Service', 'v1', { selector: {} }), { spec: { template } }, named('Pod', 'v1', [pod]),
    { ...named('Pod', 'v1', undefined), __proto__: { spec: pod } },
  ].flatMap(findWorkloads)).toEqual([]);
});

test('a workload without a name has its generateName', () => {
  expect(findWorkloads({ apiVersion: 'v1', kind: 'Pod', metadata: { generateName: 'web-' }, spec: pod })[0].name).toBe('web-');
});

test('a command with a very long word, or with variables that would make one, is unknown', () => {
  const wait = ['sh', '-c', 'until nc -z db 5432; do sleep 1; done'];
  const waitsOf = (command: string[], value = '') =>
    readPodView(findWorkloads({ apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'a', command, env: [{ name: 'A', value }] }] } })[0]).containers[0].command.waits.length;
  expect([waitsOf(wait), waitsOf([...wait, 'x'.repeat(100_001)]), waitsOf([...wait, '$(A)'.repeat(25_000)], 'x'.repeat(1000))]).toEqual([1, 0, 0]);
  expect(waitsOf([...wait, '$(A)'.repeat(25_000)], 'x'.repeat(30_000))).toBe(1);
});
