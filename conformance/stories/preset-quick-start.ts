import { ImagePullPolicy } from 'cdk8s-plus-27';
import { Dependency, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { says, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'The quick start of README: Envoy with its user becomes a native sidecar, and the app starts when Envoy is ready.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('proxy')] },
        {
          name: 'proxy',
          image: 'envoyproxy/envoy:v1.31.0',
          // The node has the image, but no registry.
          imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
          securityContext: { user: 101 },
          readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
        },
      ],
    });
  },
  images: ['envoyproxy/envoy:v1.31.0'],
  containers: { app: { needs: 'http:http://127.0.0.1:9901/ready' } },
  expect: [startsAfter('app', says('proxy', /serves \/ready/), { withinMs: 4000 })],
};
export default story;
