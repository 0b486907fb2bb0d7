// EVERY_START needs the agent, which comes from an image volume, for nodes of several architectures. The nodes need Kubernetes 1.35 or newer, and containerd 2.1 or newer.
import { App, Chart } from 'cdk8s';
import { Dependency, Guarantee, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'image-volume');

new OrderedDeployment(chart, 'web', {
  startupOrder: {
    kubernetesVersion: '1.35',
    guarantee: Guarantee.EVERY_START,
    agent: { delivery: 'IMAGE_VOLUME', image: 'registry.example.com/mirror/wait-agent:1.0.0' },
  },
  orderedContainers: [
    { name: 'web', image: 'registry.example.com/shop/web:7', command: ['/web'], dependsOn: [Dependency.on('cache')], resources: {} },
    { name: 'cache', image: 'registry.example.com/mirror/redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379), resources: {} },
  ],
});

app.synth();
