import { guarded, NEEDS_CACHE } from './apps/guarded';
import { deletePod, follows, injected, neverStarts, podGone, start, Story, waiting } from '../runner/story';

const story: Story = {
  about: 'GUARDED_HOOK: when only the guard holds, a deletion takes effect at once.',
  ...guarded,
  containers: { app: NEEDS_CACHE, cache: { http: '8080/ready@600s' } },
  faults: [deletePod('cache', { at: waiting('app', 'CreateContainerConfigError'), afterMs: 1000 })],
  expect: [
    follows(podGone(), injected('delete the pod of cache'), { withinMs: 6000 }),
    neverStarts('app', { after: start('cache'), forMs: 18_000 }),
  ],
};
export default story;
