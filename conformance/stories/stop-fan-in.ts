import { deleted, FAN_IN, stopInOrder, stopping, stoppingPod } from './apps/stopping';
import { Story } from '../runner/story';

const story: Story = {
  about: 'LIFE_LOCK: what two containers need stops when both have ended.',
  app: (chart, { kubernetesVersion }) => { stoppingPod(chart, kubernetesVersion, { needs: FAN_IN }); },
  containers: stopping(FAN_IN),
  faults: [deleted(FAN_IN)],
  expect: stopInOrder(FAN_IN),
};
export default story;
