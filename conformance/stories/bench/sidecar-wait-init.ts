import { ContainerRole, Mechanism } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: 'SIDECAR_WAIT_INIT, the check is a TCP port',
  ...pairBy({ mechanism: Mechanism.SIDECAR_WAIT_INIT, dependency: { role: ContainerRole.SIDECAR } }),
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;
