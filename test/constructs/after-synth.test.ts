import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { addOrdered, errorOf, manifestsOf, testApp } from './manifests';
import { ContainerRole, Dependency, OrderedDeployment, StartupOrder, StartupOrderMixin } from '../../src';

const CONTAINERS = [{ name: 'app', image: 'app:1' }, { name: 'proxy', image: 'proxy:1', portNumber: 8080 }];
const ON_PROXY = { dependsOn: [Dependency.on('proxy')] };

let chart: Chart;
let web: OrderedDeployment;
beforeEach(() => {
  chart = new Chart(testApp(), 'shop');
  web = new OrderedDeployment(chart, 'web', { orderedContainers: CONTAINERS, startupOrder: { architecture: 'amd64' } });
});

describe('after synth', () => {
  test.each<[string, () => unknown]>([
    ['a dependency', () => web.startupOrder.declare('app', ON_PROXY)],
    ['a role', () => web.startupOrder.declare('proxy', { role: ContainerRole.SIDECAR })],
    ['a JSON patch', () => web.startupOrder.addJsonPatch(JsonPatch.remove('/spec/replicas'))],
    ['an ordered container', () => addOrdered(web, { name: 'late', image: 'late:1' })],
    ['containers of StartupOrder.of', () => StartupOrder.of(web, { containers: { app: ON_PROXY } })],
    ['sidecars of StartupOrder.of', () => StartupOrder.of(web, { sidecars: ['proxy'] })],
    ['a mixin', () => chart.with(new StartupOrderMixin({ sidecars: ['proxy'] }))],
  ])('%s is an error, and the plan stays the same', (_what, declare) => {
    manifestsOf(chart);
    const before = web.startupOrder.explain();
    expect(errorOf(declare)).toMatch(/^\[shop\/web\] .* is declared after the synth of this workload.*\[SO619\]$/);
    expect(web.startupOrder.explain()).toBe(before);
  });

  test('the first options of a workload are an error', () => {
    const plain = new kplus.Deployment(chart, 'plain', { containers: CONTAINERS });
    StartupOrder.of(plain).declare('app', ON_PROXY);
    manifestsOf(chart);
    expect(errorOf(() => StartupOrder.of(plain, { kubernetesVersion: '1.33' }))).toMatch(/^\[shop\/plain\] an option is declared after .*\[SO619\]$/);
  });

  test('the order can be read, also with its options, and a workload that synth has not written can get one', () => {
    const late = new ApiObject(chart, 'late', { apiVersion: 'v1', kind: 'Pod', spec: { containers: CONTAINERS } });
    manifestsOf(chart);
    expect(StartupOrder.of(web, { architecture: 'amd64' }).explain()).toBe(web.startupOrder.explain());
    expect(() => StartupOrder.of(late).declare('app', ON_PROXY)).not.toThrow();
  });
});

test('a synth that fails can be repeated with a correction', () => {
  web.startupOrder.declare('app', { dependsOn: [Dependency.on('cache')] });
  expect(errorOf(() => manifestsOf(chart))).toContain('[SO101]');
  addOrdered(web, { name: 'cache', image: 'cache:1', portNumber: 6379 });
  expect(() => manifestsOf(chart)).not.toThrow();
});
