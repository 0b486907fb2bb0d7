// A replica of the shop may start only after the migration, and the migration only when the database is up. With `depends_on` in compose that takes three lines;
// in Kubernetes the pods crash. Here an init container of the migration asks PostgreSQL itself, and an init container of the shop waits for the Job. If the migration fails, the log of
// `wait-for-migrate` contains the failure, and the pods of the shop keep waiting.
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedDeployment, OrderedJob, Protocol } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'migrate-then-web', { namespace: 'shop', disableResourceNameHashes: true });

const database = Dependency.onServer(Protocol.POSTGRESQL, 'postgres.data', { timeout: Duration.minutes(5) });

const migrate = new OrderedJob(chart, 'migrate', {
  startupOrder: { architecture: 'amd64' },
  orderedContainers: [{ name: 'migrate', image: 'shop/migrate:7', dependsOn: [database], resources: {} }],
});

new OrderedDeployment(chart, 'web', {
  startupOrder: { architecture: 'amd64', createServiceAccount: true },
  orderedContainers: [{ name: 'web', image: 'shop/web:7', dependsOn: [Dependency.onJob(migrate, { timeout: Duration.minutes(9) })], resources: {} }],
});

app.synth();
