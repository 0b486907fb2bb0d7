import { ApiObject, Chart } from 'cdk8s';
import { ConfigMap, EnvValue, Secret } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, OrderedJob, OrderedPod, Protocol } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { completes, create, created, ended, follows, happens, injected, jobCondition, neverStarts, patch, podReady, ready, running, prints, startsAfter, Story } from '../runner/story';
import { hasNoToken, hasToken, KUBECTL, LOADING, migrate, PASSWORD, pod, secret, settings } from './apps/outside';

const MISSING = prints('wait-for-migrate', /^startup-order: .*jobs.batch "migrate" not found/);

const RBAC = 'rbac.authorization.k8s.io';

/** A service account that may read the settings, and the Secret for its token, which the controller manager fills. */
function reader(chart: Chart): void {
  const metadata = { name: 'reader' };
  new ApiObject(chart, 'account', { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
  new ApiObject(chart, 'token', {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...metadata, annotations: { 'kubernetes.io/service-account.name': 'reader' } },
    type: 'kubernetes.io/service-account-token',
  });
  new ApiObject(chart, 'role', { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }] });
  new ApiObject(chart, 'binding', {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: RBAC, kind: 'Role', ...metadata },
    subjects: [{ kind: 'ServiceAccount', namespace: chart.namespace, ...metadata }],
  });
}

const WITHOUT_TEXT = prints('wait-for-settings', /^startup-order: .*HTTP status 200, without the text/);

/** Returns a pod with one container of the same name. */
const cache = (name: string) => ({
  containers: [{ name, image: 'redis:7', readinessProbe: { httpGet: { path: '/ready', port: 8080 }, periodSeconds: 1 } }],
});

/** A server that starts after the first message of a wait. It is a standby that refuses connections until it is promoted. */
const STANDBY = `sleep 8
docker-entrypoint.sh postgres --version
touch "$PGDATA/standby.signal"
postgres -c hot_standby=off &
server=$!
trap 'kill -INT $server' TERM
sleep 8
touch "$PGDATA/promote"
kill -USR1 $server
wait $server`;

/** Waits outside the pod. */
export const stories: Readonly<Record<string, Story>> = {
  'external-dns': {
    about: 'A name in /etc/hosts resolves, and the app starts. An unknown name delays it.',
    app: (chart, { kubernetesVersion }) => {
      for (const [id, host] of [['app', 'db.house'], ['lost', 'nobody.house']]) {
        new OrderedPod(chart, id, {
          startupOrder: { kubernetesVersion },
          hostAliases: [{ ip: '10.9.8.7', hostnames: ['db.house'] }],
          orderedContainers: [{ name: id, image: 'shop/app:7', dependsOn: [Dependency.onDns(host)] }],
        });
      }
    },
    pods: 2,
    containers: { app: {}, lost: {} },
    expect: [startsAfter('app', created(), { withinMs: 10_000 }), neverStarts('lost', { after: running('wait-for-nobody'), forMs: 8000 })],
  },
  'external-job-failed': {
    about: 'A failed Job fails the wait, with the reason in its log. The app does not start, and the kubelet restarts the wait.',
    objects: migrate,
    app: orderedPod({
      startupOrder: { createServiceAccount: true },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onResource('jobs.batch/migrate', { condition: 'Complete', failedCondition: 'Failed' })] }],
    }),
    images: [KUBECTL],
    pods: 2,
    containers: ({ delay }) => ({ migrate: { exitAt: delay, exitCode: 1 }, app: {} }),
    expect: [
      happens(prints('wait-for-migrate', /^startup-order: 'migrate' will not be ready \(passed: kubectl wait jobs.batch\/migrate --for=condition=Failed/)),
      follows(ended('wait-for-migrate', 1), jobCondition('Failed'), { withinMs: 15_000 }),
      neverStarts('app', { after: ended('wait-for-migrate', 1), forMs: 3000 }),
    ],
  },
  'external-job-late': {
    about: 'A pod waits for a Job that does not exist yet.',
    app: orderedPod({
      startupOrder: { createServiceAccount: true },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onResource('jobs.batch/migrate', { condition: 'Complete', failedCondition: 'Failed' })] }],
    }),
    faults: [create('the Job', migrate, { at: MISSING, afterMs: 3000 })],
    images: [KUBECTL],
    pods: 2,
    containers: ({ delay }) => ({ migrate: { exitAt: delay }, app: {} }),
    expect: [startsAfter('app', injected('create the Job')), startsAfter('app', completes('migrate')), startsAfter('app', jobCondition('Complete'), { withinMs: 5000 })],
  },
  'external-resource': {
    about: 'The app starts after a field of an existing object gets its value.',
    objects: chart => settings(chart, 'starting'),
    app: orderedPod({
      startupOrder: { createServiceAccount: true },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onResource('configmaps/settings', { jsonPath: '{.data.phase}=ready' })] }],
    }),
    faults: [patch('configmaps/settings', { data: { phase: 'ready' } }, { at: running('wait-for-settings'), afterMs: 4000 })],
    images: [KUBECTL],
    containers: { app: {} },
    expect: [startsAfter('app', injected('patch configmaps/settings'), { withinMs: 5000 })],
  },
  'external-tcp': {
    about: 'An init container waits for a TCP port of another pod and delays all containers of its own pod.',
    app: (chart, { kubernetesVersion, hosts }) => {
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        orderedContainers: [
          { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onTcp(hosts.database, 5432, { name: 'database' })] },
          { name: 'metrics', image: 'shop/metrics:1' },
        ],
      });
    },
    beside: { database: { tcp: '5432@5s' } },
    containers: ({ hosts }) => ({ app: { needs: `tcp:${hosts.database}:5432` }, metrics: {} }),
    expect: [startsAfter('app', ready('database'), { withinMs: 5000 }), startsAfter('metrics', ready('database'))],
  },
  'external-curl': {
    about: 'The app starts after a server with a private certificate returns a text to a request with a token from a Secret. Here it is the API server.',
    objects: chart => {
      reader(chart);
      settings(chart, 'starting');
    },
    app: (chart, { kubernetesVersion }) => {
      const settled = Dependency.onUrl(`https://10.96.0.1/api/v1/namespaces/${chart.namespace}/configmaps/settings`, {
        headers: { Authorization: 'Bearer $(TOKEN)' },
        env: { TOKEN: EnvValue.fromSecretValue({ secret: Secret.fromSecretName(chart, 'credentials', 'reader'), key: 'token' }) },
        authorities: ConfigMap.fromConfigMapName(chart, 'authorities', 'kube-root-ca.crt'),
        contains: '"phase": "ready"',
        name: 'settings',
      });
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        orderedContainers: [{ name: 'app', image: 'shop/app:7', dependsOn: [settled] }],
      });
    },
    faults: [patch('configmaps/settings', { data: { phase: 'ready' } }, { at: WITHOUT_TEXT, afterMs: 2000 })],
    images: ['curlimages/curl:8.11.1'],
    containers: { app: {} },
    expect: [
      happens(WITHOUT_TEXT),
      startsAfter('app', injected('patch configmaps/settings'), { withinMs: 5000 }),
      hasNoToken('wait-for-settings'),
    ],
    needsOwnNode: 'the API server has another address there',
  },
  'external-job': {
    about: 'The app starts after a Job of the same app is complete. Its service account may read only this Job, and only the wait mounts its token.',
    app: (chart, { kubernetesVersion }) => {
      const job = new OrderedJob(chart, 'migrate', {
        startupOrder: { kubernetesVersion, createServiceAccount: true },
        orderedContainers: [{ name: 'migrate', image: 'shop/migrate:7' }],
      });
      new OrderedDeployment(chart, 'web', {
        startupOrder: { kubernetesVersion, createServiceAccount: true },
        replicas: 1,
        orderedContainers: [{ name: 'app', image: 'shop/web:7', dependsOn: [Dependency.onJob(job)] }, { name: 'metrics', image: 'shop/metrics:1' }],
      });
    },
    images: [KUBECTL],
    pods: 2,
    containers: ({ delay }) => ({ migrate: { exitAt: delay }, app: {}, metrics: {} }),
    expect: [
      startsAfter('app', completes('migrate')),
      startsAfter('app', jobCondition('Complete'), { withinMs: 5000 }),
      startsAfter('metrics', jobCondition('Complete')),
      hasToken('wait-for-migrate'),
      hasNoToken('app'),
      hasNoToken('metrics'),
    ],
  },
  'external-pods': {
    about: 'The app starts after two pods with a label are Ready on its node. Pods without the label do not count.',
    objects: chart => {
      for (const name of ['cache-0', 'cache-1']) { pod(chart, name, cache(name), { labels: { app: 'cache' } }); }
      pod(chart, 'other', cache('other'), { labels: { app: 'other' } });
    },
    app: orderedPod({
      startupOrder: { createServiceAccount: true },
      containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onResource('pods', { labels: { app: 'cache' }, count: 2, sameNode: true })] }],
    }),
    images: [KUBECTL],
    pods: 4,
    containers: ({ delay }) => ({ 'cache-0': { http: '8080/ready@100ms' }, 'cache-1': { http: `8080/ready@${parseInt(delay, 10) + 4000}ms` }, 'other': { http: '8080/ready@100ms' }, 'app': {} }),
    expect: [
      happens(prints('wait-for-cache', /^startup-order: .*1 of 2 pods are Ready, and 2 have to be/)),
      startsAfter('app', podReady('cache-0')),
      startsAfter('app', podReady('cache-1'), { withinMs: 5000 }),
      hasToken('wait-for-cache'),
      hasNoToken('app'),
    ],
  },
  'external-postgres': {
    about: 'The app starts after a PostgreSQL accepts connections, not while it refuses them with an answer.',
    objects: chart => {
      secret(chart, 'database', { password: PASSWORD });
      pod(chart, 'database', {
        containers: [{
          name: 'database',
          image: 'postgres:17',
          command: ['sh', '-c', STANDBY],
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
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        orderedContainers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onServer(Protocol.POSTGRESQL, hosts.database, { name: 'postgres' })] }],
      });
    },
    images: ['postgres:17'],
    pods: 2,
    containers: ({ hosts }) => ({ app: { needs: `tcp:${hosts.database}:5432` } }),
    expect: [
      happens(prints('wait-for-postgres', /^startup-order: .*Connection refused/)),
      happens(prints('wait-for-postgres', /^startup-order: .*the database system is not accepting connections/)),
      startsAfter('app', prints('database', /database system is ready to accept connections$/), { withinMs: 5000 }),
      hasNoToken('wait-for-postgres'),
    ],
  },
  'external-redis': {
    about: 'The app starts after a Redis answers PING, not while it loads its data.',
    objects: chart => {
      pod(chart, 'cache', { containers: [{ name: 'cache', image: 'redis:7-alpine', command: ['sh', '-c', LOADING] }] });
    },
    app: (chart, { kubernetesVersion, hosts }) => {
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        orderedContainers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onServer(Protocol.REDIS, hosts.cache, { name: 'cache' })] }],
      });
    },
    images: ['redis:7-alpine'],
    pods: 2,
    containers: ({ hosts }) => ({ app: { needs: `tcp:${hosts.cache}:6379` } }),
    expect: [
      happens(prints('wait-for-cache', /^startup-order: .*Redis is loading the dataset in memory/)),
      startsAfter('app', prints('cache', /Ready to accept connections/), { withinMs: 5000 }),
    ],
  },
};
