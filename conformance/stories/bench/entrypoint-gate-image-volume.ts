import { Duration } from 'cdk8s';
import { AgentDelivery, Dependency, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { before, ready, startsAfter, Story } from '../../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE, the check is a TCP port, the agent in an image volume',
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, agent: { delivery: AgentDelivery.IMAGE_VOLUME } },
      terminationGracePeriod: Duration.seconds(1),
      containers: [
        { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('dependency')] },
        { name: 'dependency', image: 'shop/dependency:1', readyWhen: ReadyCheck.tcpSocket(8080) },
      ],
    });
  },
  containers: ({ delay }) => ({ app: { needs: 'tcp:127.0.0.1:8080' }, dependency: { tcp: `8080@${delay}` } }),
  expect: [startsAfter('app', ready('dependency'))],
  mountsImages: true,
  doesNotApply: before(35, 'no image volumes'),
  bench: { dependency: 'dependency', dependent: 'app' },
};
export default story;
