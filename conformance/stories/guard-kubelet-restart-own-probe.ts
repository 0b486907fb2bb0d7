import { guardedPod, NEEDS_CACHE } from './apps/guarded';
import { before, follows, injected, ready, restartKubelet, start, startsAfter, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK with a readiness probe of the user: after a restart of the kubelet the startup probe does not run again; the agent after the hook '
    + 'makes the mark, and the kubelet sees it at its next try.',
  app: (chart, { kubernetesVersion }) => { guardedPod(chart, 'pod', kubernetesVersion, { ownReadinessProbe: true }); },
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@30s' } },
  faults: [restartKubelet({ at: start('cache'), afterMs: 13_000 })],
  expect: [
    follows(injected('restart the kubelet'), waiting('app', 'CreateContainerConfigError')),
    startsAfter('app', injected('restart the kubelet')),
    startsAfter('app', ready('cache'), { withinMs: 17_000 }),
  ],
  doesNotApply: before(35, 'no variables from files'),
};
export default story;
