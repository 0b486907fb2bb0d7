// From Istio 1.24 on an annotation makes the proxy a native sidecar. The kubelet then starts the app when the proxy is ready, and init containers can also use the
// network through the proxy.
// For an older cluster, with nodes of Kubernetes 1.31.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedDeployment } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'mesh-istio-native');

new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  startupOrder: { kubernetesVersion: '1.31', architecture: 'amd64', mesh: { product: 'istio', version: '1.26' } },
  orderedContainers: [{ name: 'web', image: 'shop/web:7', dependsOn: [Dependency.onUrl('http://catalog.shop:8080/ready', { timeout: Duration.minutes(5) })], resources: {} }],
});

app.synth();
