import { ApiObject } from 'cdk8s';
import { says, startsAfter, Story } from '../runner/story';

const password = { secretKeyRef: { name: 'database', key: 'password' } };

const story: Story = {
  about: 'By hand: wait4x in an init container holds the app until a PostgreSQL lets it in with the user and the password of a Secret.',
  objects: chart => {
    new ApiObject(chart, 'secret', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'database' }, stringData: { password: "it's $ecret" } });
    new ApiObject(chart, 'database', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'database' },
      spec: {
        containers: [{
          name: 'database',
          image: 'postgres:17',
          env: [{ name: 'POSTGRES_PASSWORD', valueFrom: password }, { name: 'PGDATA', value: '/var/lib/postgresql/data/pgdata' }],
          volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql/data' }],
        }],
        volumes: [{ name: 'data', emptyDir: {} }],
        terminationGracePeriodSeconds: 1,
      },
    });
  },
  app: (chart, { hosts }) => {
    new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'shop' },
      spec: {
        initContainers: [{
          name: 'wait',
          image: 'wait4x/wait4x:3.7.1',
          args: ['postgresql', `postgres://${hosts.database}:5432/postgres?sslmode=disable`, '--timeout=60s'],
          env: [{ name: 'PGUSER', value: 'postgres' }, { name: 'PGPASSWORD', valueFrom: password }],
        }],
        containers: [{ name: 'app', image: 'shop/app:7' }],
      },
    });
  },
  images: ['wait4x/wait4x:3.7.1', 'postgres:17'],
  pods: 2,
  containers: ({ hosts }) => ({ app: { needs: `tcp:${hosts.database}:5432` } }),
  expect: [startsAfter('app', says('database', /database system is ready to accept connections$/), { withinMs: 5000 })],
};
export default story;
