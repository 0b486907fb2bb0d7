// The app starts when the sidecar has created its file, after about two seconds. The hand-written postStart hook took eight seconds.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'a3-ready-file');

new OrderedPod(chart, 'pod', {
  metadata: { name: 'sidecar-startup-example' },
  securityContext: { user: 65534 },
  orderedContainers: [
    {
      name: 'sidecar-container',
      image: 'busybox:1.37',
      command: ['sh', '-c', 'sleep 2; touch /tmp/healthy; sleep 600'],
      readyWhen: ReadyCheck.command(['test', '-f', '/tmp/healthy']),
      expectedReadyIn: Duration.seconds(2),
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
