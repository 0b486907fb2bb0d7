import { Story } from '../../runner/story';
import { pairByHand } from '../apps/pair';

const story: Story = {
  about: 'by hand: a postStart hook that runs a plain binary, which looks each 10 ms: the least that a hook takes',
  ...pairByHand({ dependency: { lifecycle: { postStart: { exec: { command: ['test-app', 'wait', 'tcp:127.0.0.1:8080'] } } } } }),
};
export default story;
