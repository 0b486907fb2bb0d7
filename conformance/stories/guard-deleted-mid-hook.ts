import { guarded, NEEDS_CACHE } from './apps/guarded';
import { deletePod, follows, injected, neverStarts, podGone, start, Story } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: a deletion while the hook waits takes effect when its budget ends, and the app has not started.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@600s' } },
  faults: [deletePod('cache', { at: start('cache'), afterMs: 1000 })],
  expect: [
    follows(podGone(), injected('delete the pod of cache'), { atLeastMs: 5000, withinMs: 16_000 }),
    neverStarts('app', { after: start('cache'), forMs: 16_000 }),
  ],
  needsOwnNode: 'while the hook waits, the API server shows no log that tells when to delete',
};
export default story;
