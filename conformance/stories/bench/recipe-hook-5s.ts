import { Story } from '../../runner/story';
import { loop, overAWholePause, pairByHand } from '../apps/pair';

const story: Story = {
  about: 'by hand, a postStart hook on the dependency: until check; do sleep 5; done',
  ...pairByHand({ dependency: { lifecycle: { postStart: { exec: { command: loop('tcp:127.0.0.1:8080', 5) } } } }, behaviours: { dependency: { shell: true } } }),
  ...overAWholePause(5),
};
export default story;
