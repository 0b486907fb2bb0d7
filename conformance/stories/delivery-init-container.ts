import { Duration } from 'cdk8s';
import { Dependency, Mechanism, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { before, follows, injected, killSandbox, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'With an unknown architecture an init container copies the agent. Gate and guard delay their apps in the first sandbox and in the next.',
  app: orderedPod({
    startupOrder: { agent: { delivery: 'COPY' } },
    terminationGracePeriod: Duration.seconds(2),
    containers: [
      { name: 'gated', image: 'shop/gated:7', command: ['/gated'], dependsOn: [Dependency.on('cache', { mechanism: Mechanism.ENTRYPOINT_GATE })] },
      { name: 'guarded', image: 'shop/guarded:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] },
      { name: 'cache', image: 'shop/cache:2', readyWhen: ReadyCheck.tcpSocket(6379) },
    ],
  }),
  containers: { gated: { needs: 'tcp:127.0.0.1:6379' }, guarded: { needs: 'tcp:127.0.0.1:6379' }, cache: { tcp: '6379@2s' } },
  faults: [killSandbox('cache', { at: start('guarded'), afterMs: 2000 })],
  doesNotApply: before(35, 'no variables from files'),
  expect: [
    ...['gated', 'guarded'].flatMap(name => [
      startsAfter(name, ready('cache'), { withinMs: 4000 }),
      follows(start(name, 2), ready('cache', 2), { withinMs: 4000 }),
    ]),
    follows(start('cache', 2), injected('kill the sandbox of cache')),
  ],
};
export default story;
