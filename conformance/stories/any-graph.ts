import { ContainerRole, Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';
import { exit, ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'Five containers start in order: an init container, a sidecar, two containers, and an app that waits for all of them.',
  app: (chart, { kubernetesVersion }) => {
    new OrderedDeployment(chart, 'web', {
      startupOrder: { kubernetesVersion },
      replicas: 1,
      containers: [
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
};
export default story;
