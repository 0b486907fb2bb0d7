import { Duration } from 'cdk8s';
import { Dependency, OrderedDeployment } from 'cdk8s-startup-order';
import { created, follows, start, Story } from '../runner/story';

const story: Story = {
  about: 'A fixed delay before an app, without a change of its command.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedDeployment(chart, 'app', {
      startupOrder: { kubernetesVersion },
      replicas: 2,
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onDelay(Duration.seconds(3))] }],
    });
  },
  containers: { app: {} },
  pods: 2,
  expect: [follows(start('app'), created(), { atLeastMs: 3000, withinMs: 15_000 })],
};
export default story;
