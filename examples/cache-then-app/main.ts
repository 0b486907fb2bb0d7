// The role APP keeps the cache a regular container, and the manifest contains no command: from Kubernetes 1.35 on a guard holds the app, even if the cache fails.
// During the wait, `kubectl get pod` shows CreateContainerConfigError, and the events of the pod contain the file `cache` and its missing key READY.
import { App, Chart } from 'cdk8s';
import { ContainerRole, Dependency, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'cache-then-app');

new OrderedPod(chart, 'pod', {
  metadata: { name: 'cache-then-app' },
  startupOrder: { kubernetesVersion: '1.35', architecture: 'amd64' },
  orderedContainers: [
    { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache')], resources: {} },
    {
      name: 'cache',
      image: 'redis:7',
      role: ContainerRole.APP,
      securityContext: { user: 999 },
      readyWhen: ReadyCheck.tcpSocket(6379),
      resources: {},
    },
  ],
});

app.synth();
