import { Story } from '../../runner/story';
import { outside } from '../apps/pair';

const story: Story = {
  about: 'INIT_CONTAINER, for a GET request to something outside the pod',
  ...outside,
};
export default story;
