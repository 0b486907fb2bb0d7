import { App, Chart } from 'cdk8s';
import { objectsOf, podSpecOf } from './example';
import { recipe } from './recipe';
import { containerOf, errorOf, only, yaml } from './shown';
import { Dependency, OrderedDeployment } from '../../src';

export function restrictedNamespace(): Record<string, string> {
  const spec = podSpecOf('restricted-namespace', 'web');
  const policy = objectsOf('restricted-namespace').find(o => o.kind === 'NetworkPolicy');
  return {
    'program': recipe('restricted-namespace', {
      web: `
workloads: [{ kind: Deployment, name: web }]
kubernetesVersion: '1.35'
architecture: amd64
agent: { resources: { requests: { cpu: 10m, memory: 32Mi }, limits: { cpu: 200m, memory: 64Mi } } }
containers:
  web: { dependsOn: { cache: {}, catalog: { timeout: 5m } } }
  cache: { readyWhen: { tcpSocket: { port: 6379 } } }
externalDependencies:
  catalog: { http: { url: http://catalog:8080/ready } }
`,
    }),
    'injected': yaml({ initContainers: [containerOf(spec, 'wait-for-catalog')] }),
    'cache': yaml({
      initContainers: [only(containerOf(spec, 'cache'), 'name', 'restartPolicy', 'startupProbe')],
      volumes: spec.volumes,
    }),
    'policy': yaml(only(policy, 'kind', 'metadata', 'spec')),
    'nothing-out': errorOf(() => {
      const chart = new Chart(new App(), 'shop');
      const web = new OrderedDeployment(chart, 'web', {
        startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' },
        isolate: true,
        orderedContainers: [
          { name: 'web', image: 'shop/web:7', dependsOn: [Dependency.onUrl('http://catalog:8080/ready')] },
        ],
      });
      web.startupOrder.plan();
    }),
  };
}
