import { Story } from '../../runner/story';
import { outsideByHand } from '../apps/pair';

const story: Story = {
  about: 'wait4x in an init container, for a GET request to something outside the pod',
  ...outsideByHand({ peers: true }, url => ['wait4x', 'http', url, '--expect-status-code=200', '--timeout=0']),
};
export default story;
