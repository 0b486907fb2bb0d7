// container1 has its own postStart hook, which still runs first. Then container2 waits for the check of the readiness probe of container1.
import { App, Chart, Duration } from 'cdk8s';
import { Handler, Probe, Volume } from 'cdk8s-plus-27';
import { Dependency, OrderedPod } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'b1-startup-sequence');
const log = Volume.fromEmptyDir(chart, 'log', 'log');
const volumeMounts = [{ path: '/log', volume: log }];

const container1 = {
  name: 'container1',
  image: 'busybox:1.37',
  command: ['sh', '-c', 'while true; do echo container1 >> /log/sequence; sleep 5; done'],
  lifecycle: { postStart: Handler.fromCommand(['sh', '-c', 'for i in $(seq 30); do echo hook $i >> /log/sequence; sleep 1; done']) },
  readiness: Probe.fromCommand(['test', '-s', '/log/sequence'], { periodSeconds: Duration.seconds(5) }),
  liveness: Probe.fromCommand(['true'], { periodSeconds: Duration.seconds(5) }),
  expectedReadyIn: Duration.seconds(30), // its hook
  volumeMounts,
  resources: {},
};

const container2 = {
  name: 'container2',
  image: 'busybox:1.37',
  command: ['sh', '-c', 'while true; do echo container2 >> /log/sequence; sleep 5; done'],
  dependsOn: [Dependency.on('container1')],
  expectedReadyIn: Duration.seconds(0),
  volumeMounts,
  resources: {},
};

new OrderedPod(chart, 'pod', {
  metadata: { name: 'startup-sequence-test' },
  securityContext: { user: 65534 },
  orderedContainers: [container1, container2],
});

app.synth();
