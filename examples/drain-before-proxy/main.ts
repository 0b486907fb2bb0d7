// At shutdown the app finishes its last requests through the proxy. Without an order both containers get SIGTERM at once, and these requests fail.
// Here the proxy is a native sidecar, which gets SIGTERM after the app has exited.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'drain-before-proxy');

new OrderedDeployment(chart, 'orders', {
  metadata: { name: 'orders' },
  terminationGracePeriod: Duration.seconds(40),
  orderedContainers: [
    { name: 'app', image: 'shop/orders:7', dependsOn: [Dependency.on('proxy')], stopsWithin: Duration.seconds(30), resources: {} },
    { name: 'proxy', image: 'shop/db-proxy:3', readyWhen: ReadyCheck.tcpSocket(5432), stopsWithin: Duration.seconds(5), resources: {} },
  ],
});

app.synth();
