import { Mechanism } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: 'POST_START, the check is a GET request',
  ...pairBy({ mechanism: Mechanism.POST_START, check: 'http' }),
};
export default story;
