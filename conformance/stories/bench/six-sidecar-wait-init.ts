import { ContainerRole, Mechanism } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';
import { orderedSix, six } from '../apps/six';

const story: Story = {
  about: 'SIDECAR_WAIT_INIT: a to d are native sidecars, one wait before c and d, one before e',
  ...six,
  app: (chart, { kubernetesVersion }) => {
    orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.SIDECAR_WAIT_INIT }, role: ContainerRole.SIDECAR });
  },
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;
