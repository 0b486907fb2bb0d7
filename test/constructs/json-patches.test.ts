import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { appOnProxy, containerOf, errorOf, manifestsOf, podSpecOf, testApp, workloadOf } from './manifests';
import { ContainerRole, Dependency, OrderedDeployment, ReadyCheck, StartupOrder, StartupOrderOptions, StartupOrderPolicy } from '../../src';

const PROBE = '/spec/template/spec/initContainers/0/startupProbe';
const SPEC = { containers: [{ name: 'app', image: 'app:1' }, { name: 'proxy', image: 'proxy:1' }] };

let chart: Chart;
beforeEach(() => { chart = new Chart(testApp(), 'shop'); });

/** A deployment with a native sidecar, whose startup probe the order writes. */
const ordered = (startupOrder: StartupOrderOptions = {}): StartupOrder =>
  new OrderedDeployment(chart, 'web', { startupOrder, orderedContainers: appOnProxy({ role: ContainerRole.SIDECAR }) }).startupOrder;

describe('a JSON patch of the order', () => {
  test('changes an injected field, at each synth, and not the plan', () => {
    const order = ordered();
    const before = order.explain();
    order.addJsonPatch(JsonPatch.replace(`${PROBE}/periodSeconds`, 2), JsonPatch.add(`${PROBE}/timeoutSeconds`, 4));
    order.addJsonPatch(JsonPatch.add('/metadata/labels', { team: 'shop' }));
    const first = workloadOf(chart);
    expect(containerOf(first, 'proxy').startupProbe).toMatchObject({ periodSeconds: 2, tcpSocket: { port: 8080 }, timeoutSeconds: 4 });
    expect([first.metadata.labels, workloadOf(chart)]).toEqual([{ team: 'shop' }, first]);
    expect(order.explain()).toBe(before);
  });

  test('sees the patches before it', () => {
    ordered().addJsonPatch(
      JsonPatch.add('/metadata/annotations', {}),
      JsonPatch.copy('/spec/template/spec/initContainers/0/name', '/metadata/annotations/first'),
      JsonPatch.move('/spec/replicas', '/metadata/annotations/replicas'),
      JsonPatch.add('/spec/template/spec/containers/-', { name: 'last' }),
      JsonPatch.add('/spec/template/spec/containers/1', { name: 'second' }),
      JsonPatch.test('/spec/template/spec/containers/2/name', 'last'),
      JsonPatch.remove('/spec/template/spec/containers/1'),
    );
    const { metadata, spec } = workloadOf(chart);
    expect([metadata.annotations, spec.replicas, spec.template.spec.containers.map((c: any) => c.name)])
      .toEqual([{ first: 'proxy', replicas: 2 }, undefined, ['app', 'last']]);
  });

  test('applies to an object of any class, after its own patches', () => {
    const object = new ApiObject(chart, 'web', { apiVersion: 'v1', kind: 'Pod', spec: SPEC });
    object.addJsonPatch(JsonPatch.replace('/spec/containers/1/image', 'proxy:2'));
    const proxy = { readyWhen: ReadyCheck.tcpSocket(9901), role: ContainerRole.SIDECAR };
    const order = StartupOrder.of(object, { containers: { app: { dependsOn: [Dependency.on('proxy')] }, proxy } });
    order.addJsonPatch(JsonPatch.test('/spec/initContainers/0/image', 'proxy:2'), JsonPatch.remove('/spec/initContainers/0/startupProbe/failureThreshold'));
    expect(containerOf(manifestsOf(chart)[0], 'proxy').startupProbe).toEqual({ periodSeconds: 1, tcpSocket: { port: 9901 } });
  });

  test('has no effect where the order is disabled', () => {
    ordered({ disabledReason: 'a test' }).addJsonPatch(JsonPatch.remove(PROBE));
    expect(podSpecOf(workloadOf(chart)).initContainers).toBeUndefined();
  });

  test('leaves the policy of the chart as it is, except for the namespace of the workload', () => {
    const [without, patched, moved] = [[], [JsonPatch.remove(PROBE)], [JsonPatch.replace('/metadata/namespace', 'other')]].map(patches => {
      chart = new Chart(testApp(), 'shop', { namespace: 'shop' });
      ordered().addJsonPatch(...patches);
      new StartupOrderPolicy(chart, 'policy');
      return manifestsOf(chart).filter(m => m.kind.startsWith('Validating'));
    });
    expect(patched).toEqual(without);
    expect(JSON.stringify(moved)).toBe(JSON.stringify(without).replace('["shop"]', '["other"]'));
  });

  test('of the namespace applies to the ConfigMap of the agent, too', () => {
    const { startupOrder } = new OrderedDeployment(chart, 'web', { orderedContainers: appOnProxy({ role: ContainerRole.APP }) });
    startupOrder.addJsonPatch(JsonPatch.add('/metadata/namespace', 'other'));
    expect(chart.toJson().map(m => [m.kind, m.metadata.namespace])).toEqual([['ConfigMap', 'other'], ['Deployment', 'other']]);
  });

  test.each<[string, JsonPatch, string]>([
    ['replaces nothing', JsonPatch.replace(`${PROBE}/timeout`, 1), "'replace' of '/spec/template/spec/initContainers/0/startupProbe/timeout'"],
    ['removes nothing', JsonPatch.remove('/spec/template/spec/initContainers/7'), 'the manifest has nothing there'],
    ['adds to nothing', JsonPatch.add('/spec/nothing/here', 1), "no object or list at '/spec/nothing'"],
    ['adds behind the end of a list', JsonPatch.add('/spec/template/spec/containers/3', 1), "'3' is no index of a list of 1"],
    ['adds at a name in a list', JsonPatch.add('/spec/template/spec/containers/app', 1), "'app' is no index"],
    ['moves nothing', JsonPatch.move('/spec/nothing', '/spec/here'), "nothing at '/spec/nothing'"],
    ['has a path without a slash', JsonPatch.replace('spec/replicas', 3), "'spec/replicas' does not begin with '/'"],
    ['replaces the manifest with nothing', JsonPatch.replace('', null), "'replace' of '' cannot be applied to the ordered manifest: the result is no object"],
    ['replaces the manifest with a list', JsonPatch.replace('', []), 'the result is no object'],
    ['removes the manifest', JsonPatch.remove(''), 'the result is no object'],
    ['tests another value', JsonPatch.test('/spec/replicas', 9), 'Test operation failed'],
  ])('that %s is an error of synth and of the plan', (_what, patch, expected) => {
    const order = ordered();
    order.addJsonPatch(patch);
    const message = errorOf(() => manifestsOf(chart));
    expect(message).toMatch(/^\[shop\/web\] .*\[SO617\]$/);
    expect(message).toContain(expected);
    expect(errorOf(() => order.plan())).toBe(message);
  });

  test('is checked when it is passed', () => {
    expect(errorOf(() => ordered().addJsonPatch({ op: 'remove', path: PROBE } as unknown as JsonPatch))).toMatch(/`ops\[0\]` .* a JsonPatch of cdk8s.* \[SO631\]/);
  });
});
