// Linkerd 2.18 makes its proxy a native sidecar where a pod asks for it. It is ready before everything else then, so that an init container, too, calls the network through it.
// For nodes of Kubernetes 1.31, on purpose: an older cluster.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, MeshProfile, OrderedDeployment } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'mesh-linkerd');

new OrderedDeployment(chart, 'web', {
  metadata: { name: 'web' },
  startupOrder: { kubernetesVersion: '1.31', architecture: 'amd64', mesh: MeshProfile.linkerd({ version: '2.18' }) },
  containers: [{ name: 'web', image: 'shop/web:7', dependsOn: [Dependency.onUrl('http://config.shop:8080/info', { statuses: [200], timeout: Duration.minutes(5) })], resources: {} }],
});

app.synth();
