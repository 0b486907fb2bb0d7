import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'An init container waits for a TCP port of another pod and delays all containers of its own pod.',
  app: (chart, { kubernetesVersion, hosts }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onTcp(hosts.database, 5432, { name: 'database' })] },
        { name: 'metrics', image: 'shop/metrics:1' },
      ],
    });
  },
  beside: { database: { tcp: '5432@5s' } },
  containers: ({ hosts }) => ({ app: { needs: `tcp:${hosts.database}:5432` }, metrics: {} }),
  expect: [startsAfter('app', ready('database'), { withinMs: 5000 }), startsAfter('metrics', ready('database'))],
};
export default story;
