import { Duration } from 'cdk8s';
import { Dependency, OrderedDeployment } from 'cdk8s-startup-order';
import { ready, startsAfter, Story } from '../runner/story';

const HOST = 'apollo-configservice-fat.my-namespace.svc.cluster.local';

const story: Story = {
  about: 'An init container waits for status 200 of a service outside the pod; a 503 is not enough.',
  app: (chart, { kubernetesVersion, hosts }) => {
    new OrderedDeployment(chart, 'app', {
      startupOrder: { kubernetesVersion },
      replicas: 1,
      hostAliases: [{ ip: hosts['apollo-configservice'], hostnames: [HOST] }],
      containers: [{
        name: 'app',
        image: 'shop/app:7',
        dependsOn: [Dependency.onUrl(`http://${HOST}:6166/info`, { statuses: [200], timeout: Duration.minutes(5) })],
      }],
    });
  },
  beside: { 'apollo-configservice': { http: '6166/info@5s' } },
  containers: { app: { needs: `http:http://${HOST}:6166/info` } },
  pods: 1,
  expect: [startsAfter('app', ready('apollo-configservice'), { withinMs: 5000 })],
};
export default story;
