import { gated, NEEDS_CACHE } from './apps/gated';
import { exit, follows, ready, start, startsAfter, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: an app that starts again while its cache is down waits again (EVERY_START).',
  app: gated(),
  containers: {
    app: { ...NEEDS_CACHE, crashAt: '4s', crashTimes: 1 },
    // It ends a moment before the app does, and needs five seconds again.
    cache: { http: '8080/ready@5s', crashAt: '8s', crashTimes: 1 },
  },
  expect: [
    startsAfter('app', ready('cache'), { withinMs: 1000 }),
    follows(start('cache', 2), exit('cache')),
    follows(start('app', 2), ready('cache', 2), { withinMs: 1000 }),
  ],
};
export default story;
