import { ApiObject, App, Chart } from 'cdk8s';
import { Dependency, StartupOrder, StartupOrderOptions } from '../../src';

const RECORDED = 'cdk8s-startup-order.github.io/kubernetes-version';
const POD_SPEC = {
  containers: [{ name: 'app', image: 'app:1' }, { name: 'proxy', image: 'proxy:1', readinessProbe: { tcpSocket: { port: 80 } } }],
};

function synth(kind: 'Pod' | 'Deployment', options: StartupOrderOptions, context: Record<string, unknown> = {}, dependsOn = [Dependency.on('proxy')]): any {
  const app = new App();
  Object.entries(context).forEach(([key, value]) => { app.node.setContext(key, value); });
  const spec = kind === 'Pod' ? POD_SPEC : { template: { spec: POD_SPEC } };
  const object = new ApiObject(new Chart(app, 'shop'), 'web', { apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind, spec });
  StartupOrder.of(object, options).declare('app', { dependsOn });
  return object.toJson();
}

test('synth records a stated version in the metadata of the workload, outside the pod template', () => {
  const { metadata, spec } = synth('Deployment', { kubernetesVersion: 'v1.33.4-gke.1000' });
  expect(metadata.annotations).toEqual({ [RECORDED]: '1.33.4' });
  expect(spec.template.metadata?.annotations?.[RECORDED]).toBeUndefined();
  expect(synth('Pod', { kubernetesVersion: '1.33' }).metadata.annotations).toEqual({ [RECORDED]: '1.33' });
  expect(synth('Deployment', {}, { 'cdk8s-startup-order:kubernetesVersion': '1.34' }).metadata.annotations).toEqual({ [RECORDED]: '1.34' });
});

test('synth records nothing for an assumed version, and nothing without a dependency', () => {
  expect(synth('Deployment', {}).metadata.annotations).toBeUndefined();
  expect(synth('Deployment', { kubernetesVersion: '1.33' }, {}, []).metadata.annotations).toBeUndefined();
});
