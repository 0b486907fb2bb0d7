import { guardedSidecar, NEEDS_CACHE } from './apps/guarded';
import { happens, podIp, readLog, ready, startsAfter, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK on a native sidecar: one that is slower than the hook is waited for, and its probe opens soon after it is ready.',
  ...guardedSidecar,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@14s' } },
  faults: [readLog('cache', { at: waiting('app', 'CreateContainerConfigError') })],
  expect: [happens(podIp()), startsAfter('app', ready('cache'), { withinMs: 3000 })],
};
export default story;
