// With an annotation Linkerd 2.18 makes its proxy a native sidecar. The proxy is then ready before all other containers, so init containers can also use the network through it.
// For an older cluster, with nodes of Kubernetes 1.31.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedDeployment } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'mesh-linkerd');

new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  startupOrder: { kubernetesVersion: '1.31', architecture: 'amd64', mesh: { product: 'linkerd', version: '2.18' } },
  orderedContainers: [{ name: 'web', image: 'shop/web:7', dependsOn: [Dependency.onUrl('http://config.shop:8080/info', { statuses: [200], timeout: Duration.minutes(5) })], resources: {} }],
});

app.synth();
