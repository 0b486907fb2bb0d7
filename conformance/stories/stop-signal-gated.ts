import { gated } from './apps/gated';
import { deletePod, ended, follows, injected, neverStarts, podGone, start, Story } from '../runner/story';

const DELETION = injected('delete the pod of cache');

const story: Story = {
  about: 'ENTRYPOINT_GATE: the stop signal of the image is SIGQUIT, and a container that waits in its gate ends at once.',
  app: gated({ graceSeconds: 30 }),
  containers: { app: { image: 'registry.local/test-app:1-sigquit' }, cache: { http: '8080/ready@600s' } },
  faults: [deletePod('cache', { at: start('cache'), afterMs: 2000 })],
  needsOwnNode: 'no registry has the image with that stop signal',
  expect: [
    follows(ended('app', 131), DELETION, { withinMs: 4000 }),
    follows(podGone(), DELETION, { withinMs: 8000 }),
    neverStarts('app', { after: start('cache'), forMs: 8000 }),
  ],
};
export default story;
