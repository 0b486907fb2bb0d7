import { gated, NEEDS_CACHE } from './apps/gated';
import { exit, follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a crash of the cache before it is ready opens nothing.',
  app: gated(),
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@3s', crashAt: '1s', crashTimes: 1 } },
  expect: [
    follows(start('cache', 2), exit('cache')),
    startsAfter('app', ready('cache'), { withinMs: 1000 }),
  ],
};
export default story;
