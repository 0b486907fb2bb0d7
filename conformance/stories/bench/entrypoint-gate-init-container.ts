import { AgentDelivery, Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: 'ENTRYPOINT_GATE, the check is a TCP port, an init container copies the agent: the architecture is unknown',
  ...pairBy({ mechanism: Mechanism.ENTRYPOINT_GATE, app: { command: ['/app'] }, agent: { delivery: AgentDelivery.COPY } }),
};
export default story;
