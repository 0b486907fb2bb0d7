import { ContainerRole, Dependency, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { NEEDS_CACHE } from './apps/guarded';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'Planned for the oldest node, as the docs require, the order holds with a newer API server.',
  app: (chart, { kubeletVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion: kubeletVersion },
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache')] },
        { name: 'cache', image: 'shop/cache:2', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) },
      ],
    });
  },
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@14s' } },
  expect: [startsAfter('app', ready('cache'), { withinMs: 4000 })],
  kubelet: 33,
};
export default story;
