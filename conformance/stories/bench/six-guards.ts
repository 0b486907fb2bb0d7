import { Mechanism } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';
import { orderedSix, six } from '../apps/six';

const story: Story = {
  about: 'GUARDED_HOOK',
  ...six,
  app: (chart, { kubernetesVersion }) => {
    orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.GUARDED_HOOK } });
  },
  doesNotApply: before(35, 'no variables from files'),
};
export default story;
