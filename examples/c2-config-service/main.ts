// Waits for a service outside the pod: only status 200 ends the wait, and the wait has a timeout.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedDeployment } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'c2-config-service');

new OrderedDeployment(chart, 'app', {
  metadata: { name: 'app' },
  orderedContainers: [{
    name: 'app',
    image: 'shop/app:7',
    dependsOn: [
      Dependency.onUrl('http://apollo-configservice-fat.my-namespace.svc.cluster.local:6166/info', {
        statuses: [200],
        timeout: Duration.minutes(5),
      }),
    ],
    resources: {},
  }],
});

app.synth();
