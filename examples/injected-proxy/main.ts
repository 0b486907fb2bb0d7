// An app that waits for a proxy only in pods into which a webhook has injected it. The manifest contains no proxy: a policy of the API server adds the wait to the gate of the app.
// Needs an API server of Kubernetes 1.36 or newer.
import { App, Chart } from 'cdk8s';
import { Dependency, InjectedOrderPolicy, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'injected-proxy', { namespace: 'shop', disableResourceNameHashes: true });

new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' },
  containers: [{
    name: 'app',
    image: 'shop/web:7',
    command: ['/web'],
    resources: {},
    dependsOn: [Dependency.onInjected('istio-proxy', ReadyCheck.httpGet('/healthz/ready', { port: 15021 }))],
  }],
});
new InjectedOrderPolicy(chart, 'injected');

app.synth();
