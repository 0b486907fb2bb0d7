import { Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { scaledOut } from '../apps/scale-out';

const story: Story = {
  about: '30 pods of a Deployment at once, ENTRYPOINT_GATE',
  ...scaledOut({ mechanism: Mechanism.ENTRYPOINT_GATE }),
};
export default story;
