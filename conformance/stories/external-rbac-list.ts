import { without } from './apps/forbidden';
import { created, ended, follows, happens, neverStarts, says, Story } from '../runner/story';

const story: Story = {
  about: 'Without permission to list, the wait fails with the forbidden verb in its log, and the app does not start.',
  ...without('list', '10m'),
  doesNotApply: minor => minor >= 34 ? `Kubernetes 1.${minor}: kubectl watches and does not list` : undefined,
  expect: [
    happens(says('wait-for-migrate', /^startup-order: .*forbidden.* cannot list resource .*jobs/)),
    follows(ended('wait-for-migrate', 1), created(), { atLeastMs: 20_000 }),
    neverStarts('app', { after: ended('wait-for-migrate', 1), forMs: 1000 }),
  ],
};
export default story;
