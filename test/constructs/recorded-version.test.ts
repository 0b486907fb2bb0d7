import { ApiObject, ApiObjectProps, App, Chart } from 'cdk8s';
import { Dependency, StartupOrder, StartupOrderOptions } from '../../src';

const RECORDED = 'cdk8s-startup-order.github.io/kubernetes-version';
const POD_SPEC = { containers: [{ name: 'app', image: 'app:1' }, { name: 'proxy', image: 'proxy:1', readinessProbe: { tcpSocket: { port: 80 } } }] };

function synth(kind: 'Pod' | 'Deployment', options: StartupOrderOptions, context: Record<string, unknown> = {}, dependsOn = [Dependency.on('proxy')]): any {
  const app = new App();
  Object.entries(context).forEach(([key, value]) => { app.node.setContext(key, value); });
  const spec = kind === 'Pod' ? POD_SPEC : { template: { spec: POD_SPEC } };
  return synthIn(new Chart(app, 'shop'), { apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind, spec }, options, dependsOn);
}

function synthIn(chart: Chart, manifest: ApiObjectProps, options: StartupOrderOptions = {}, dependsOn = [Dependency.on('proxy')]): any {
  const object = new ApiObject(chart, 'web', manifest);
  StartupOrder.of(object, options).declare('app', { dependsOn });
  return object.toJson();
}

test('synth records a stated version outside the pod template, and nothing without one or a dependency', () => {
  const { metadata, spec } = synth('Deployment', { kubernetesVersion: 'v1.33.4-gke.1000' });
  expect(metadata.annotations).toEqual({ [RECORDED]: '1.33.4' });
  expect(spec.template.metadata?.annotations?.[RECORDED]).toBeUndefined();
  expect(synth('Pod', { kubernetesVersion: '1.33' }).metadata.annotations).toEqual({ [RECORDED]: '1.33' });
  expect(synth('Deployment', {}, { 'cdk8s-startup-order:kubernetesVersion': '1.34' }).metadata.annotations).toEqual({ [RECORDED]: '1.34' });
  const [assumed, without] = [synth('Deployment', {}), synth('Deployment', { kubernetesVersion: '1.33' }, {}, [])];
  expect([assumed.metadata.annotations, without.metadata.annotations]).toEqual([undefined, undefined]);
});

test('a misspelt context key is an error with the closest key, wherever the context is set', () => {
  expect(() => synth('Deployment', {}, { 'cdk8s-startup-order:kubernetesversion': '1.33' }))
    .toThrow(/did you mean 'cdk8s-startup-order:kubernetesVersion'\?.*\[SO620\]$/);
  const chart = new Chart(new App(), 'shop');
  chart.node.setContext('cdk8s-startup-order:arch', 'amd64');
  expect(() => synthIn(chart, { apiVersion: 'v1', kind: 'Pod', spec: POD_SPEC })).toThrow(/'cdk8s-startup-order:arch'.*\[SO620\]$/);
});

test('a misspelt annotation of the pod template is an error with the closest annotation', () => {
  const template = { metadata: { annotations: { 'cdk8s-startup-order.github.io/depend-on': '{}' } }, spec: POD_SPEC };
  expect(() => synthIn(new Chart(new App(), 'shop'), { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template } }))
    .toThrow(/did you mean 'cdk8s-startup-order\.github\.io\/depends-on'\?.*\[SO672\]$/);
});
