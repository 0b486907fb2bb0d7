// A misspelt name is an error at synth.
import { App, Chart } from 'cdk8s';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'shop');

new OrderedDeployment(chart, 'web', {
  orderedContainers: [
    { name: 'api', image: 'shop/api:7', dependsOn: [Dependency.on('databse')] },
    { name: 'database', image: 'postgres:17', readyWhen: ReadyCheck.tcpSocket(5432) },
  ],
});

app.synth();
