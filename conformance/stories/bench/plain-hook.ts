import { Story } from '../../runner/story';
import { pairByHand, PLAIN_HOOK } from '../apps/pair';

const story: Story = {
  about: 'by hand: a postStart hook that runs a plain binary, which checks every 10 ms: the shortest possible hook',
  ...pairByHand({ dependency: PLAIN_HOOK }),
};
export default story;
