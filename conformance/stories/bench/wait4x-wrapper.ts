import { Story } from '../../runner/story';
import { pairByHand } from '../apps/pair';

const story: Story = {
  about: "wait4x before the app's command, for a TCP port",
  ...pairByHand({
    app: { command: ['wait4x', 'tcp', '127.0.0.1:8080', '--timeout=0', '--', '/app'] },
    behaviours: { app: { peers: true, command: 'wrapper' } },
  }),
};
export default story;
