import { ApiObject, Chart } from 'cdk8s';
import { errorOf, testApp } from './manifests';
import { Dependency, InjectedOrderPolicy, Mechanism, ReadyCheck, StartupOrder, StartupOrderPolicy } from '../../src';

const OPTIONS = { kubernetesVersion: '1.33', architecture: 'amd64' };
const PROXY = Dependency.onInjected('istio-proxy', ReadyCheck.httpGet('/healthz/ready', { port: 15021 }));

beforeEach(() => { jest.spyOn(process.stderr, 'write').mockImplementation(() => true); });

type Policy = typeof InjectedOrderPolicy | typeof StartupOrderPolicy;

function chartWith(dependsOn: Dependency[], policies: readonly Policy[] = [InjectedOrderPolicy], containers: object[] = []): Chart {
  const chart = new Chart(testApp(), 'shop', { namespace: 'shop' });
  addPod(chart, 'web', dependsOn, containers);
  policies.forEach((Each, i) => new Each(chart, `policy-${i}`));
  return chart;
}

function addPod(chart: Chart, name: string, dependsOn: Dependency[], containers: object[] = []): StartupOrder {
  const spec = { containers: [{ name: 'app', image: 'a', command: ['/app'] }, { name: 'other', image: 'o' }, ...containers] };
  const pod = new ApiObject(chart, name, { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: name } }, spec });
  return StartupOrder.of(pod, { ...OPTIONS, containers: { app: { dependsOn } } });
}

const find = (chart: Chart, kind: string): any => chart.toJson().find(o => o.kind === kind);

test('a gate that waits for an injected container runs the agent without a wait, and the policy inserts the wait', () => {
  const chart = chartWith([PROXY]);
  const pod = find(chart, 'Pod');
  expect(pod.spec.containers.find((c: any) => c.name === 'app').command).toEqual(['/startup-order/wait', '--gate=app.gate', '--', '/app']);
  const { metadata, spec } = find(chart, 'MutatingAdmissionPolicy');
  expect([metadata.namespace, spec.reinvocationPolicy, spec.failurePolicy]).toEqual([undefined, 'IfNeeded', 'Fail']);
  expect(spec.matchConditions[0].expression).not.toContain('istio-proxy');
  expect(spec.mutations).toEqual([{ patchType: 'JSONPatch', jsonPatch: { expression: expect.any(String) } }]);
  const { expression } = spec.mutations[0].jsonPatch;
  expect(expression).toContain('(object.spec.containers + object.spec.?initContainers.orValue([])).exists(c, c.name == "istio-proxy")');
  expect([...expression.matchAll(/value: "([^"]*)"/g)].map(([, word]: string[]) => word)).toEqual(['--for=istio-proxy', '--http=http://127.0.0.1:15021/healthz/ready']);
  expect(find(chart, 'MutatingAdmissionPolicyBinding').spec).toEqual({ policyName: metadata.name });
});

test('the plan names the mechanism, the guarantee, and the policy', () => {
  const chart = chartWith([PROXY]);
  const [{ mechanism, guarantee, reason }] = StartupOrder.of(chart.node.findChild('web') as ApiObject).plan().dependencies;
  expect([mechanism, guarantee, reason]).toEqual([Mechanism.ENTRYPOINT_GATE, 'EVERY_START', expect.stringContaining('InjectedOrderPolicy')]);
});

test('the text of the plan does not state that the container is outside the pod, or that the manifest contains the wait', () => {
  const chart = chartWith([PROXY]);
  const text = StartupOrder.of(chart.node.findChild('web') as ApiObject).explain({ width: 200 });
  expect(text).toMatch(/^ +- +- +~?\d\.\d {2}istio-proxy \(injected by a webhook\)$/m);
  expect(text).toContain('app: `command`: the wait agent runs first: waits for istio-proxy if the InjectedOrderPolicy adds the wait\n');
});

test.each<[string, string, () => Chart]>([
  ['SO911', 'a container of the manifest', () => chartWith([PROXY], undefined, [{ name: 'istio-proxy', image: 'p' }])],
  ['SO912', 'a check that needs an agent', () => chartWith([Dependency.onInjected('p', ReadyCheck.fileExists('/x'))])],
  ['SO912', 'an HTTP check without a port', () => chartWith([Dependency.onInjected('p', ReadyCheck.httpGet('/x'))])],
  ['SO913', 'a chart without an InjectedOrderPolicy', () => chartWith([PROXY], [])],
  ['SO914', 'a policy without a dependency', () => chartWith([Dependency.onTcp('db', 5432)])],
  ['SO402', 'another mechanism', () => chartWith([Dependency.onInjected('p', ReadyCheck.tcpSocket(1), { mechanism: Mechanism.INIT_CONTAINER })])],
])('%s: %s is an error at synth', (code, _title, build) => {
  expect(errorOf(() => build().toJson())).toContain(`[${code}]`);
});

test('waits with the same name are told apart by all their words', () => {
  const more = [Dependency.onInjected('istio-proxy', ReadyCheck.tcpSocket(15001)), Dependency.onTcp('istio-proxy', 443)];
  const chart = chartWith([PROXY, ...more], [InjectedOrderPolicy, StartupOrderPolicy]);
  const waits = ['--http=http://127.0.0.1:15021/healthz/ready', '--tcp=127.0.0.1:15001'].map(check => JSON.stringify(`\n--for=istio-proxy\n${check}\n`));
  const { expression } = find(chart, 'MutatingAdmissionPolicy').spec.mutations[0].jsonPatch;
  expect([...expression.matchAll(/!\(\("\\n" \+ c\.command\.join\("\\n"\) \+ "\\n"\)\.split\(([^)]*)\)/g)].map(([, words]: string[]) => words)).toEqual(waits);
  const validation = find(chart, 'ValidatingAdmissionPolicy').spec.validations.find((v: any) => v.message.endsWith('which a webhook has injected'));
  waits.forEach(words => { expect(validation.expression).toContain(words); });
});

test('the policy checks only workloads that wait for an injected container', () => {
  const chart = chartWith([PROXY]);
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'a', command: ['/app'] }] } };
  const job = new ApiObject(chart, 'job', { apiVersion: 'batch/v1', kind: 'Job', spec: { template } });
  StartupOrder.of(job, { ...OPTIONS, containers: { app: { dependsOn: [Dependency.onTcp('db', 5432)] } } });
  expect(find(chart, 'MutatingAdmissionPolicy').spec.mutations).toHaveLength(1);
});

test('a StartupOrderPolicy requires the wait in pods that contain the injected container', () => {
  const { validations } = find(chartWith([PROXY], [InjectedOrderPolicy, StartupOrderPolicy]), 'ValidatingAdmissionPolicy').spec;
  const [{ expression }] = validations.filter((v: any) => v.message.endsWith("but the gate of 'app' does not wait for 'istio-proxy', which a webhook has injected"));
  expect(expression).toMatch(/\(!\(object\.spec\.containers \+ .*\)\.exists\(c, c\.name == "istio-proxy"\) \|\| \(has\(c\.command\) && /);
});
