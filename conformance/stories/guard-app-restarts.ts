import { guarded, NEEDS_CACHE } from './apps/guarded';
import { crashesIn, exit, follows, kill, ready, start, Story } from '../runner/story';

const story: Story = {
  about: 'DISORDER: a guard looks at a mark, and not at the dependency: an app that is restarted while its cache is in back-off starts.',
  ...guarded,
  // Its first restart is at once, and empties the mark; only the second one is delayed.
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@1s', crashAt: '3s', crashTimes: 2 } },
  faults: [kill('app', { at: exit('cache', 2), afterMs: 1500 })],
  expect: [follows(start('app'), ready('cache')), crashesIn(2, 'app')],
};
export default story;
