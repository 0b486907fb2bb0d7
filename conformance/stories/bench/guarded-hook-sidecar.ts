import { ContainerRole, Mechanism } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: 'GUARDED_HOOK on a native sidecar, the check is a TCP port',
  ...pairBy({ mechanism: Mechanism.GUARDED_HOOK, dependency: { role: ContainerRole.SIDECAR } }),
  doesNotApply: before(35, 'no variables from files'),
};
export default story;
