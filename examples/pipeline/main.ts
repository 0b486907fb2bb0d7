// A shop with three workloads. A pipeline checks their order before the deployment: `./pipeline.sh` here, `.github/workflows/startup-order.yml` on GitHub.
import { App, Chart, Duration, Size } from 'cdk8s';
import { Cpu, Deployment } from 'cdk8s-plus-27';
import {
  ContainerRole, Dependency, OrderedContainerProps, OrderedDeployment, OrderedJob, ReadyCheck, StartupOrder,
} from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'shop', { namespace: 'shop', disableResourceNameHashes: true });
// The version of the oldest node, for all workloads. cdk8s.yaml, pipeline.sh and the workflow contain the same version.
chart.node.setContext('cdk8s-startup-order:kubernetesVersion', '1.33');
chart.node.setContext('cdk8s-startup-order:architecture', 'amd64');

const cloudSql: OrderedContainerProps = {
  name: 'cloud-sql-proxy',
  image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.3',
  args: [
    '--health-check', '--http-address=0.0.0.0', '--exit-zero-on-sigterm', '--max-sigterm-delay=10s',
    'acme-shop:europe-west1:orders?port=5432',
  ],
  role: ContainerRole.SIDECAR,
  readyWhen: ReadyCheck.httpGet('/startup', { port: 9090 }),
  stopsWithin: Duration.seconds(11),
  resources: { cpu: { request: Cpu.millis(100) }, memory: { request: Size.mebibytes(128) } },
};

// The migration waits until the proxy has connected to the database. The Job completes although its proxy never ends.
const migrate = new OrderedJob(chart, 'migrate', {
  orderedContainers: [{ name: 'migrate', image: 'ghcr.io/acme/shop-migrate:7.2.0', dependsOn: [Dependency.on('cloud-sql-proxy')] }, cloudSql],
});
new OrderedDeployment(chart, 'api', {
  orderedContainers: [{ name: 'api', image: 'ghcr.io/acme/shop-api:7.2.0', portNumber: 8080, dependsOn: [Dependency.on('cloud-sql-proxy')] }, cloudSql],
});

// A Deployment of cdk8s-plus. Its pods start after the migration, and when the redis of manifests/ accepts connections.
const worker = new Deployment(chart, 'worker', { containers: [{ name: 'worker', image: 'ghcr.io/acme/shop-worker:7.2.0' }] });
StartupOrder.of(worker, { createServiceAccount: true }).declare('worker', {
  dependsOn: [
    Dependency.onJob(migrate, { timeout: Duration.minutes(4) }),
    Dependency.onTcp('redis', 6379, { timeout: Duration.minutes(4) }),
  ],
});

app.synth();
