import { guarded, NEEDS_CACHE } from './apps/guarded';
import { exit, follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: a dependency that crashes before it is ready is restarted, and the app goes on waiting.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@3s', crashAt: '1s', crashTimes: 1 } },
  expect: [
    follows(start('cache', 2), exit('cache')),
    startsAfter('app', ready('cache'), { withinMs: 3000 }),
  ],
};
export default story;
