import { Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { orderedSix, six } from '../apps/six';

const story: Story = {
  about: 'ENTRYPOINT_GATE: the commands are known',
  ...six,
  app: (chart, { kubernetesVersion }) => {
    orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.ENTRYPOINT_GATE }, command: ['/app'] });
  },
};
export default story;
