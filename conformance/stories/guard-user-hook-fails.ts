import { Handler } from 'cdk8s-plus-27';
import { Dependency, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { guarded, NEEDS_CACHE } from './apps/guarded';
import { happens, hookEnd, neverStarts, start, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: if the hook of the user fails, the kubelet does not create the app, even if the dependency is reachable.',
  ...guarded,
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] },
        {
          name: 'cache',
          image: 'shop/cache:2',
          readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }),
          lifecycle: { postStart: Handler.fromCommand(['test-app', 'hook', '-name=cache', '-lasts=1s', '-exit-code=1']) },
        },
      ],
    });
  },
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@0s' } },
  expect: [
    happens(hookEnd('cache', 2)),
    happens(waiting('cache', 'CrashLoopBackOff')),
    neverStarts('app', { after: start('cache'), forMs: 15_000 }),
  ],
};
export default story;
