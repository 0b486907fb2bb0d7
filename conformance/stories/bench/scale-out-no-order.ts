import { Story } from '../../runner/story';
import { scaledOut } from '../apps/scale-out';

const story: Story = {
  about: '30 pods of a Deployment at once, nothing is ordered',
  ...scaledOut(),
};
export default story;
