// Declares four orders that are often written by hand. docs/how-to/migrate-from-hooks.md shows the hand-written manifests.
import { App, Chart, Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, OrderedDeployment, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'migrate-from-hooks');
chart.node.setContext('cdk8s-startup-order:kubernetesVersion', '1.33');
chart.node.setContext('cdk8s-startup-order:architecture', 'amd64');

// A2: the startup probe stays. With the role SIDECAR the kubelet waits for it.
new OrderedPod(chart, 'a2', {
  metadata: { name: 'sidecar-startup-example' },
  securityContext: { user: 65534 },
  orderedContainers: [
    {
      name: 'sidecar-container',
      image: 'busybox:1.37',
      command: ['/bin/sh', '-c', 'sleep 10; touch /tmp/healthy; sleep 600'],
      role: ContainerRole.SIDECAR,
      startup: Probe.fromCommand(['cat', '/tmp/healthy'], { failureThreshold: 30, periodSeconds: Duration.seconds(1) }),
      securityContext: { readOnlyRootFilesystem: false },
      resources: {},
    },
    { name: 'app-container', image: 'busybox:1.37', command: ['/bin/sh', '-c', 'date; sleep 3600'], dependsOn: [Dependency.on('sidecar-container')], resources: {} },
  ],
});

// C1: a check of the database replaces the sleep.
new OrderedDeployment(chart, 'c1', {
  metadata: { name: 'app' },
  orderedContainers: [{
    name: 'app',
    image: 'shop/app:7',
    command: ['/app/start.sh'],
    dependsOn: [Dependency.onTcp('postgres.data', 5432, { timeout: Duration.minutes(5) })],
    resources: {},
  }],
});

// C2: the dependency replaces the init container and its image with curl.
new OrderedDeployment(chart, 'c2', {
  metadata: { name: 'configured' },
  orderedContainers: [{
    name: 'app',
    image: 'shop/app:7',
    dependsOn: [
      Dependency.onUrl('http://apollo-configservice-fat.my-namespace.svc.cluster.local:6166/info', { statuses: [200], timeout: Duration.minutes(5) }),
    ],
    resources: {},
  }],
});

// C3: a ready check on the sidecar and a dependency replace the hook.
new OrderedPod(chart, 'c3', {
  metadata: { name: 'sidecar-starts-first' },
  orderedContainers: [
    { name: 'application', image: 'shop/app:7', dependsOn: [Dependency.on('sidecar')], resources: {} },
    {
      name: 'sidecar',
      image: 'shop/sidecar:3',
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/server_info', { port: 15000, host: '127.0.0.1' }),
      resources: {},
    },
  ],
});

app.synth();
