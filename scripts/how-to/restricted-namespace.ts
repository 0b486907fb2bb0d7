import { App, Chart } from 'cdk8s';
import { objectsOf, podSpecOf, program } from './example';
import { containerOf, errorOf, only, yaml } from './shown';
import { Dependency, OrderedDeployment } from '../../src';

export function restrictedNamespace(): Record<string, string> {
  const spec = podSpecOf('restricted-namespace', 'web');
  const policy = objectsOf('restricted-namespace').find(o => o.kind === 'NetworkPolicy');
  return {
    'program': program('restricted-namespace'),
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
