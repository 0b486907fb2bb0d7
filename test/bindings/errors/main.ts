// Errors with their full text: two containers of one name, as soon as the workload is constructed, and a misspelt name at synth.
import { App, Chart } from 'cdk8s';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();

try {
  new OrderedDeployment(new Chart(new App(), 'shop'), 'web', { orderedContainers: [{ image: 'shop/api:7' }, { image: 'envoyproxy/envoy:v1.31.0' }] });
} catch (error) {
  console.log((error as Error).message);
}
new OrderedDeployment(new Chart(app, 'shop'), 'web', {
  orderedContainers: [
    { name: 'api', image: 'shop/api:7', dependsOn: [Dependency.on('databse')] },
    { name: 'database', image: 'postgres:17', readyWhen: ReadyCheck.tcpSocket(5432) },
  ],
});

app.synth();
