import { Story } from '../../runner/story';
import { scaledOut } from '../apps/scale-out';

const story: Story = {
  about: 'the baseline: nothing is ordered',
  ...scaledOut(),
};
export default story;
