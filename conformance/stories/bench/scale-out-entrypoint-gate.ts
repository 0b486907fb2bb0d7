import { Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { scaledOut } from '../apps/scale-out';

const story: Story = {
  about: 'ENTRYPOINT_GATE',
  ...scaledOut({ mechanism: Mechanism.ENTRYPOINT_GATE }),
};
export default story;
