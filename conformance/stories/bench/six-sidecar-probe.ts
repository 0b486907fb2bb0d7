import { ContainerRole, Mechanism } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';
import { orderedSix, six } from '../apps/six';

const story: Story = {
  about: 'SIDECAR_PROBE: a to d are native sidecars, each with a startup probe each second',
  ...six,
  app: (chart, { kubernetesVersion }) => {
    orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.SIDECAR_PROBE }, role: ContainerRole.SIDECAR });
  },
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;
