import { CHAIN, DELETION, FIRST_SIGTERM, stopping, stoppingPod } from './apps/stopping';
import { deletePod, exit, follows, podGone, start, Story, term } from '../runner/story';

const story: Story = {
  about: 'LIFE_LOCK: a crashed dependent in its back-off delays no container.',
  app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN }); },
  // The third run would start 10 s after the second crash.
  containers: stopping(CHAIN, { app: { crashAt: '1s' } }),
  faults: [deletePod('app', { at: exit('app', 2), afterMs: 1500 })],
  expect: [
    follows(term('cache'), DELETION, FIRST_SIGTERM),
    follows(term('proxy'), exit('cache'), { withinMs: 2000 }),
    follows(podGone(), DELETION, { withinMs: 9000 }),
    follows(exit('app', 2), start('app', 2)),
  ],
};
export default story;
