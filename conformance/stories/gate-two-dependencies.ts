import { Dependency, Guarantee, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { ready, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a dependency that was ready goes down while the gate waits for another one: the gate opens when both are ready.',
  app: orderedPod({
    startupOrder: { guarantee: Guarantee.EVERY_START },
    containers: [
      { name: 'cache', image: 'shop/cache:7', readyWhen: ReadyCheck.tcpSocket(6379) },
      { name: 'db', image: 'shop/db:7', readyWhen: ReadyCheck.tcpSocket(5432) },
      { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('cache'), Dependency.on('db')] },
    ],
  }),
  // The kubelet waits 10 s before it starts the cache for the third time.
  containers: { cache: { tcp: '6379@1s', crashAt: '4s', crashTimes: 2 }, db: { tcp: '5432@12s' }, app: {} },
  expect: [startsAfter('app', ready('db')), startsAfter('app', ready('cache', 3), { withinMs: 1500 })],
};
export default story;
