import { App, Chart } from 'cdk8s';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const web = new OrderedDeployment(new Chart(app, 'web'), 'web', {
  startupOrder: { kubernetesVersion: '1.33' },
  containers: [
    { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('proxy')] },
    {
      name: 'proxy',
      image: 'envoyproxy/envoy:v1.31.0',
      securityContext: { user: 101 },
      readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
    },
  ],
});
app.synth();

// Who starts when, who waits for whom and how, what is promised.
console.log(web.startupOrder.explain());
