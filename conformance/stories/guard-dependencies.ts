import { Dependency, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { guarded } from './apps/guarded';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: an app waits for all dependencies, with any users. Here the first dependency in the list is ready last.',
  ...guarded,
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: ['cache', 'search', 'config'].map(n => Dependency.on(n, { mechanism: Mechanism.GUARDED_HOOK })) },
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379), securityContext: { user: 999, group: 999 } },
        { name: 'search', image: 'shop/search:2', readyWhen: ReadyCheck.httpGet('/ready', { port: 9200 }), securityContext: { user: 1000 } },
        { name: 'config', image: 'shop/config:2', readyWhen: ReadyCheck.fileExists('/tmp/ready'), securityContext: { readOnlyRootFilesystem: false } },
      ],
    });
  },
  containers: ({ delay }) => ({
    app: { needs: ['tcp:127.0.0.1:6379', 'http:http://127.0.0.1:9200/ready'] },
    cache: { tcp: '6379@12s' },
    search: { http: `9200/ready@${delay}` },
    config: { file: '/tmp/ready@1s' },
  }),
  expect: [startsAfter('app', ready('cache'), { withinMs: 3000 }), startsAfter('app', ready('search')), startsAfter('app', ready('config'))],
};
export default story;
