// A replica of the shop may start only after the migration, and the migration only when the database accepts its login. With `depends_on` in compose that takes three lines;
// in Kubernetes the pods crash. Here an init container of the migration waits for PostgreSQL, with the credentials of the migration, and an init container of the shop waits for the
// Job. If the migration fails, the log of `wait-for-migrate` contains the failure, and the pods of the shop keep waiting.
import { App, Chart, Duration } from 'cdk8s';
import { EnvValue, Secret } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, OrderedJob } from 'cdk8s-startup-order';

const app = new App();
const chart = new Chart(app, 'migrate-then-web', { namespace: 'shop', disableResourceNameHashes: true });
const credentials = Secret.fromSecretName(chart, 'credentials', 'postgres-shop');
const fromSecret = (key: string) => EnvValue.fromSecretValue({ secret: credentials, key });

const database = Dependency.onPostgresql('postgres.data', {
  database: 'shop',
  env: { PGUSER: fromSecret('username'), PGPASSWORD: fromSecret('password') },
  timeout: Duration.minutes(5),
});

const migrate = new OrderedJob(chart, 'migrate', {
  startupOrder: { architecture: 'amd64' },
  orderedContainers: [{ name: 'migrate', image: 'shop/migrate:7', dependsOn: [database], resources: {} }],
});

new OrderedDeployment(chart, 'web', {
  startupOrder: { architecture: 'amd64', createServiceAccount: true },
  orderedContainers: [{ name: 'web', image: 'shop/web:7', dependsOn: [Dependency.onJob(migrate, { timeout: Duration.minutes(9) })], resources: {} }],
});

app.synth();
