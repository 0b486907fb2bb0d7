// The startup probe of a regular container delays no other container. The kubelet waits for the startup probe of a native sidecar, so only the role changes.
import { App, Chart, Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, OrderedPod } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'a2-startup-probe');

new OrderedPod(chart, 'pod', {
  metadata: { name: 'sidecar-startup-example' },
  securityContext: { user: 65534 },
  orderedContainers: [
    {
      name: 'sidecar-container',
      image: 'busybox:1.37',
      command: ['sh', '-c', 'sleep 10; touch /tmp/healthy; sleep 600'],
      role: ContainerRole.SIDECAR,
      expectedReadyIn: Duration.seconds(10),
      startup: Probe.fromCommand(['cat', '/tmp/healthy'], { failureThreshold: 30, periodSeconds: Duration.seconds(1) }),
      securityContext: { readOnlyRootFilesystem: false },
      resources: {},
    },
    {
      name: 'app-container',
      image: 'busybox:1.37',
      command: ['sh', '-c', 'date; sleep 3600'],
      dependsOn: [Dependency.on('sidecar-container')],
      expectedReadyIn: Duration.seconds(0),
      resources: {},
    },
  ],
});

app.synth();
