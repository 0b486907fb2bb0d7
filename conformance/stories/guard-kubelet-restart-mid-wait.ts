import { guarded, NEEDS_CACHE } from './apps/guarded';
import { injected, ready, restartKubelet, startsAfter, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: a restart of the kubelet while only the guard holds opens nothing; the readiness probe does.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@20s' } },
  faults: [restartKubelet({ at: waiting('app', 'CreateContainerConfigError'), afterMs: 1000 })],
  expect: [
    startsAfter('app', injected('restart the kubelet')),
    startsAfter('app', ready('cache'), { withinMs: 3000 }),
  ],
};
export default story;
