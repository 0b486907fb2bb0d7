import { configured, NEEDS_CONFIG } from './apps/configured';
import { deletePod, follows, injected, neverStarts, podGone, start, Story } from '../runner/story';

const story: Story = {
  about: 'A pod whose init container waits for a native sidecar is gone soon after its deletion, and the app has not started.',
  ...configured(),
  containers: { app: NEEDS_CONFIG, config: { file: '/config/app.yaml@600s' } },
  faults: [deletePod('config', { at: start('config'), afterMs: 3000 })],
  expect: [
    follows(podGone(), injected('delete the pod of config'), { withinMs: 6000 }),
    neverStarts('app', { after: start('config'), forMs: 8000 }),
  ],
};
export default story;
