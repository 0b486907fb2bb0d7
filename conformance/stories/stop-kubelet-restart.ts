import { CHAIN, deleted, DELETION, stopping, stoppingPod } from './apps/stopping';
import { exit, follows, podGone, restartKubelet, Story, term } from '../runner/story';

const story: Story = {
  about: 'LIFE_LOCK: after a restart of the kubelet during the shutdown, the pod keeps its order.',
  app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN }); },
  containers: stopping(CHAIN, { app: { stopIn: '8s' } }),
  faults: [deleted(CHAIN), restartKubelet({ at: DELETION, afterMs: 2000 })],
  expect: [
    follows(term('cache'), exit('app')),
    follows(term('proxy'), exit('cache')),
    follows(podGone(), DELETION, { withinMs: 33_000 }),
  ],
};
export default story;
