import { App, Chart } from 'cdk8s';
import { Dependency, OrderedDeployment, ReadyCheck }
  from 'cdk8s-startup-order';

const app = new App();
new OrderedDeployment(new Chart(app, 'web'), 'web', {
  orderedContainers: [
    { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('proxy')] },
    {
      name: 'proxy',
      image: 'shop/proxy:2',
      readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
    },
  ],
});
app.synth();
