import { NEEDS_PROXY, proxied } from './apps/proxied';
import { deletePod, follows, injected, neverStarts, podGone, start, Story } from '../runner/story';

const story: Story = {
  about: 'A pod that waits for a native sidecar is gone soon after its deletion, and the app has not started.',
  ...proxied,
  containers: { app: NEEDS_PROXY, proxy: { http: '9901/ready@600s' } },
  faults: [deletePod('proxy', { at: start('proxy'), afterMs: 1000 })],
  expect: [
    follows(podGone(), injected('delete the pod of proxy'), { withinMs: 6000 }),
    neverStarts('app', { after: start('proxy'), forMs: 8000 }),
  ],
};
export default story;
