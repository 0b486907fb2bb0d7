import { Guarantee, Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { scaledOut } from '../apps/scale-out';

const story: Story = {
  about: '30 pods of a Deployment at once, POST_START',
  ...scaledOut({ mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT }),
};
export default story;
