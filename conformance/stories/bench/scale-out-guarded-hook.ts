import { Mechanism } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';
import { scaledOut } from '../apps/scale-out';

const story: Story = {
  about: '30 pods of a Deployment at once, GUARDED_HOOK',
  ...scaledOut({ mechanism: Mechanism.GUARDED_HOOK }),
  doesNotApply: before(35, 'no variables from files'),
};
export default story;
