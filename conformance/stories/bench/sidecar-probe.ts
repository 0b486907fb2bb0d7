import { ContainerRole, Mechanism } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: 'SIDECAR_PROBE, the startup probe asks a TCP port each second',
  ...pairBy({ mechanism: Mechanism.SIDECAR_PROBE, dependency: { role: ContainerRole.SIDECAR } }),
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;
