import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const pod = new OrderedPod(new Chart(app, 'first'), 'pod', {
  metadata: { name: 'first' },
  securityContext: { user: 65534 },
  terminationGracePeriod: Duration.seconds(2),
  orderedContainers: [
    {
      name: 'app',
      image: 'busybox:1.37',
      // Connects to the cache once, and exits if the connection fails.
      command: ['sh', '-c', 'echo hello | nc -w 1 127.0.0.1 6379 && exec sleep 3600'],
      dependsOn: [Dependency.on('cache')],
      expectedReadyIn: Duration.seconds(0),
      resources: {},
    },
    {
      name: 'cache',
      image: 'busybox:1.37',
      // Loads for five seconds, then listens.
      command: ['sh', '-c', 'sleep 5; exec nc -lk -p 6379 -e cat'],
      readyWhen: ReadyCheck.tcpSocket(6379),
      expectedReadyIn: Duration.seconds(5),
      resources: {},
    },
  ],
});
app.synth();

console.log(pod.startupOrder.explain());
