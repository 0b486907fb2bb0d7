import { without } from './apps/forbidden';
import { created, ended, follows, happens, neverStarts, says, Story } from '../runner/story';

const story: Story = {
  about: 'Without permission to watch, the wait fails with the forbidden verb in its log, and the app does not start.',
  ...without('watch', '10m'),
  expect: [
    happens(says('wait-for-migrate', /^startup-order: .*forbidden.* cannot watch resource .*jobs/)),
    follows(ended('wait-for-migrate', 1), created(), { atLeastMs: 20_000 }),
    neverStarts('app', { after: ended('wait-for-migrate', 1), forMs: 1000 }),
  ],
};
export default story;
