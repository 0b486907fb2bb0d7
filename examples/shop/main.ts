// A shop: sidecars first, a graph of containers, a Job with a proxy, and an order for existing YAML.
import { join } from 'path';
import { App, Chart, Cron, Duration, Include } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, OrderedCronJob, OrderedDeployment, ReadyCheck, SidecarFirstDeployment, StartupOrder } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'shop');
// The Kubernetes version of the oldest node, for all workloads.
chart.node.setContext('cdk8s-startup-order:kubernetesVersion', '1.33');
chart.node.setContext('cdk8s-startup-order:architecture', 'amd64');

// Sidecars start before all other containers.
new SidecarFirstDeployment(chart, 'cart', {
  sidecars: [{ name: 'proxy', image: 'envoyproxy/envoy:v1.31.0', securityContext: { user: 101 }, readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) }],
  orderedContainers: [{ name: 'cart', image: 'shop/cart:7' }],
});

// A graph of dependencies.
const config = [{ path: '/config', volume: Volume.fromEmptyDir(chart, 'config', 'config') }];
new OrderedDeployment(chart, 'web', {
  orderedContainers: [
    {
      name: 'app',
      image: 'shop/web:7',
      volumeMounts: config,
      dependsOn: [
        Dependency.on('migrate'),
        Dependency.on('config'),
        Dependency.on('cache', { timeout: Duration.seconds(30) }),
        Dependency.onUrl('http://apollo-configservice.config:8080/info', { statuses: [200], timeout: Duration.minutes(4) }),
      ],
    },
    { name: 'cache', image: 'redis:7', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379) },
    { name: 'config', image: 'shop/config-agent:2', volumeMounts: config, role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.file('/config/app.yaml') },
    { name: 'migrate', image: 'shop/migrate:7', role: ContainerRole.INIT, dependsOn: [Dependency.onTcp('postgres.db', 5432, { timeout: Duration.minutes(4) })] },
    { name: 'metrics', image: 'shop/metrics:1' },
  ],
});

// A Job that completes although its proxy never ends.
const socket = [{ path: '/run/db', volume: Volume.fromEmptyDir(chart, 'socket', 'socket') }];
new OrderedCronJob(chart, 'report', {
  schedule: Cron.daily(),
  orderedContainers: [
    { name: 'proxy', image: 'shop/db-proxy:3', volumeMounts: socket, role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.unixSocket('/run/db/proxy.sock') },
    { name: 'report', image: 'shop/report:7', volumeMounts: socket, dependsOn: [Dependency.on('proxy')] },
  ],
});

// One call orders existing YAML.
StartupOrder.of(new Include(chart, 'storefront', { url: join(__dirname, 'storefront.yaml') }), {
  sidecars: ['envoy', 'cloud-sql-proxy', 'config-agent'],
});

app.synth();
