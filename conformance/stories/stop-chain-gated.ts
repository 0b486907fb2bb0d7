import { CHAIN, deleted, stopInOrder, stopping, stoppingPod } from './apps/stopping';
import { Story } from '../runner/story';

const story: Story = {
  about: 'LIFE_LOCK, taken by gates: a chain of three stops in reverse, each when its dependent has ended.',
  app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: CHAIN, command: ['/app'] }); },
  containers: stopping(CHAIN),
  faults: [deleted(CHAIN)],
  expect: stopInOrder(CHAIN),
};
export default story;
