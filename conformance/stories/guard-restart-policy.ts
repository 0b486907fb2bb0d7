import { RestartPolicy } from 'cdk8s-plus-27';
import { guarded, guardedPod, NEEDS_CACHE } from './apps/guarded';
import { happens, never, podPhase, ready, start, startsAfter, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: the guard does not fail a pod with restartPolicy Never: the pod waits and then succeeds.',
  ...guarded,
  app: (chart, { kubernetesVersion }) => {
    guardedPod(chart, 'never', kubernetesVersion, { restartPolicy: RestartPolicy.NEVER });
    guardedPod(chart, 'on-failure', kubernetesVersion, { restartPolicy: RestartPolicy.ON_FAILURE });
  },
  containers: { app: { ...NEEDS_CACHE, exitAt: '1s' }, cache: { http: '8080/ready@13s', exitAt: '16s' } },
  pods: 2,
  expect: [
    happens(waiting('app', 'CreateContainerConfigError')),
    startsAfter('app', ready('cache'), { withinMs: 2000 }),
    never(podPhase('Failed'), { after: start('cache'), forMs: 17_000 }),
    happens(podPhase('Succeeded')),
  ],
};
export default story;
