import { Duration } from 'cdk8s';
import { Dependency, Guarantee, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { IMAGE_VOLUME, MOUNTS_IMAGES, NEEDS_CACHE } from './apps/gated';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'POST_START: the hook runs the agent from an image volume, in an image that contains only its program.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, agent: IMAGE_VOLUME },
      terminationGracePeriod: Duration.seconds(2),
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT })] },
        { name: 'cache', image: 'shop/cache:2', readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) },
      ],
    });
  },
  ...MOUNTS_IMAGES,
  containers: ({ delay }) => ({ app: NEEDS_CACHE, cache: { http: `8080/ready@${delay}` } }),
  expect: [startsAfter('app', ready('cache'), { withinMs: 1000 })],
};
export default story;
