// A policy of the API server that refuses pods whose start order a mutating webhook has broken, for example because it removed `restartPolicy: Always`.
import { App, Chart } from 'cdk8s';
import { Dependency, OrderedDeployment, ReadyCheck, StartupOrderPolicy } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'protect-from-webhooks', { namespace: 'shop', disableResourceNameHashes: true });

new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' },
  orderedContainers: [
    { name: 'app', image: 'shop/web:7', command: ['/web'], resources: {}, dependsOn: [Dependency.on('proxy')] },
    { name: 'proxy', image: 'envoyproxy/envoy:v1.31.0', securityContext: { user: 101 }, resources: {}, readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) },
  ],
});
new StartupOrderPolicy(chart, 'policy');

app.synth();
