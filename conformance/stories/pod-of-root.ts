import { Dependency, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { ready, specified, startsAfter, Story } from '../runner/story';

const runsAs = (container: string, user: number | undefined) =>
  specified(container, `has runAsUser ${user}`, ({ securityContext }) => (securityContext as { runAsUser?: number }).runAsUser === user);

const story: Story = {
  about: 'A pod with runAsUser 0 starts in order: its own containers run as root, and the injected containers as 65534.',
  beside: { outside: { tcp: '7000@2s' } },
  app: (chart, { kubernetesVersion, hosts }) => {
    const securityContext = { ensureNonRoot: false };
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      securityContext: { user: 0, group: 0, ensureNonRoot: false },
      containers: [
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
};
export default story;
