import { CHAIN, deleted, DELETION, FIRST_SIGTERM, stopping, stoppingPod, TIMES_IN_FULL } from './apps/stopping';
import { exit, follows, podGone, Story, term } from '../runner/story';

const story: Story = {
  timesInFull: TIMES_IN_FULL,
  stops: CHAIN,
  about: 'Without a shutdown order all containers get SIGTERM at once, also a dependency whose dependent still works.',
  app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN, ordered: false }); },
  containers: stopping(CHAIN),
  faults: [deleted(CHAIN)],
  expect: [
    ...['app', 'cache', 'proxy'].map(name => follows(term(name), DELETION, FIRST_SIGTERM)),
    follows(exit('app'), term('proxy'), { atLeastMs: 300 }),
    follows(podGone(), DELETION, { withinMs: 15_000 }),
  ],
};
export default story;
