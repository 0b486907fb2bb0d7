// A fixed delay, without a sleep before the command of the app. Prefer a check if one is possible.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedDeployment } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'c1-fixed-delay');

new OrderedDeployment(chart, 'app', {
  metadata: { name: 'app' },
  orderedContainers: [{
    name: 'app',
    image: 'shop/app:7',
    dependsOn: [Dependency.onDelay(Duration.seconds(10))],
    resources: {},
  }],
});

app.synth();
