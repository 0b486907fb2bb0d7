import { AgentDelivery, Mechanism } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: 'ENTRYPOINT_GATE, the check is a TCP port, the agent in an image volume',
  ...pairBy({ mechanism: Mechanism.ENTRYPOINT_GATE, app: { command: ['/app'] }, delivery: AgentDelivery.IMAGE_VOLUME }),
  mountsImages: true,
  doesNotApply: before(35, 'no image volumes'),
};
export default story;
