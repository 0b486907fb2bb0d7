import { Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: 'ENTRYPOINT_GATE, the check is a TCP port',
  ...pairBy({ mechanism: Mechanism.ENTRYPOINT_GATE, app: { command: ['/app'] } }),
};
export default story;
