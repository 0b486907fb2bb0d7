import { EnvValue, Secret } from 'cdk8s-plus-27';
import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { hasNoSecret, hasNoToken, PASSWORD, pod, secret } from './apps/outside';
import { happens, says, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'The app starts after a PostgreSQL accepts the user and the password of a Secret. No spec contains them.',
  objects: chart => {
    secret(chart, 'database', { user: 'postgres', password: PASSWORD });
    pod(chart, 'database', {
      containers: [{
        name: 'database',
        image: 'postgres:17',
        // The server starts after the first run of wait4x, so the reason of the wait is in the log, too.
        command: ['sh', '-c', 'sleep 8; exec docker-entrypoint.sh postgres'],
        env: [
          { name: 'POSTGRES_PASSWORD', valueFrom: { secretKeyRef: { name: 'database', key: 'password' } } },
          { name: 'PGDATA', value: '/var/lib/postgresql/data/pgdata' },
        ],
        volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql/data' }],
      }],
      volumes: [{ name: 'data', emptyDir: {} }],
    });
  },
  app: (chart, { kubernetesVersion, hosts }) => {
    const credentials = Secret.fromSecretName(chart, 'credentials', 'database');
    const fromSecret = (key: string) => EnvValue.fromSecretValue({ secret: credentials, key });
    const env = { PGUSER: fromSecret('user'), PGPASSWORD: fromSecret('password') };
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onPostgresql(hosts.database, { name: 'postgres', database: 'postgres', env })] }],
    });
  },
  images: ['wait4x/wait4x:3.7.1', 'postgres:17'],
  pods: 2,
  containers: ({ hosts }) => ({ app: { needs: `tcp:${hosts.database}:5432` } }),
  expect: [
    happens(says('wait-for-postgres', /^startup-order: .*connection refused/)),
    startsAfter('app', says('database', /database system is ready to accept connections$/), { withinMs: 5000 }),
    hasNoSecret('wait-for-postgres', PASSWORD),
    hasNoToken('wait-for-postgres'),
  ],
};
export default story;
