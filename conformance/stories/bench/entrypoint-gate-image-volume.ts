import { Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { IMAGE_VOLUME, MOUNTS_IMAGES } from '../apps/gated';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: 'ENTRYPOINT_GATE, the check is a TCP port, the agent in an image volume',
  ...pairBy({ mechanism: Mechanism.ENTRYPOINT_GATE, app: { command: ['/app'] }, agent: IMAGE_VOLUME }),
  ...MOUNTS_IMAGES,
};
export default story;
