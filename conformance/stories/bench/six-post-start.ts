import { Guarantee, Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { orderedSix, six } from '../apps/six';

const story: Story = {
  about: 'POST_START: the hooks of several dependencies in one',
  ...six,
  app: (chart, { kubernetesVersion }) => {
    orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT } });
  },
};
export default story;
