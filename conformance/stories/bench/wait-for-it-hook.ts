import { Story } from '../../runner/story';
import { pairByHand } from '../apps/pair';

const story: Story = {
  about: 'wait-for-it in a postStart hook on the dependency, for a TCP port',
  ...pairByHand({
    dependency: { lifecycle: { postStart: { exec: { command: ['wait-for-it', '127.0.0.1:8080', '--timeout=0'] } } } },
    behaviours: { dependency: { peers: true } },
  }),
};
export default story;
