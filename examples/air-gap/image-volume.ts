// Nothing is copied at the start of the pod: the agent's image is a volume. For nodes of Kubernetes 1.35 and newer with containerd 2.1 or newer.
import { App, Chart } from 'cdk8s';
import { AgentDelivery, Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'image-volume');

new OrderedDeployment(chart, 'web', {
  startupOrder: { kubernetesVersion: '1.35', agent: { registry: 'registry.example.com/mirror', delivery: AgentDelivery.IMAGE_VOLUME } },
  containers: [
    { name: 'web', image: 'registry.example.com/shop/web:7', command: ['/web'], dependsOn: [Dependency.on('cache')], resources: {} },
    { name: 'cache', image: 'registry.example.com/mirror/redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379), resources: {} },
  ],
});

app.synth();
