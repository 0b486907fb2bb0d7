import { ApiObject, Cron } from 'cdk8s';
import { ContainerRole, Dependency, OrderedCronJob, OrderedDaemonSet, OrderedDeployment, OrderedJob, OrderedPod, OrderedStatefulSet, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { exit, ready, specified, startsAfter, Story } from '../runner/story';

const runsAs = (container: string, user: number | undefined) =>
  specified(container, `has runAsUser ${user}`, ({ securityContext }) => (securityContext as { runAsUser?: number }).runAsUser === user);

/** Each kind of workload and of container. */
export const stories: Readonly<Record<string, Story>> = {
  'any-graph': {
    about: 'Five containers start in order: an init container, a sidecar, two containers, and an app that waits for all of them.',
    app: (chart, { kubernetesVersion }) => {
      new OrderedDeployment(chart, 'web', {
        startupOrder: { kubernetesVersion },
        replicas: 1,
        orderedContainers: [
          { name: 'app', image: 'shop/web:7', dependsOn: ['migrate', 'config', 'cache', 'search'].map(n => Dependency.on(n)) },
          { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
          { name: 'search', image: 'shop/search:2', readyWhen: ReadyCheck.httpGet('/ready', { port: 9200 }) },
          { name: 'config', image: 'shop/config-agent:2', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(8500) },
          { name: 'migrate', image: 'shop/migrate:7', role: ContainerRole.INIT },
        ],
      });
    },
    containers: ({ delay }) => ({
      app: { needs: ['tcp:127.0.0.1:6379', 'http:http://127.0.0.1:9200/ready', 'tcp:127.0.0.1:8500'] },
      cache: { tcp: '6379@1s' },
      search: { http: `9200/ready@${delay}` },
      config: { tcp: '8500@1s' },
      migrate: { exitAt: '500ms' },
    }),
    expect: [
      startsAfter('app', exit('migrate')),
      startsAfter('app', ready('config')),
      startsAfter('app', ready('cache')),
      startsAfter('app', ready('search')),
    ],
  },
  'role-init-restarts': {
    about: 'A container with `restartPolicy: Always` of its own and the role INIT becomes an ordinary init container.',
    app: (chart, { kubernetesVersion }) => {
      const containers = [
        { name: 'app', image: 'shop/app:7' },
        { name: 'migrate', image: 'shop/migrate:7', restartPolicy: 'Always' },
      ];
      const order = StartupOrder.of(new ApiObject(chart, 'pod', { apiVersion: 'v1', kind: 'Pod', spec: { containers } }), { kubernetesVersion });
      order.declare('migrate', { role: ContainerRole.INIT });
      order.declare('app', { dependsOn: [Dependency.on('migrate')] });
    },
    containers: { app: {}, migrate: { exitAt: '2s' } },
    expect: [startsAfter('app', exit('migrate'))],
    doesNotApply: minor => minor < 35 ? 'a container has no restartPolicy before 1.35' : undefined,
  },
  'every-kind': {
    about: 'The API server accepts every kind of workload, and the pods start in order.',
    app: (chart, { kubernetesVersion }) => {
      const props = {
        startupOrder: { kubernetesVersion, createServiceAccount: true },
        orderedContainers: [
          { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache')] },
          { name: 'cache', image: 'redis:7', portNumber: 6379, readyWhen: ReadyCheck.tcpSocket(6379) },
        ],
      };
      new OrderedPod(chart, 'pod', props);
      new OrderedDeployment(chart, 'deployment', { ...props, replicas: 2 });
      new OrderedStatefulSet(chart, 'stateful-set', props);
      new OrderedDaemonSet(chart, 'daemon-set', props);
      new OrderedJob(chart, 'job', props);
      new OrderedCronJob(chart, 'cron-job', { ...props, schedule: Cron.daily() });
    },
    containers: ({ delay }) => ({ app: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: `6379@${delay}` } }),
    pods: 7,
    expect: [startsAfter('app', ready('cache'), { withinMs: 4000 })],
  },
  'pod-of-root': {
    about: 'A pod with runAsUser 0 starts in order: its own containers run as root, and the injected containers as 65534.',
    beside: { outside: { tcp: '7000@2s' } },
    app: (chart, { kubernetesVersion, hosts }) => {
      const securityContext = { ensureNonRoot: false };
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        securityContext: { user: 0, group: 0, ensureNonRoot: false },
        orderedContainers: [
          { name: 'app', image: 'shop/app:7', securityContext, dependsOn: [Dependency.on('cache'), Dependency.onTcp(hosts.outside, 7000, { name: 'outside' })] },
          { name: 'cache', image: 'redis:7', securityContext, readyWhen: ReadyCheck.tcpSocket(6379) },
        ],
      });
    },
    containers: ({ delay, hosts }) => ({ app: { needs: ['tcp:127.0.0.1:6379', `tcp:${hosts.outside}:7000`] }, cache: { tcp: `6379@${delay}` } }),
    expect: [
      startsAfter('app', ready('cache'), { withinMs: 4000 }),
      startsAfter('app', ready('outside')),
      runsAs('wait-for-outside', 65534),
      runsAs('app', undefined),
    ],
  },
};
