// Istio injects its proxy, and the app uses the network before the proxy is ready. With an annotation Istio delays the app; the annotation is YAML and may already contain
// other settings. The API is outside the pod; the app itself waits for it, through the mesh.
// For an older cluster, with nodes of Kubernetes 1.28.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedDeployment } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'mesh-istio');

new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  podMetadata: { annotations: { 'proxy.istio.io/config': '# set by the shop team\nconcurrency: 2\n' } },
  startupOrder: { kubernetesVersion: '1.28', architecture: 'amd64', mesh: { product: 'istio', version: '1.23' } },
  orderedContainers: [{
    name: 'web',
    image: 'shop/web:7',
    command: ['/web'],
    dependsOn: [Dependency.onUrl('http://catalog.shop:8080/ready', { timeout: Duration.minutes(5) })],
    resources: {},
  }],
});

app.synth();
