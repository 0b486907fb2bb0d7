/**
 * Twelve realistic apps, written as a user writes them: which container needs which, and nothing else. No version, no role,
 * no guarantee, no mechanism.
 * The table in docs/contributing/apps.md and the bars in apps.test.ts read them.
 */
import { join } from 'path';
import { Chart, Cron, Duration, Include } from 'cdk8s';
import { Probe, Volume } from 'cdk8s-plus-27';
import { CLOUD_SQL_PROXY as CLOUD_SQL_SIDECAR, ENVOY, vaultAgent } from '../../conformance/stories/apps/sidecar-products';
import {
  Dependency, OrderedContainerProps, OrderedCronJob, OrderedDaemonSet, OrderedDeployment, OrderedStatefulSet, ReadyCheck, StartupOrder,
} from '../../src';

export interface RealisticApp { readonly title: string; readonly build: (chart: Chart) => void }

const EXAMPLES = join(__dirname, '..', '..', 'examples');

/** The recipe states the role of its container. Here the library has to find it. */
const CLOUD_SQL_PROXY: OrderedContainerProps = { ...CLOUD_SQL_SIDECAR, role: undefined };

const BUILDS: Readonly<Record<string, RealisticApp['build']>> = {
  'web with a database proxy': chart => {
    new OrderedDeployment(chart, 'metabase', {
      orderedContainers: [
        {
          name: 'metabase',
          image: 'metabase/metabase:v0.52.4',
          portNumber: 3000,
          readiness: Probe.fromHttpGet('/api/health'),
          dependsOn: [Dependency.on('cloud-sql-proxy')],
        },
        CLOUD_SQL_PROXY,
      ],
    });
  },
  /** The namespace's webhook injects the proxy of Istio. */
  'web in Istio, with OPA': chart => {
    new OrderedDeployment(chart, 'bookings', {
      podMetadata: { labels: { 'sidecar.istio.io/inject': 'true' } },
      orderedContainers: [
        { name: 'bookings', image: 'ghcr.io/shop/bookings:7.1.0', portNumber: 8080, dependsOn: [Dependency.on('opa')] },
        {
          name: 'opa',
          image: 'openpolicyagent/opa:0.70.0',
          args: ['run', '--server', '--addr=localhost:8181', '--diagnostic-addr=0.0.0.0:8282', '/policy/policy.rego'],
          readyWhen: ReadyCheck.httpGet('/health?plugins', { port: 8282 }),
        },
      ],
    });
  },
  'web with Vault agent and log shipper': chart => {
    const secrets = { path: '/vault/secrets', volume: Volume.fromEmptyDir(chart, 'secrets', 'secrets') };
    const logs = { path: '/var/log/app', volume: Volume.fromEmptyDir(chart, 'logs', 'logs') };
    new OrderedDeployment(chart, 'payments', {
      automountServiceAccountToken: true,
      orderedContainers: [
        {
          name: 'payments',
          image: 'ghcr.io/shop/payments:3.4.0',
          command: ['java', '-jar', '/app/payments.jar'],
          portNumber: 8080,
          volumeMounts: [secrets, logs],
          dependsOn: [Dependency.on('vault-agent'), Dependency.on('fluent-bit')],
        },
        { ...vaultAgent('/vault/secrets/database'), role: undefined, volumeMounts: [secrets] },
        {
          name: 'fluent-bit', image: 'fluent/fluent-bit:3.2.2', volumeMounts: [logs], readyWhen: ReadyCheck.httpGet('/api/v1/health', { port: 2020 }),
        },
      ],
    });
  },
  'CronJob with a database proxy': chart => {
    new OrderedCronJob(chart, 'invoices', {
      schedule: Cron.daily(),
      backoffLimit: 3,
      orderedContainers: [
        { name: 'invoices', image: 'ghcr.io/shop/invoices:1.9.2', args: ['--month=last'], dependsOn: [Dependency.on('cloud-sql-proxy')] },
        CLOUD_SQL_PROXY,
      ],
    });
  },
  /** The ready check is the readiness probe that the database has anyway. */
  'StatefulSet: PostgreSQL and its exporter': chart => {
    new OrderedStatefulSet(chart, 'postgres', {
      orderedContainers: [
        {
          name: 'postgres',
          image: 'postgres:17.2',
          portNumber: 5432,
          securityContext: { user: 999, readOnlyRootFilesystem: false },
          readiness: Probe.fromCommand(['pg_isready', '-h', '127.0.0.1', '-U', 'postgres']),
        },
        {
          name: 'exporter', image: 'quay.io/prometheuscommunity/postgres-exporter:v0.16.0', portNumber: 9187, dependsOn: [Dependency.on('postgres')],
        },
      ],
    });
  },
  'DaemonSet: log shipper and collector': chart => {
    const hostLogs = Volume.fromHostPath(chart, 'logs', 'logs', { path: '/var/log' });
    const volumeMounts = [{ path: '/var/log', volume: hostLogs, readOnly: true }];
    new OrderedDaemonSet(chart, 'telemetry', {
      orderedContainers: [
        { name: 'fluent-bit', image: 'fluent/fluent-bit:3.2.2', volumeMounts, dependsOn: [Dependency.on('collector')] },
        {
          name: 'collector',
          image: 'otel/opentelemetry-collector-contrib:0.115.1',
          args: ['--config=/etc/otelcol/config.yaml'],
          readyWhen: ReadyCheck.httpGet('/', { port: 13133 }),
        },
      ],
    });
  },
  /** The output of `helm template`. The proxy has a startup probe, and the list contains it before the app. */
  'Helm chart': chart => {
    const rendered = new Include(chart, 'shop', { url: join(EXAMPLES, 'helm-chart', 'rendered.yaml') });
    const containers = { shop: { dependsOn: [Dependency.on('proxy')] } };
    StartupOrder.of(rendered, { workload: 'Deployment/shop', containers });
  },
  /** Envoy and the database proxy have probes of their own; the config agent has an exec readiness probe. */
  'YAML with four containers': chart => {
    const include = new Include(chart, 'storefront', { url: join(EXAMPLES, 'shop', 'storefront.yaml') });
    const dependsOn = ['envoy', 'cloud-sql-proxy', 'config-agent'].map(name => Dependency.on(name));
    StartupOrder.of(include, { containers: { storefront: { dependsOn } } });
  },
  'two apps on one connection pooler': chart => {
    const image = 'ghcr.io/shop/forum:5.0.3';
    const dependsOn = [Dependency.on('pgbouncer')];
    new OrderedDeployment(chart, 'forum', {
      orderedContainers: [
        { name: 'web', image, command: ['bundle', 'exec', 'puma'], portNumber: 3000, dependsOn },
        { name: 'worker', image, command: ['bundle', 'exec', 'sidekiq'], dependsOn },
        { name: 'pgbouncer', image: 'edoburu/pgbouncer:v1.23.1-p3', readyWhen: ReadyCheck.tcpSocket(5432) },
      ],
    });
  },
  /** The preset of Envoy asks the admin port over loopback, as in the documentation of Envoy. */
  'blue/green with Envoy': chart => {
    for (const [color, version] of [['blue', '4.1.0'], ['green', '4.2.0']]) {
      new OrderedDeployment(chart, color, {
        podMetadata: { labels: { color } },
        orderedContainers: [
          {
            name: 'checkout', image: `ghcr.io/shop/checkout:${version}`, portNumber: 8080, dependsOn: [Dependency.on('envoy')],
          },
          { ...ENVOY, role: undefined },
        ],
      });
    }
  },
  /** GitHub's runner fails if the Docker daemon does not answer (actions-runner-controller#3201). */
  'CI runner with a Docker daemon': chart => {
    const socket = { path: '/var/run', volume: Volume.fromEmptyDir(chart, 'socket', 'socket') };
    new OrderedDeployment(chart, 'runner', {
      securityContext: { ensureNonRoot: false },
      orderedContainers: [
        {
          name: 'runner',
          image: 'ghcr.io/actions/actions-runner:2.321.0',
          command: ['/home/runner/run.sh'],
          volumeMounts: [socket],
          dependsOn: [Dependency.on('dind')],
        },
        {
          name: 'dind',
          image: 'docker:27.4.1-dind',
          args: ['dockerd', '--host=unix:///var/run/docker.sock'],
          securityContext: { privileged: true, allowPrivilegeEscalation: true, ensureNonRoot: false, readOnlyRootFilesystem: false },
          volumeMounts: [socket],
          readyWhen: ReadyCheck.command(['docker', 'info']),
        },
      ],
    });
  },
  'web that needs a cache and a search server outside the pod': chart => {
    const search = Dependency.onTcp('opensearch.search', 9200, { timeout: Duration.minutes(5) });
    new OrderedDeployment(chart, 'wiki', {
      initContainers: [{ name: 'migrate', image: 'ghcr.io/shop/wiki:2.8.1', command: ['/wiki', 'migrate'] }],
      orderedContainers: [
        { name: 'wiki', image: 'ghcr.io/shop/wiki:2.8.1', portNumber: 8080, dependsOn: [Dependency.on('redis'), search] },
        { name: 'redis', image: 'redis:7.4', securityContext: { user: 999 }, readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    });
  },
};

export const APPS: readonly RealisticApp[] = Object.entries(BUILDS).map(([title, build]) => ({ title, build }));
