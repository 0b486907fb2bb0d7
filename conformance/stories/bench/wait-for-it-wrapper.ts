import { Story } from '../../runner/story';
import { pairByHand } from '../apps/pair';

const story: Story = {
  about: "wait-for-it before the app's command, for a TCP port",
  ...pairByHand({
    app: { command: ['wait-for-it', '127.0.0.1:8080', '--timeout=0', '--strict', '--', '/app'] },
    behaviours: { app: { peers: true, command: 'wrapper' } },
  }),
};
export default story;
