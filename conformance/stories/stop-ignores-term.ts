import { CHAIN, deleted, DELETION, stopping, stoppingPod } from './apps/stopping';
import { follows, podGone, Story, term } from '../runner/story';

const story: Story = {
  about: 'LIFE_LOCK: an app that ignores SIGTERM delays the others until the end of the grace period, and the pod no longer than without an order.',
  app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN, grace: 6 }); },
  containers: stopping(CHAIN, { app: { ignoreTerm: true } }),
  faults: [deleted(CHAIN)],
  expect: [
    follows(term('cache'), DELETION, { atLeastMs: 5500, withinMs: 8000 }),
    follows(podGone(), DELETION, { withinMs: 9000 + 4000 }),
  ],
};
export default story;
