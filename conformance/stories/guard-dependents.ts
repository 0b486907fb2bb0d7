import { Dependency, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { guarded } from './apps/guarded';
import { ready, startsAfter, Story } from '../runner/story';

const DEPENDENTS = ['app', 'worker', 'metrics'];

const story: Story = {
  about: 'GUARDED_HOOK: several dependents of one slow dependency start together when it is ready.',
  ...guarded,
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: [
        ...DEPENDENTS.map(name => ({ name, image: `shop/${name}:7`, dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] })),
        { name: 'cache', image: 'redis:7', readyWhen: ReadyCheck.tcpSocket(6379) },
      ],
    });
  },
  containers: { ...Object.fromEntries(DEPENDENTS.map(name => [name, { needs: 'tcp:127.0.0.1:6379' }])), cache: { tcp: '6379@13s' } },
  expect: DEPENDENTS.map(name => startsAfter(name, ready('cache'), { withinMs: 2000 })),
};
export default story;
