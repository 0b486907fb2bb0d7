import { CHAIN, DELETION, FIRST_SIGTERM, stopping, stoppingPod } from './apps/stopping';
import { deletePod, follows, neverStarts, podGone, start, Story, term } from '../runner/story';

const story: Story = {
  about: 'LIFE_LOCK: dependents that wait in their gates exit at once and delay no container.',
  app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN, command: ['/app'] }); },
  containers: stopping(CHAIN, { proxy: { tcp: '8003@600s' } }),
  faults: [deletePod('app', { at: start('proxy'), afterMs: 3000 })],
  expect: [
    follows(term('proxy'), DELETION, FIRST_SIGTERM),
    follows(podGone(), DELETION, { withinMs: 8000 }),
    neverStarts('app', { after: start('proxy'), forMs: 10_000 }),
  ],
};
export default story;
