import { ApiObject, Chart, ChartProps } from 'cdk8s';
import { errorOf, testApp } from './manifests';
import { ContainerRole, Dependency, ReadyCheck, StartupOrder, StartupOrderPolicy, StartupOrderPolicyProps } from '../../src';

const OPTIONS = { kubernetesVersion: '1.33', architecture: 'amd64' };

function chartIn(props: ChartProps = { namespace: 'shop' }): Chart { return new Chart(testApp(), 'shop', props); }

type Workload = [id: string, more?: Partial<Record<'kind' | 'name' | 'namespace' | 'disabledReason', string>> & { labels?: Record<string, string> }];

function addWorkload(chart: Chart, ...[id, more = {}]: Workload): ApiObject {
  const { kind = 'Deployment', labels = { app: id }, name, namespace, disabledReason } = more;
  const spec = { containers: [{ name: 'app', image: 'a', command: ['/app'] }, { name: 'proxy', image: 'p' }] };
  const pod = { metadata: { labels, name }, spec };
  const object = new ApiObject(chart, id, kind.startsWith('Pod')
    ? { apiVersion: 'v1', kind, ...kind === 'Pod' ? pod : { items: [pod] } }
    : { apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1', kind, metadata: namespace === undefined ? undefined : { namespace }, spec: { ...kind === 'Job' ? {} : { selector: { matchLabels: labels } }, template: { metadata: { labels }, spec } } });
  const proxy = { role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(80) };
  StartupOrder.of(object, { ...OPTIONS, disabledReason, containers: { proxy, app: { dependsOn: [Dependency.on('proxy')] } } });
  return object;
}

function policyOf(chart: Chart): { policy: any; binding: any } {
  const objects: any[] = chart.toJson();
  const find = (kind: string) => objects.find(o => o.kind === kind);
  return { policy: find('ValidatingAdmissionPolicy'), binding: find('ValidatingAdmissionPolicyBinding') };
}

/** A chart with these workloads and a policy. */
function withPolicy(...workloads: Workload[]): Chart { return policyIn(chartIn(), {}, ...workloads); }

function policyIn(chart: Chart, props: StartupOrderPolicyProps, ...workloads: Workload[]): Chart {
  for (const workload of workloads) { addWorkload(chart, ...workload); }
  new StartupOrderPolicy(chart, 'policy', props);
  return chart;
}

test('the policy and its binding have no namespace, and select the namespace and labels of the pods', () => {
  const chart = chartIn();
  const { name } = new StartupOrderPolicy(chart, 'policy');
  addWorkload(chart, 'web');
  const { policy, binding } = policyOf(chart);
  const labels = { 'app.kubernetes.io/managed-by': 'cdk8s-startup-order' };
  expect(policy.metadata).toEqual({ name, labels });
  expect(binding.metadata).toEqual({ name: expect.stringMatching(/binding/), labels });
  expect(binding.spec).toEqual({ policyName: name, validationActions: ['Deny'] });
  expect(policy.spec.matchConstraints.namespaceSelector.matchExpressions).toEqual([{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['shop'] }]);
  expect(policy.spec.matchConstraints.objectSelector.matchExpressions).toEqual([{ key: 'app', operator: 'In', values: ['web'] }]);
  expect(policy.spec.matchConditions.map((c: any) => c.expression)).toEqual([
    expect.stringMatching(/^\(object\.metadata\.\?labels\[\?"app"\]\.orValue\(""\) == "web" && object\.metadata\.\?annotations\[.*\]\.orValue\(""\) == "[0-9a-f]{12}"\)$/),
  ]);
});

test('each required part has one validation, for the pods of its workload, which it names', () => {
  const [first, ...others]: any[] = policyOf(withPolicy(['web'], ['api'])).policy.spec.validations;
  expect(first.message).toMatch(/^Deployment shop-web-\w+: container 'app' depends on 'proxy' \(READY\), but 'proxy' is not in containers$/);
  expect(first.expression).toMatch(/^!\(object\.metadata\.\?labels\[\?"app"\]\.orValue\(""\) == "web"\) \|\| object\.spec\.containers\.exists\(c, c\.name == "proxy"\)$/);
  expect(others.filter(({ message }) => message.startsWith('Deployment shop-api-')).length).toBe((others.length + 1) / 2);
});

test('the message of a part that several dependencies need names the first and the number of the others', () => {
  const chart = chartIn();
  const containers = ['a', 'b', 'c'].map(name => ({ name, image: 'p' }));
  const spec = { containers: [{ name: 'app', image: 'a', command: ['/app'] }, ...containers] };
  const pod = new ApiObject(chart, 'pod', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec });
  const ready = Object.fromEntries(containers.map(({ name }, i) => [name, { role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(80 + i) }]));
  StartupOrder.of(pod, { ...OPTIONS, containers: { ...ready, app: { dependsOn: containers.map(({ name }) => Dependency.on(name)) } } });
  new StartupOrderPolicy(chart, 'policy');
  expect(policyOf(chart).policy.spec.validations.map((v: any) => v.message))
    .toContain("Pod pod: container 'app' depends on 'a' (READY), and 2 more dependencies need the same part, but 'app' does not mount /startup-order");
});

test.each(['Warn', 'Audit', 'Deny'])('the action %s is a validation action of the binding', action => {
  expect(policyOf(policyIn(chartIn(), { action }, ['web'])).binding.spec.validationActions).toEqual([action]);
});

test.each(['Pod', 'PodList'])('a pod of a %s is recognized by its name', kind => {
  const { policy } = policyOf(withPolicy(['single', { kind, labels: {}, name: 'single' }]));
  expect(policy.spec.matchConditions[0].expression).toMatch(/^\(object\.metadata\.\?name\.orValue\(""\) == "single" && /);
});

test('a workload of another chart is not in the policy', () => {
  const app = testApp();
  const [shop, other] = ['shop', 'other'].map(id => new Chart(app, id, { namespace: id }));
  addWorkload(shop, 'web');
  addWorkload(other, 'api');
  new StartupOrderPolicy(shop, 'policy');
  expect(JSON.stringify(policyOf(shop).policy)).not.toContain('other');
});

test('without a namespace, synth names the workload', () => {
  expect(errorOf(() => policyIn(chartIn({}), {}, ['web']).toJson())).toMatch(/^\[shop\/policy\] .*Deployment shop-web-\w+ specifies none; .* \[SO906\]$/);
});

test('the namespace of the request tells pods apart: match conditions have no namespaceObject', () => {
  const { matchConditions, validations } = policyOf(withPolicy(['web'], ['web-elsewhere', { labels: { app: 'web' }, namespace: 'other' }])).policy.spec;
  expect(matchConditions[0].expression).toMatch(/^\(request\.namespace == "shop" && .*\) \|\| \(request\.namespace == "other" && .*\)$/);
  expect(validations.map((v: any) => /^!\(request\.namespace == "(\w+)" && /.exec(v.expression)?.[1]).sort()).toEqual([...Array(4).fill('other'), ...Array(4).fill('shop')]);
  expect(JSON.stringify([matchConditions, validations])).not.toContain('namespaceObject');
});

test.each<[string, Workload[], string]>([
  ['a Job without labels', [['migrate', { kind: 'Job', labels: {} }]], 'SO907'],
  ['two workloads with the same labels', [['web'], ['canary', { labels: { app: 'web', track: 'canary' } }]], 'SO908'],
  ['no ordered workload', [], 'SO909'],
])('a policy of %s is an error', (_what, workloads, code) => { expect(errorOf(() => withPolicy(...workloads).toJson())).toContain(`[${code}]`); });

test('a policy whose only order is disabled selects no pod', () => {
  const { matchConditions, matchConstraints, validations } = policyOf(withPolicy(['web', { disabledReason: 'incident 7' }])).policy.spec;
  expect([matchConditions[0].expression, Object.keys(matchConstraints), validations]).toEqual(['false', ['resourceRules'], [{ expression: 'true' }]]);
});

test('a policy before the only workload does not hide the problem of its order', () => {
  const chart = chartIn();
  new StartupOrderPolicy(chart, 'policy');
  StartupOrder.of(addWorkload(chart, 'web')).declare('app', { dependsOn: [Dependency.on('nothing')] });
  expect(errorOf(() => chart.toJson())).toMatch(/^\[shop\/web\] .*\[SO101\]$/);
});

test('only with a policy, pod templates have the revision that it selects, and the plan lists it', () => {
  const chart = withPolicy(['web']);
  const key = 'cdk8s-startup-order.github.io/policy-revision';
  const { annotations } = chart.toJson().find((o: any) => o.kind === 'Deployment').spec.template.metadata;
  expect(annotations[key]).toMatch(/^[0-9a-f]{12}$/);
  expect(policyOf(chart).policy.spec.matchConditions[0].expression).toContain(`== "${annotations[key]}"`);
  expect(StartupOrder.planAll(chart)[0]._injections.map(({ field }) => field)).toContain(`metadata.annotations[${key}]`);
  const without = chartIn();
  addWorkload(without, 'web');
  expect(JSON.stringify(without.toJson())).not.toContain('policy-revision');
});
