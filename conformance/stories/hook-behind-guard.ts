import { Duration } from 'cdk8s';
import { ContainerRole, Dependency, Mechanism, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { ready, startsAfter, Story } from '../runner/story';

/** With a guard instead of the hook of `db`, which the library refuses (SO410), `app` starts before `cache`. */
const story: Story = {
  about: 'POST_START: a hook holds its dependent although its own container waits first, because a hook holds that container.',
  app: orderedPod({
    containers: [
      { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { timeout: Duration.seconds(60), onTimeout: 'CONTINUE' })] },
      {
        name: 'cache',
        image: 'shop/cache:2',
        role: ContainerRole.APP,
        readyWhen: ReadyCheck.tcpSocket(6379),
        dependsOn: [Dependency.on('db', { mechanism: Mechanism.POST_START })],
      },
      { name: 'db', image: 'shop/db:2', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(5432) },
    ],
  }),
  containers: { app: { needs: 'tcp:127.0.0.1:6379' }, cache: { needs: 'tcp:127.0.0.1:5432', tcp: '6379@1s' }, db: { tcp: '5432@12s' } },
  expect: [startsAfter('cache', ready('db'), { withinMs: 2000 }), startsAfter('app', ready('cache'), { withinMs: 2000 })],
};
export default story;
