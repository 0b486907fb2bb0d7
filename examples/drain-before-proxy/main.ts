// At shutdown the app finishes its last requests through the proxy. Without an order both containers get SIGTERM at once, and these requests fail.
// Here the proxy gets SIGTERM after the app has exited: `kubectl describe pod` shows its preStop hook, which waits for the lock of the app.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'drain-before-proxy');

new OrderedDeployment(chart, 'orders', {
  metadata: { name: 'orders' },
  startupOrder: { kubernetesVersion: '1.35', architecture: 'amd64', orderedShutdown: true },
  terminationGracePeriod: Duration.seconds(40),
  containers: [
    { name: 'app', image: 'shop/orders:7', dependsOn: [Dependency.on('proxy')], stopsWithin: Duration.seconds(30), resources: {} },
    { name: 'proxy', image: 'shop/db-proxy:3', readyWhen: ReadyCheck.tcpSocket(5432), stopsWithin: Duration.seconds(5), resources: {} },
  ],
});

app.synth();
