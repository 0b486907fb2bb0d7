import { guarded, NEEDS_CACHE } from './apps/guarded';
import { injected, ready, restartKubelet, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: a restart of the kubelet while the hook waits ends the hook and opens nothing; the probe does.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@12s' } },
  faults: [restartKubelet({ at: start('cache'), afterMs: 4000 })],
  expect: [
    startsAfter('app', injected('restart the kubelet')),
    startsAfter('app', ready('cache'), { withinMs: 3000 }),
  ],
};
export default story;
