// The pod of b1 with the reversed list. The order is declared, so container1 still starts first.
import { App, Chart, Duration } from 'cdk8s';
import { Handler, Probe, Volume } from 'cdk8s-plus-27';
import { Dependency, OrderedPod } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'b2-reversed-list');
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
  orderedContainers: [container2, container1],
});

app.synth();
