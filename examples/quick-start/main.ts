import { App, Chart } from 'cdk8s';
import { ReadyCheck, SidecarFirstDeployment } from 'cdk8s-startup-order';

const app = new App();
const web = new SidecarFirstDeployment(new Chart(app, 'web'), 'web', {
  sidecars: [{
    name: 'proxy',
    image: 'envoyproxy/envoy:v1.31.0',
    securityContext: { user: 101 },
    readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
  }],
  orderedContainers: [{ name: 'app', image: 'shop/app:7', command: ['/app'] }],
});
app.synth();

// The start order, how it is enforced, and what it guarantees.
console.log(web.startupOrder.explain());
