import { Dependency, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { before, exit, follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: '`restartAllContainers`: after a later crash of the dependency, the kubelet starts the dependency and then the dependent again.',
  app: orderedPod({
    containers: [
      { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { restartAllContainers: true })] },
      { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
    ],
  }),
  containers: { app: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@1s', crashAt: '5s', crashTimes: 1 } },
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 4000 }),
    follows(start('cache', 2), exit('cache')),
    follows(start('app', 2), ready('cache', 2), { withinMs: 4000 }),
  ],
  doesNotApply: before(36, 'RestartAllContainers is off by default'),
};
export default story;
