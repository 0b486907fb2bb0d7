// An app that waits for a proxy that a webhook injects. The manifest contains no proxy, so the gate of the app makes the
// check itself.
import { App, Chart } from 'cdk8s';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'injected-proxy', { namespace: 'shop', disableResourceNameHashes: true });

new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' },
  orderedContainers: [{
    name: 'app',
    image: 'shop/web:7',
    command: ['/web'],
    resources: {},
    dependsOn: [Dependency.onInjected('istio-proxy', ReadyCheck.httpGet('/healthz/ready', { port: 15021 }))],
  }],
});

app.synth();
