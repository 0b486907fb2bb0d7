import { ApiObject, App, Chart, ChartProps } from 'cdk8s';
import { errorOf, testApp } from './manifests';
import { ContainerRole, Dependency, ReadyCheck, StartupOrder, StartupOrderPolicy } from '../../src';

const OPTIONS = { kubernetesVersion: '1.33', architecture: 'amd64' };

function chartIn(props: ChartProps = { namespace: 'shop' }): Chart {
  return new Chart(testApp(), 'shop', props);
}

function addWorkload(chart: Chart, id: string, more: Partial<Record<'kind' | 'name' | 'namespace', string>> & { labels?: Record<string, string> } = {}): ApiObject {
  const { kind = 'Deployment', labels = { app: id }, name, namespace } = more;
  const spec = { containers: [{ name: 'app', image: 'a', command: ['/app'] }, { name: 'proxy', image: 'p' }] };
  const object = new ApiObject(chart, id, kind === 'Pod'
    ? { apiVersion: 'v1', kind, metadata: { labels, name }, spec }
    : { apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1', kind, metadata: namespace === undefined ? undefined : { namespace }, spec: { ...kind === 'Job' ? {} : { selector: { matchLabels: labels } }, template: { metadata: { labels }, spec } } });
  const proxy = { role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(80) };
  StartupOrder.of(object, { ...OPTIONS, containers: { proxy, app: { dependsOn: [Dependency.on('proxy')] } } });
  return object;
}

function policyOf(chart: Chart): { policy: any; binding: any } {
  const objects: any[] = chart.toJson();
  const find = (kind: string) => objects.find(o => o.kind === kind);
  return { policy: find('ValidatingAdmissionPolicy'), binding: find('ValidatingAdmissionPolicyBinding') };
}

beforeEach(() => { jest.spyOn(process.stderr, 'write').mockImplementation(() => true); });

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
  const chart = chartIn();
  addWorkload(chart, 'web');
  addWorkload(chart, 'api');
  new StartupOrderPolicy(chart, 'policy');
  const [first, ...others]: any[] = policyOf(chart).policy.spec.validations;
  expect(first.message).toMatch(/^Deployment shop-web-\w+: container 'app' depends on 'proxy' \(READY\), but 'proxy' is not in containers$/);
  expect(first.expression).toMatch(/^!\(object\.metadata\.\?labels\[\?"app"\]\.orValue\(""\) == "web"\) \|\| object\.spec\.containers\.exists\(c, c\.name == "proxy"\)$/);
  expect(others.filter(({ message }) => message.startsWith('Deployment shop-api-')).length).toBe((others.length + 1) / 2);
});

test('the message of a part that several dependencies need names the first and the number of the others', () => {
  const chart = chartIn();
  const containers = ['a', 'b', 'c'].map(name => ({ name, image: 'p' }));
  const pod = new ApiObject(chart, 'pod', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec: { containers: [{ name: 'app', image: 'a', command: ['/app'] }, ...containers] } });
  const ready = Object.fromEntries(containers.map(({ name }, i) => [
    name, { role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(80 + i) },
  ]));
  StartupOrder.of(pod, { ...OPTIONS, containers: { ...ready, app: { dependsOn: containers.map(({ name }) => Dependency.on(name)) } } });
  new StartupOrderPolicy(chart, 'policy');
  expect(policyOf(chart).policy.spec.validations.map((v: any) => v.message))
    .toContain("Pod pod: container 'app' depends on 'a' (READY), and 2 more dependencies need the same part, but 'app' does not mount /startup-order");
});

test.each([['Warn', 'Warn'], ['Audit', 'Audit'], ['Deny', 'Deny']])('the action %s is the validation action %s', (action, written) => {
  const chart = chartIn();
  addWorkload(chart, 'web');
  new StartupOrderPolicy(chart, 'policy', { action });
  expect(policyOf(chart).binding.spec.validationActions).toEqual([written]);
});

test('a pod is recognized by its name', () => {
  const chart = chartIn();
  addWorkload(chart, 'single', { kind: 'Pod', labels: {}, name: 'single' });
  new StartupOrderPolicy(chart, 'policy');
  expect(policyOf(chart).policy.spec.matchConditions[0].expression).toMatch(/^\(object\.metadata\.\?name\.orValue\(""\) == "single" && /);
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
  const chart = chartIn({});
  addWorkload(chart, 'web');
  new StartupOrderPolicy(chart, 'policy');
  expect(errorOf(() => chart.toJson())).toMatch(/^\[shop\/policy\] .*Deployment shop-web-\w+ specifies none; .* \[SO906\]$/);
});

test('the namespace of the request tells pods apart: match conditions have no namespaceObject', () => {
  const chart = chartIn();
  addWorkload(chart, 'web', { labels: { app: 'web' } });
  addWorkload(chart, 'web-elsewhere', { labels: { app: 'web' }, namespace: 'other' });
  new StartupOrderPolicy(chart, 'policy');
  const { matchConditions, validations } = policyOf(chart).policy.spec;
  expect(matchConditions[0].expression).toMatch(/^\(request\.namespace == "shop" && .*\) \|\| \(request\.namespace == "other" && .*\)$/);
  expect(validations.map((v: any) => /^!\(request\.namespace == "(\w+)" && /.exec(v.expression)?.[1]).sort()).toEqual([...Array(4).fill('other'), ...Array(4).fill('shop')]);
  expect(JSON.stringify([matchConditions, validations])).not.toContain('namespaceObject');
});

test('a Job without labels is an error', () => {
  const chart = chartIn();
  addWorkload(chart, 'migrate', { kind: 'Job', labels: {} });
  new StartupOrderPolicy(chart, 'policy');
  expect(errorOf(() => chart.toJson())).toContain('[SO907]');
});

test('two workloads with the same labels are an error', () => {
  const chart = chartIn();
  addWorkload(chart, 'web', { labels: { app: 'web' } });
  addWorkload(chart, 'canary', { labels: { app: 'web', track: 'canary' } });
  new StartupOrderPolicy(chart, 'policy');
  expect(errorOf(() => chart.toJson())).toContain('[SO908]');
});

test('a policy without an ordered workload is an error', () => {
  const chart = new Chart(new App(), 'shop', { namespace: 'shop' });
  new StartupOrderPolicy(chart, 'policy');
  expect(errorOf(() => chart.toJson())).toContain('[SO909]');
});

test('a policy before the only workload does not hide the problem of its order', () => {
  const chart = chartIn();
  new StartupOrderPolicy(chart, 'policy');
  StartupOrder.of(addWorkload(chart, 'web')).declare('app', { dependsOn: [Dependency.on('nothing')] });
  expect(errorOf(() => chart.toJson())).toMatch(/^\[shop\/web\] .*\[SO101\]$/);
});

test('with a policy, each pod template has the revision that the policy selects', () => {
  const chart = chartIn();
  addWorkload(chart, 'web');
  new StartupOrderPolicy(chart, 'policy');
  const { annotations } = chart.toJson().find((o: any) => o.kind === 'Deployment').spec.template.metadata;
  const [value] = /[0-9a-f]{12}/.exec(annotations['cdk8s-startup-order.github.io/policy-revision'])!;
  expect(policyOf(chart).policy.spec.matchConditions[0].expression).toContain(`== "${value}"`);
});

test('the plan lists the revision as an injection', () => {
  const chart = chartIn();
  const order = StartupOrder.of(addWorkload(chart, 'web'));
  new StartupOrderPolicy(chart, 'policy');
  expect(order.plan()._injections.map(({ field }) => field)).toContain('metadata.annotations[cdk8s-startup-order.github.io/policy-revision]');
});

test('without a policy, the pod template has no revision', () => {
  const chart = chartIn();
  addWorkload(chart, 'web');
  expect(JSON.stringify(chart.toJson())).not.toContain('policy-revision');
});
