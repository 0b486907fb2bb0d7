import { guardedSidecar, NEEDS_CACHE } from './apps/guarded';
import { injected, ready, restartKubelet, startsAfter, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK on a native sidecar: a restart of the kubelet while only the guard holds opens nothing; the probe does.',
  ...guardedSidecar,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@20s' } },
  faults: [restartKubelet({ at: waiting('app', 'CreateContainerConfigError'), afterMs: 1000 })],
  expect: [
    startsAfter('app', injected('restart the kubelet')),
    startsAfter('app', ready('cache'), { withinMs: 4000 }),
  ],
};
export default story;
