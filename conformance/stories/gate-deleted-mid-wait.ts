import { gated } from './apps/gated';
import { deletePod, follows, injected, podGone, start, Story } from '../runner/story';

const story: Story = {
  about: 'ENTRYPOINT_GATE: a pod that is deleted while the gate waits is gone at once.',
  app: gated(),
  containers: { app: {}, cache: { http: '8080/ready@600s' } },
  faults: [deletePod('cache', { at: start('cache'), afterMs: 2000 })],
  expect: [follows(podGone(), injected('delete the pod of cache'), { withinMs: 4000 })],
};
export default story;
