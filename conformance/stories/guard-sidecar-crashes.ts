import { guardedSidecar, NEEDS_CACHE } from './apps/guarded';
import { exit, follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK on a native sidecar: one that crashes before it is ready is restarted, and the app goes on waiting.',
  ...guardedSidecar,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@3s', crashAt: '1s', crashTimes: 1 } },
  expect: [
    follows(start('cache', 2), exit('cache')),
    startsAfter('app', ready('cache'), { withinMs: 3000 }),
  ],
};
export default story;
