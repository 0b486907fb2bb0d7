// From Kubernetes 1.35 on a volume can be an image, if the container runtime mounts images, like containerd from 2.1 on. Here the wait agent comes
// from such a volume. The image contains a binary for each architecture, so the program does not specify the architecture of the nodes.
import { App, Chart } from 'cdk8s';
import { Dependency, Guarantee, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'agent-image-volume');

new OrderedPod(chart, 'pod', {
  metadata: { name: 'agent-image-volume' },
  startupOrder: {
    kubernetesVersion: '1.35',
    guarantee: Guarantee.EVERY_START,
    agent: { delivery: 'IMAGE_VOLUME', image: 'ghcr.io/cdk8s-startup-order/wait-agent:1.0.0' },
  },
  orderedContainers: [
    { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('cache')], resources: {} },
    { name: 'cache', image: 'redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379), resources: {} },
  ],
});

app.synth();
