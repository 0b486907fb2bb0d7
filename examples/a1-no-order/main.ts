// Three containers without a declared order: the kubelet starts them in list order without waiting, and nothing is injected.
import { App, Chart, Duration } from 'cdk8s';
import { OrderedPod } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'a1-no-order');

new OrderedPod(chart, 'pod', {
  metadata: { name: 'multi-containers-example' },
  securityContext: { user: 65534 },
  orderedContainers: ['1st-container', '2nd-container', 'app-container'].map(name => ({
    name,
    image: 'busybox:1.37',
    command: ['sh', '-c', 'date; sleep 3600'],
    resources: {},
    expectedReadyIn: Duration.seconds(0),
  })),
});

app.synth();
