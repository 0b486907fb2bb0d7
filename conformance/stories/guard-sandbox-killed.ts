import { guarded, guardedPod, NEEDS_CACHE } from './apps/guarded';
import { follows, injected, killSandbox, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: after the loss of a sandbox the old marker opens no guard, no matter which container wrote it, and all containers start again in order.',
  ...guarded,
  app: (chart, { kubernetesVersion }) => { guardedPod(chart, 'pod', kubernetesVersion, { user: 1001 }); },
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@3s' } },
  faults: [killSandbox('cache', { at: start('app'), afterMs: 1000 })],
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 2000 }),
    follows(start('cache', 2), injected('kill the sandbox of cache')),
    follows(start('app', 2), ready('cache', 2), { withinMs: 2000 }),
  ],
};
export default story;
