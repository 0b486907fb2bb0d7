import { deleted, DIAMOND, stopInOrder, stopping, stoppingPod } from './apps/stopping';
import { Story } from '../runner/story';

const story: Story = {
  about: 'LIFE_LOCK: a diamond stops in reverse.',
  app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: DIAMOND }); },
  containers: stopping(DIAMOND),
  faults: [deleted(DIAMOND)],
  expect: stopInOrder(DIAMOND),
};
export default story;
